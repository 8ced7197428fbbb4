import { useEffect, useEffectEvent, useRef } from 'react'
import type { DrawingTurns } from '../pdf/drawing-turns.ts'
import type { ToolSource } from './tool-source.ts'

const THUMB_PX = 160

export interface PhotoThumbProps {
  source: ToolSource
  /** Its place in the list. */
  at: number
  turns: DrawingTurns
}

/**
 * A photo, small. Decoration: its name is beside it. Drawn when it comes into view, one at a time: decoded, each photo of
 * a telephone takes 50 MB, and only its thumbnail is kept.
 */
export function PhotoThumb({ source, at, turns }: PhotoThumbProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const draw = useEffectEvent((element: HTMLCanvasElement, signal: AbortSignal) =>
    turns.take(at, signal, async () => {
      const photo = await source.read(signal)
      if (!photo || signal.aborted) return
      const image = await createImageBitmap(photo)
      const scale = Math.min(1, THUMB_PX / Math.max(image.width, image.height))
      element.width = Math.max(1, Math.round(image.width * scale))
      element.height = Math.max(1, Math.round(image.height * scale))
      element.getContext('2d')?.drawImage(image, 0, 0, element.width, element.height)
      image.close()
      element.dataset['drawn'] = 'true'
    }),
  )
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const stop = new AbortController()
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      // One that cannot be drawn stays blank: joining says why.
      draw(element, stop.signal).catch(() => {})
    })
    seen.observe(element)
    return () => {
      stop.abort()
      seen.disconnect()
    }
  }, [source.id])
  return <canvas ref={canvas} className="join__thumb" aria-hidden="true" />
}
