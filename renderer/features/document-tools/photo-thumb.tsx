import { useEffect, useRef } from 'react'
import type { ToolSource } from './tool-source.ts'
import { usePhoto } from './use-photo.ts'

const THUMB_PX = 160

/** A photo, small. Decoration: its name is beside it. */
export function PhotoThumb({ source }: { source: ToolSource }) {
  const photo = usePhoto(source)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || photo.state !== 'open') return
    const { image } = photo
    const scale = Math.min(1, THUMB_PX / Math.max(image.width, image.height))
    element.width = Math.max(1, Math.round(image.width * scale))
    element.height = Math.max(1, Math.round(image.height * scale))
    element.getContext('2d')?.drawImage(image, 0, 0, element.width, element.height)
    element.dataset['drawn'] = 'true'
  }, [photo])
  return <canvas ref={canvas} className="join__thumb" aria-hidden="true" />
}
