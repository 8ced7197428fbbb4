import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import { readPicture } from '../documents/read-picture.ts'
import { openPdf } from '../pdf/load-pdf.ts'
import type { createPrintSheet, PrintSheet } from '../pdf/print-sheet.ts'

export interface PrintServiceDocumentsDeps {
  serviceDocuments: readonly ServiceDocument[]
  sheet: ReturnType<typeof createPrintSheet>
  read: (serviceDocument: ServiceDocument) => Promise<Result<Blob>>
  onServiceDocument: (number: number) => void
  signal: AbortSignal
}

/** Documents left out of a print job, by reason. */
export interface NotPrinted {
  /** Not downloaded, or of a type that is not drawn here. */
  undrawn: number
  /** More pages than the job had left. */
  tooLong: number
}

/**
 * Prints documents one after the other, in a single job.
 * @returns how many could not be printed, and why; none if stopped
 */
export async function printServiceDocuments({
  serviceDocuments,
  sheet,
  read,
  onServiceDocument,
  signal,
}: PrintServiceDocumentsDeps): Promise<NotPrinted> {
  const serviceDocument = sheet.begin()
  const left: NotPrinted = { undrawn: 0, tooLong: 0 }
  for (const [index, one] of serviceDocuments.entries()) {
    onServiceDocument(index + 1)
    const bytes = await read(one)
    if (signal.aborted) break
    const added = bytes.ok ? await add(serviceDocument, one, bytes.value, signal) : 'undrawn'
    if (added !== 'added') left[added] += 1
    if (!serviceDocument.isCurrent()) break
  }
  if (signal.aborted || !serviceDocument.isCurrent()) return { undrawn: 0, tooLong: 0 }
  if (left.undrawn + left.tooLong < serviceDocuments.length) serviceDocument.print()
  return left
}

async function add(
  sheet: PrintSheet,
  { name }: ServiceDocument,
  bytes: Blob,
  signal: AbortSignal,
): Promise<'added' | keyof NotPrinted> {
  try {
    const kind = fileKindOf(new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer()))
    if (kind === 'jpeg' || kind === 'png') {
      if (sheet.room() < 1) return 'tooLong'
      const image = await readPicture(bytes)
      await sheet.addImage(image, name)
      image.close()
      return 'added'
    }
    if (kind !== 'pdf') return 'undrawn'
    const opened = await openPdf(await bytes.arrayBuffer())
    const close = () => opened.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      const pdf = await opened.pdf
      if (pdf.numPages > sheet.room()) return 'tooLong'
      await sheet.add({ pdf, range: { from: 1, to: pdf.numPages }, onPage: () => {}, signal })
      return 'added'
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  } catch {
    // Damaged or protected.
    return 'undrawn'
  }
}
