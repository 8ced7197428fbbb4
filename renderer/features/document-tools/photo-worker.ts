import { drawTurned } from './photo-shape.ts'
import type { PhotoTask } from './photo.ts'
import type { WorkerAnswer } from './worker-task.ts'
import { release } from '../../design/canvas-scale.ts'

const QUALITY = 0.9
/** JPEG qualities tried at each size, before the photo is made smaller. */
const QUALITIES = [0.85, 0.7]
const SMALLER = 0.75
/** Minimum longest side in pixels. At this size the letters of a document are still legible. */
const MIN_SIDE = 900

addEventListener('message', ({ data }: MessageEvent<PhotoTask>) => {
  run(data).then(
    (value) => postMessage({ ok: true, value } satisfies WorkerAnswer<Blob>),
    () => postMessage({ ok: false, why: 'failed' } satisfies WorkerAnswer<never>),
  )
})

async function run(task: PhotoTask): Promise<Blob> {
  const image = await createImageBitmap(task.file)
  try {
    return task.what === 'turn'
      ? await coded(drawTurned(image, task.turn), task.file.type, QUALITY)
      : await smaller(image, task.maxBytes)
  } finally {
    image.close()
  }
}

async function smaller(image: ImageBitmap, maxBytes: number): Promise<Blob> {
  for (let scale = 1; Math.max(image.width, image.height) * scale >= MIN_SIDE; scale *= SMALLER) {
    for (const quality of QUALITIES) {
      const blob = await coded(drawTurned(image, undefined, scale), 'image/jpeg', quality)
      if (blob.size <= maxBytes) return blob
    }
  }
  throw new Error('it does not get small enough')
}

async function coded(canvas: OffscreenCanvas, type: string, quality: number): Promise<Blob> {
  try {
    return await canvas.convertToBlob({ type: type === 'image/png' ? type : 'image/jpeg', quality })
  } finally {
    release(canvas)
  }
}
