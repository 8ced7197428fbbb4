import type { PDFDocumentProxy } from 'pdfjs-dist'

export type PdfProblem = 'not-a-pdf' | 'protected' | 'broken'

export interface OpenedPdf {
  pdf: Promise<PDFDocumentProxy>
  /** Ends its worker, whatever it is doing: `pdf` may stay unsettled. */
  close: () => void
}

/** Pixels of a decoded photograph, at most: A4 at 300 dots per inch, half of what scanners write. */
const MAX_PHOTO_AREA = 9_000_000
const BYTES_PER_PIXEL = 4

/** A worker that is busy is not asked to end for longer than this. */
const CLOSING_MS = 1_000

/** Brings the library while the bytes are on their way. */
export function fetchPdfLibrary(): void {
  import('pdfjs-dist').catch(() => {})
}

/**
 * Opens bytes as a PDF, in a worker of its own. The library comes with the first one that is opened, from our own origin.
 * @throws {NotAPdf} when nothing in its beginning says that it is one
 */
export async function openPdf(data: ArrayBuffer): Promise<OpenedPdf> {
  if (!startsAsPdf(data)) throw new NotAPdf()
  // The library asks its worker to end; one that is busy with a page tree would answer when it has read all of it.
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const unstarted = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('the worker of the library failed')), {
      once: true,
    })
  })
  // Waited for below; it may come before.
  unstarted.catch(() => thread.terminate())
  const { getDocument, PDFWorker } = await import('pdfjs-dist').catch((error: unknown) => {
    thread.terminate()
    throw error
  })
  const worker = PDFWorker.create({ port: thread, verbosity: 0 })
  const task = getDocument({
    data,
    worker,
    // The policy of the windows compiles nothing at run time.
    useWasm: false,
    // Letters that a PDF does not bring along are the system's: we ship none.
    useSystemFonts: true,
    // A report has no forms to run.
    enableXfa: false,
    stopAtErrors: false,
    // Larger photographs are decoded at a half, a quarter…
    canvasMaxAreaInBytes: MAX_PHOTO_AREA * BYTES_PER_PIXEL,
    // Its warnings are about fonts and damaged tables; what matters is thrown.
    verbosity: 0,
  })
  let isOpen = false
  const pdf = Promise.race([task.promise, unstarted]).then((opened) => {
    isOpen = true
    return opened
  })
  return {
    pdf,
    close: () => {
      pdf.catch(() => {})
      const end = () => thread.terminate()
      if (!isOpen) return end()
      // Its fonts leave this page when it has answered.
      const late = setTimeout(end, CLOSING_MS)
      task
        .destroy()
        .catch(() => {})
        .finally(() => {
          clearTimeout(late)
          end()
        })
    },
  }
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
