import type { PDFDocumentProxy } from 'pdfjs-dist'
import {
  type DocumentReading,
  LONG_PAGES,
  fileKindOf,
  HEAD_BYTES,
} from '#shared/domain/procedures/document-file.ts'
import {
  recogniseDocument,
  recognisePage,
  type Recognition,
} from '#shared/domain/procedures/recognise-document.ts'
import { canvasScale, MAX_PICTURE_AREA, release, wholePixels } from '../../design/canvas-scale.ts'
import { drawPage, untilAborted, pageText } from './draw-page.ts'
import { openPdf, pdfProblem, startPdfThread } from './load-pdf.ts'

/** Maximum pages to recognise a file, and to recognise the documents inside it. */
const MAX_PAGES = 3
const MAX_GLANCED_PAGES = 20
/** Maximum time to recognise a file, which the user waits for. */
const MAX_MS = 4_000
/** Maximum time of a glance, which nobody waits for. */
const MAX_GLANCE_MS = 30_000
/** Maximum bytes of a file that is read. Larger files are scans: reading them whole would delay the other files. */
const MAX_BYTES = 30 * 1024 * 1024

/** Reading result for each problem of a PDF that does not open. */
export const UNREAD = {
  'not-a-pdf': 'damaged',
  protected: 'locked',
  form: 'form',
  broken: 'damaged',
} as const

interface ReadDocument {
  /** Text of each page that was read; empty for a picture. */
  pages: string[]
  reading?: DocumentReading
}

/** Time that the worker waits for another file before it is terminated. */
const IDLE_MS = 10_000

/** Reads text layers, one file after another, in one worker. Sixty files start the worker once. */
export interface DocumentReader {
  /** Returns the text of a file's first pages. Rejects if the signal is aborted. */
  read: (file: Blob, signal: AbortSignal) => Promise<ReadDocument>
  /**
   * Returns what a list shows of a file, as far as it was read in time. Rejects if the signal is aborted.
   * @param side longest side of the picture, in device pixels
   */
  glance: (file: Blob, side: number, signal: AbortSignal) => Promise<Glance>
}

export interface Glance {
  /** Small picture of the first page. Absent if it could not be drawn. */
  picture?: ImageBitmap
  /** Type of each page of a PDF, by its text. Empty for one page. */
  types: readonly (string | null)[]
}

export function createDocumentReader(): DocumentReader {
  let thread: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    thread?.terminate()
    thread = null
  }
  /** Releases the worker. A worker that is still busy with an abandoned file is terminated. */
  const free = (isBusy: boolean) => {
    clearTimeout(idle)
    if (isBusy) end()
    else idle = setTimeout(end, IDLE_MS)
  }

  async function withPdf<T>(
    file: Blob,
    time: AbortSignal,
    use: (pdf: PDFDocumentProxy) => Promise<T>,
  ): Promise<T> {
    clearTimeout(idle)
    let close = () => {}
    try {
      const bytes = await file.arrayBuffer()
      thread ??= startPdfThread()
      const opened = await openPdf(bytes, thread)
      close = opened.close
      return await untilAborted(time, opened.pdf.then(use))
    } finally {
      close()
      free(time.aborted)
    }
  }

  return {
    async read(file, signal) {
      const kind = await kindOf(file)
      if (kind === 'heic') return { pages: [], reading: 'heic' }
      if (kind !== 'pdf') return { pages: [] }
      if (file.size > MAX_BYTES) return { pages: [], reading: 'slow' }
      const time = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)])
      try {
        return await withPdf(file, time, readPages)
      } catch (error) {
        signal.throwIfAborted()
        if (time.aborted) return { pages: [], reading: 'slow' }
        return { pages: [], reading: UNREAD[pdfProblem(error)] }
      }
    },
    async glance(file, side, signal) {
      const kind = await kindOf(file)
      if (file.size > MAX_BYTES) return { types: [] }
      if (kind === 'jpeg' || kind === 'png') return { picture: await readPicture(file, side), types: [] }
      if (kind !== 'pdf') return { types: [] }
      const time = AbortSignal.any([signal, AbortSignal.timeout(MAX_GLANCE_MS)])
      const types: (string | null)[] = []
      let picture: ImageBitmap | undefined
      const read = async (pdf: PDFDocumentProxy) => {
        picture = await drawFirstPage(pdf, side, time).catch(() => undefined)
        if (pdf.numPages === 1) return
        for (let number = 1; number <= Math.min(pdf.numPages, MAX_GLANCED_PAGES); number += 1) {
          const text = await pageText(pdf, number)
          if (time.aborted) return
          types.push(recognisePage(text))
        }
      }
      await withPdf(file, time, read).catch(() => {})
      if (signal.aborted) picture?.close()
      signal.throwIfAborted()
      return { ...(picture && { picture }), types }
    },
  }
}

const kindOf = async (file: Blob) => fileKindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))

async function drawFirstPage(pdf: PDFDocumentProxy, side: number, signal: AbortSignal): Promise<ImageBitmap> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const { canvas } = await drawPage({ pdf, number: 1, scale: side / Math.max(width, height), signal })
  const picture = canvas.transferToImageBitmap()
  release(canvas)
  return picture
}

async function readPages(pdf: PDFDocumentProxy): Promise<ReadDocument> {
  const pages: string[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1)
    pages.push(await pageText(pdf, number))
  if (await hasAttachments(pdf)) return { pages, reading: 'attached' }
  if (pdf.numPages >= LONG_PAGES) return { pages, reading: 'long' }
  const hasText = pages.some((text) => text.trim() !== '')
  return hasText ? { pages } : { pages, reading: 'scan' }
}

/** True for a PDF with attached files, such as a portfolio or an invoice: its pages do not show the files. */
const hasAttachments = async (pdf: PDFDocumentProxy): Promise<boolean> =>
  ((await pdf.getAttachments().catch(() => null))?.size ?? 0) > 0

/**
 * Decodes a picture. A picture larger than our canvas limit is scaled down.
 * @param side longest side of a smaller picture, in device pixels
 * @throws if the browser cannot draw it
 */
export async function readPicture(bytes: Blob, side = Infinity): Promise<ImageBitmap> {
  const image = await createImageBitmap(bytes)
  const scale = Math.min(
    canvasScale(image.width, image.height, MAX_PICTURE_AREA),
    side / Math.max(image.width, image.height),
  )
  if (scale === 1) return image
  const resizeWidth = wholePixels(image.width * scale)
  const resizeHeight = wholePixels(image.height * scale)
  try {
    return await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  } finally {
    image.close()
  }
}

/** `text`: text of the first pages, which stays in this window. */
export type FileGuess = Recognition & { reading?: DocumentReading; text?: string }

/**
 * Guesses the type of a file from its text, its name, and the documents that its procedure still lacks.
 * @param missing types that would meet each requirement that is not met
 */
export async function recogniseFile(
  reader: DocumentReader,
  file: File,
  missing: () => Promise<readonly (readonly string[])[]> | readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<FileGuess> {
  const { pages, reading } = await reader.read(file, signal)
  const text = pages.join('\n')
  return {
    ...recogniseDocument({ name: file.name, text, missing: await missing() }),
    text,
    ...(reading !== undefined && { reading }),
  }
}
