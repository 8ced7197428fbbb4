import type { DocumentReading } from '#shared/domain/procedures/document-reading.ts'
import { LONG_PAGES } from '#shared/domain/procedures/document-reading.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import { wordsOf } from '../pdf/draw-page.ts'
import { openPdf, problemOf } from '../pdf/load-pdf.ts'

/** Pages read to tell what a file is, and time for it. */
const MAX_PAGES = 3
const MAX_MS = 4_000
/** Larger files are scans: reading them whole would hold up the rest. */
const MAX_BYTES = 30 * 1024 * 1024

export interface ReadDocument {
  /** Text of each page read; empty for a picture. */
  pages: string[]
  reading?: DocumentReading
}

/**
 * Text layer of a file's first pages, read in a worker of its own that is ended afterwards.
 * @param maxPages as many as are read
 * @param maxMs time after which it is given up
 */
export async function readDocument(
  file: Blob,
  signal: AbortSignal,
  { maxPages = MAX_PAGES, maxMs = MAX_MS }: { maxPages?: number; maxMs?: number } = {},
): Promise<ReadDocument> {
  const kind = fileKindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (kind === 'heic') return { pages: [], reading: 'heic' }
  if (kind !== 'pdf') return { pages: [] }
  if (file.size > MAX_BYTES) return { pages: [], reading: 'slow' }
  const time = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  let close = () => {}
  try {
    const opened = await openPdf(await file.arrayBuffer())
    close = opened.close
    return await untilAborted(time, pagesOf(opened.pdf, maxPages))
  } catch (error) {
    signal.throwIfAborted()
    if (time.aborted) return { pages: [], reading: 'slow' }
    return { pages: [], reading: problemOf(error) === 'protected' ? 'locked' : 'damaged' }
  } finally {
    close()
  }
}

async function pagesOf(opened: Awaited<ReturnType<typeof openPdf>>['pdf'], maxPages: number) {
  const pdf = await opened
  const pages: string[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1)
    pages.push(await wordsOf(pdf, number))
  if (pdf.numPages >= LONG_PAGES) return { pages, reading: 'long' as const }
  const hasText = pages.some((text) => text.trim() !== '')
  return hasText ? { pages } : { pages, reading: 'scan' as const }
}

/** Rejects as soon as the signal is aborted, whatever the library is doing. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(signal.reason as Error)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])
