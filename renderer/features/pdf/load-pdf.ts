import type { PDFDocumentLoadingTask } from 'pdfjs-dist'

export type PdfProblem = 'not-a-pdf' | 'protected' | 'broken'

/** Opens bytes as a PDF. The library and its worker come with the first one that is opened, from our own origin. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentLoadingTask> {
  if (!startsAsPdf(data)) throw new NotAPdf()
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
  return getDocument({
    data,
    // The policy of the windows compiles nothing at run time.
    useWasm: false,
    // Letters that a PDF does not bring along are the system's: we ship none.
    useSystemFonts: true,
    // A report has no forms to run.
    enableXfa: false,
    stopAtErrors: false,
    // Its warnings are about fonts and damaged tables; what matters is thrown.
    verbosity: 0,
  })
}

class NotAPdf extends Error {}

/** The mark may come after some rubbish, as every PDF reader admits; the library would look for it in all of it. */
function startsAsPdf(data: ArrayBuffer): boolean {
  return String.fromCharCode(...new Uint8Array(data, 0, Math.min(1024, data.byteLength))).includes('%PDF-')
}

/** What is wrong with a PDF that does not open. */
export function problemOf(error: unknown): PdfProblem {
  if (error instanceof NotAPdf) return 'not-a-pdf'
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidPDFException') return 'not-a-pdf'
  return name === 'PasswordException' ? 'protected' : 'broken'
}
