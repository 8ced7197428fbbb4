import type { PDFDocumentProxy } from 'pdfjs-dist'
import jbig2Url from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
// oxlint-disable-next-line import/no-unassigned-import -- puts it beside the other decoder
import 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'
import { countLeftOut } from './left-out.ts'

/** `form`: a dynamic XFA form, whose only page asks for Adobe Reader. */
export type PdfProblem = 'not-a-pdf' | 'protected' | 'form' | 'broken'

export interface OpenedPdf {
  pdf: Promise<PDFDocumentProxy>
  /** Terminates the worker, even while it is busy. `pdf` may then never settle. */
  close: () => void
}

/** Maximum pixels of a decoded photograph: A4 at 300 dots per inch, half of what scanners write. */
const MAX_PHOTO_AREA = 9_000_000
const BYTES_PER_PIXEL = 4

/** Maximum wait for a PDF to open: a damaged PDF may keep its worker busy. */
const OPENING_MS = 60_000
/** Maximum wait for a busy worker to end. */
const CLOSING_MS = 1_000

/** Loads the library while the bytes arrive. */
export function fetchPdfLibrary(): void {
  import('pdfjs-dist').catch(() => {})
}

export const startPdfThread = (): Worker =>
  new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })

/**
 * Opens bytes as a PDF, in a worker of its own unless `shared` is given. The first call loads the library, from our
 * own origin.
 * @param shared worker for several PDFs, one after another; its owner terminates it
 * @returns the PDF as a promise. It rejects with `DynamicForm` for a form that is not drawn here. It rejects with
 * another error for a PDF without pages or one that takes too long
 * @throws {NotAPdf} if the first bytes do not identify a PDF
 */
export async function openPdf(data: ArrayBuffer, shared?: Worker): Promise<OpenedPdf> {
  if (!startsAsPdf(data)) throw new NotAPdf()
  // We own the worker, so that we can terminate it. The library only asks its worker to end. A worker that is busy
  // with a page tree would answer after reading all of the tree.
  const thread = shared ?? startPdfThread()
  const unstarted = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('the worker of the library failed')), {
      once: true,
    })
  })
  // This promise is awaited below, but may reject before.
  unstarted.catch(() => thread.terminate())
  const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist').catch((error: unknown) => {
    thread.terminate()
    throw error
  })
  // The warnings of the library tell what it leaves out of a page.
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.WARNINGS })
  const count = countLeftOut(thread)
  const task = getDocument({
    data,
    worker,
    // The windows' CSP forbids WebAssembly: the decoders of JBIG2, CCITT and JPEG 2000 are the library's scripts.
    useWasm: false,
    wasmUrl: new URL('.', new URL(jbig2Url, location.href)).href,
    // Fonts not embedded in a PDF come from the system: we ship none.
    useSystemFonts: true,
    // Needed only to recognise a dynamic form. No form is shown here, and its scripts never run.
    enableXfa: true,
    stopAtErrors: false,
    // Larger photographs are decoded at a half, a quarter…
    canvasMaxAreaInBytes: MAX_PHOTO_AREA * BYTES_PER_PIXEL,
    // No warnings in this thread. The warnings of the worker are read in the worker.
    verbosity: 0,
  })
  let isOpen = false
  let limit: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('the PDF takes too long to open')), OPENING_MS)
  })
  const pdf = Promise.race([task.promise, unstarted, late])
    .finally(() => clearTimeout(limit))
    .then((opened) => {
      isOpen = true
      count(opened)
      if (opened.isPureXfa) throw new DynamicForm()
      // A PDF has no pages if its page tree is damaged, or if a program saved nothing.
      if (opened.numPages === 0) throw new Error('the PDF has no pages')
      return opened
    })
  return {
    pdf,
    close: () => {
      clearTimeout(limit)
      pdf.catch(() => {})
      const end = () => {
        if (!shared) thread.terminate()
      }
      if (!isOpen && !shared) return end()
      // Once the worker has answered, the library removes the fonts of the PDF from this page.
      const ending = setTimeout(end, CLOSING_MS)
      task
        .destroy()
        .catch(() => {})
        .finally(() => {
          clearTimeout(ending)
          end()
        })
    },
  }
}

class NotAPdf extends Error {}
class DynamicForm extends Error {}

/**
 * True if '%PDF-' is in the first KB. PDF readers accept other bytes before it. Without this check the library would
 * search the whole file.
 */
function startsAsPdf(data: ArrayBuffer): boolean {
  return String.fromCharCode(...new Uint8Array(data, 0, Math.min(1024, data.byteLength))).includes('%PDF-')
}

/** Returns the problem of a PDF that does not open. */
export function pdfProblem(error: unknown): PdfProblem {
  if (error instanceof NotAPdf) return 'not-a-pdf'
  if (error instanceof DynamicForm) return 'form'
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidPDFException') return 'not-a-pdf'
  return name === 'PasswordException' ? 'protected' : 'broken'
}
