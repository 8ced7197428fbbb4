import { useEffect, useEffectEvent, useState } from 'react'
import { FILE_KINDS, fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import { readPicture } from '../documents/read-picture.ts'
import type { ToolSource } from './tool-source.ts'

export type Photo =
  | { state: 'opening' }
  | { state: 'open'; blob: Blob; image: ImageBitmap }
  | { state: 'failed'; why: 'heic' | 'damaged' | 'gone' }

/** A photo, decoded for the screen. */
export function usePhoto(source: ToolSource): Photo {
  const [photo, setPhoto] = useState<Photo>({ state: 'opening' })
  const readSource = useEffectEvent(source.read)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let image: ImageBitmap | null = null
    const open = async () => {
      const blob = await readSource(signal)
      if (signal.aborted) return
      if (!blob) return setPhoto({ state: 'failed', why: 'gone' })
      const kind = fileKindOf(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()))
      if (kind === 'heic') return setPhoto({ state: 'failed', why: 'heic' })
      image = await readPicture(blob)
      if (signal.aborted) return image.close()
      const typed = kind === null ? blob : blob.slice(0, blob.size, FILE_KINDS[kind])
      setPhoto({ state: 'open', blob: typed, image })
    }
    open().catch(() => !signal.aborted && setPhoto({ state: 'failed', why: 'damaged' }))
    return () => {
      stop.abort()
      image?.close()
    }
  }, [source.id])
  return photo
}
