import { canvasScale, release, wholePixels } from '../pdf/canvas-scale.ts'
import { runInWorker } from './worker-task.ts'

/** A picture in pixels, as a JPEG. */
export interface JoinedPicture {
  jpeg: ArrayBuffer
  width: number
  height: number
}

export type PdfTask =
  | { what: 'cut'; bytes: ArrayBuffer; groups: number[][] }
  | { what: 'join'; pictures: JoinedPicture[]; perPage: 1 | 2 }

const start = () => new Worker(new URL('./pdf-edit-worker.ts', import.meta.url), { type: 'module' })
const run = (task: PdfTask, signal: AbortSignal) =>
  runInWorker<Uint8Array<ArrayBuffer>[]>(start, task, signal)

/**
 * Cuts a PDF into documents, in a worker. The original is not touched.
 * @param groups pages of each document, from 1
 * @throws {TaskFailed} `locked` if it asks for a password
 */
export async function cutPdf(file: Blob, groups: number[][], signal: AbortSignal): Promise<Blob[]> {
  const parts = await run({ what: 'cut', bytes: await file.arrayBuffer(), groups }, signal)
  return parts.map((part) => new Blob([part], { type: 'application/pdf' }))
}

/** Pixels of a picture in a PDF: A4 at 220 dots per inch. */
const QUALITY = 0.85

/**
 * One PDF of several pictures, in order. They are drawn anew, as they are seen: what a telephone writes beside a
 * photo (its place, its maker) stays behind.
 */
export async function joinPictures(
  files: readonly Blob[],
  perPage: 1 | 2,
  signal: AbortSignal,
): Promise<Blob> {
  const pictures: JoinedPicture[] = []
  for (const file of files) {
    signal.throwIfAborted()
    pictures.push(await asJpeg(file))
  }
  const [pdf] = await run({ what: 'join', pictures, perPage }, signal)
  return new Blob(pdf ? [pdf] : [], { type: 'application/pdf' })
}

async function asJpeg(file: Blob): Promise<JoinedPicture> {
  const image = await createImageBitmap(file)
  const scale = canvasScale(image.width, image.height)
  const canvas = new OffscreenCanvas(wholePixels(image.width * scale), wholePixels(image.height * scale))
  const { width, height } = canvas
  try {
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, width, height)
    pen.drawImage(image, 0, 0, width, height)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return { jpeg: await blob.arrayBuffer(), width, height }
  } finally {
    image.close()
    release(canvas)
  }
}
