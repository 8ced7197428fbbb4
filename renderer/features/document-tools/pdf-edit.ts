import { canvasScale, MAX_PICTURE_AREA, release, wholePixels } from '../../design/canvas-scale.ts'
import type { ToolSource } from './tool-source.ts'
import { runInWorker, TaskFailed } from './worker-task.ts'

/** Picture as a JPEG, with its size in pixels. */
interface JoinedPicture {
  jpeg: ArrayBuffer
  width: number
  height: number
}

export type PdfTask =
  | { what: 'cut'; bytes: ArrayBuffer; groups: number[][] }
  | { what: 'join'; pictures: JoinedPicture[]; perPage: 1 | 2 }

const start = () => new Worker(new URL('./pdf-edit-worker.ts', import.meta.url), { type: 'module' })
const run = (task: PdfTask, signal: AbortSignal, given: ArrayBuffer[]) =>
  runInWorker<Uint8Array<ArrayBuffer>[]>(start, task, { signal, bytes: sizeOf(given), given })
const sizeOf = (buffers: readonly ArrayBuffer[]) =>
  buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)

/**
 * Cuts a PDF into documents, in a worker. Does not change the original.
 * @param groups pages of each document, from 1
 * @throws {TaskFailed} `locked` if the PDF asks for a password; `slow` if the work takes too long for its size
 */
export async function cutPdf(file: Blob, groups: number[][], signal: AbortSignal): Promise<Blob[]> {
  const bytes = await file.arrayBuffer()
  const parts = await run({ what: 'cut', bytes, groups }, signal, [bytes])
  return parts.map((part) => new Blob([part], { type: 'application/pdf' }))
}

/** Bytes that the search for a signature decodes at once. */
const SCAN_BYTES = 1024 * 1024
/** Maximum length in bytes of the text that marks one signature. */
const MARK_BYTES = 100

/**
 * True if a PDF has a digital signature. A signature lists the bytes that it signs, so its dictionary is never
 * compressed or encrypted. The search therefore needs no parser, and a damaged form hides nothing. The permissions
 * that a form's author signs for Adobe Reader (`UR`) are nobody's signature.
 */
export function isSigned(bytes: ArrayBuffer): boolean {
  const decoder = new TextDecoder('latin1')
  const found = { signatures: new Set<number>(), permissions: new Set<number>() }
  for (let from = 0; from < bytes.byteLength; from += SCAN_BYTES) {
    const length = Math.min(SCAN_BYTES + MARK_BYTES, bytes.byteLength - from)
    const text = decoder.decode(new Uint8Array(bytes, from, length))
    for (const { index } of text.matchAll(/\/ByteRange\s*\[\s*\d+\s+\d+\s/g))
      found.signatures.add(from + index)
    for (const { index } of text.matchAll(/\/TransformMethod\s*\/UR3?\b/g))
      found.permissions.add(from + index)
  }
  return found.signatures.size > found.permissions.size
}

/** JPEG quality of a picture in a PDF. */
const QUALITY = 0.85

/**
 * Joins pictures into one PDF, in order. Drawing them again drops the metadata of a phone, such as place and model.
 * The pictures are read and decoded one at a time: thirty would take 1.5 GB.
 * @param onBegin called with the number of each picture, from 1
 * @throws {TaskFailed} with the name of the picture: `gone` if it can no longer be read, `unseen` if it cannot be
 * decoded
 */
export async function joinPictures(
  sources: readonly ToolSource[],
  perPage: 1 | 2,
  signal: AbortSignal,
  onBegin: (number: number) => void,
): Promise<Blob> {
  const pictures: JoinedPicture[] = []
  for (const [at, { name, read }] of sources.entries()) {
    signal.throwIfAborted()
    onBegin(at + 1)
    const file = await read(signal)
    signal.throwIfAborted()
    if (!file) throw new TaskFailed('gone', name)
    const image = await createImageBitmap(file).catch(() => {
      throw new TaskFailed('unseen', name)
    })
    pictures.push(await asJpeg(image))
  }
  const buffers = pictures.map(({ jpeg }) => jpeg)
  const [pdf] = await run({ what: 'join', pictures, perPage }, signal, buffers)
  return new Blob(pdf ? [pdf] : [], { type: 'application/pdf' })
}

async function asJpeg(image: ImageBitmap): Promise<JoinedPicture> {
  const scale = canvasScale(image.width, image.height, MAX_PICTURE_AREA)
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
