import type { PDFDocumentProxy } from 'pdfjs-dist'
import {
  type DocumentReading,
  LONG_PAGES,
  fileKindOf,
  HEAD_BYTES,
} from '#shared/domain/procedures/document-file.ts'
import { recogniseDocument, type Recognition } from '#shared/domain/procedures/recognise-document.ts'
import { untilAborted, pageText } from './draw-page.ts'
import { openPdf, pdfProblem, startPdfThread } from './load-pdf.ts'
import { canvasScale, MAX_PICTURE_AREA, wholePixels } from '../../design/canvas-scale.ts'

/** Pages read to tell what a file is, and time for it. */
const MAX_PAGES = 3
const MAX_MS = 4_000
/** Larger files are scans: reading them whole would hold up the rest. */
const MAX_BYTES = 30 * 1024 * 1024

/** Reading of a PDF that does not open. */
export const UNREAD = {
  'not-a-pdf': 'damaged',
  protected: 'locked',
  form: 'form',
  broken: 'damaged',
} as const

interface ReadDocument {
  /** Text of each page read; empty for a picture. */
  pages: string[]
  reading?: DocumentReading
}

/** Time that its worker waits for another file. */
const IDLE_MS = 10_000

/** Reads text layers, one file after another, in one worker: sixty files start it once. */
interface DocumentReader {
  /** Text of a file's first pages. Rejects if the signal is aborted. */
  read: (file: Blob, signal: AbortSignal) => Promise<ReadDocument>
}

export function createDocumentReader(): DocumentReader {
  let thread: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    thread?.terminate()
    thread = null
  }
  /** One that is still busy with a file that was given up reads no other. */
  const free = (isBusy: boolean) => {
    clearTimeout(idle)
    if (isBusy) end()
    else idle = setTimeout(end, IDLE_MS)
  }

  return {
    async read(file, signal) {
      const kind = fileKindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
      if (kind === 'heic') return { pages: [], reading: 'heic' }
      if (kind !== 'pdf') return { pages: [] }
      if (file.size > MAX_BYTES) return { pages: [], reading: 'slow' }
      const time = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)])
      clearTimeout(idle)
      let close = () => {}
      try {
        const bytes = await file.arrayBuffer()
        thread ??= startPdfThread()
        const opened = await openPdf(bytes, thread)
        close = opened.close
        return await untilAborted(time, pagesOf(opened.pdf))
      } catch (error) {
        signal.throwIfAborted()
        if (time.aborted) return { pages: [], reading: 'slow' }
        return { pages: [], reading: UNREAD[pdfProblem(error)] }
      } finally {
        close()
        free(time.aborted)
      }
    },
  }
}

async function pagesOf(opened: Awaited<ReturnType<typeof openPdf>>['pdf']): Promise<ReadDocument> {
  const pdf = await opened
  const pages: string[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1)
    pages.push(await pageText(pdf, number))
  if (await hasAttachments(pdf)) return { pages, reading: 'attached' }
  if (pdf.numPages >= LONG_PAGES) return { pages, reading: 'long' }
  const hasText = pages.some((text) => text.trim() !== '')
  return hasText ? { pages } : { pages, reading: 'scan' }
}

/** True for a PDF with files in it, as a portfolio or an invoice: its pages do not show them. */
const hasAttachments = async (pdf: PDFDocumentProxy): Promise<boolean> =>
  ((await pdf.getAttachments().catch(() => null))?.size ?? 0) > 0

/**
 * Decodes a picture, scaled down where it exceeds our canvas limit.
 * @throws if the browser cannot draw it
 */
export async function readPicture(bytes: Blob): Promise<ImageBitmap> {
  const image = await createImageBitmap(bytes)
  const scale = canvasScale(image.width, image.height, MAX_PICTURE_AREA)
  if (scale === 1) return image
  const resizeWidth = wholePixels(image.width * scale)
  const resizeHeight = wholePixels(image.height * scale)
  try {
    return await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  } finally {
    image.close()
  }
}

export type FileGuess = Recognition & { reading?: DocumentReading }

/**
 * Guess of a file's type: by its text, its name, and what its procedure still lacks.
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
    ...(reading !== undefined && { reading }),
  }
}
