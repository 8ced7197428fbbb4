import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

/** Message of our worker: the library left something out of the page that it is drawing. */
export const LEFT_OUT = 'left-out'

const counts = new WeakMap<PDFDocumentProxy, () => number>()

/** Counts what the worker of a PDF leaves out. */
export function countLeftOut(thread: Worker): (pdf: PDFDocumentProxy) => void {
  let count = 0
  thread.addEventListener('message', ({ data }) => {
    if (data === LEFT_OUT) count += 1
  })
  return (pdf) => counts.set(pdf, () => count)
}

/**
 * Watches one drawing for what is left out of it: the library draws the rest and reports no error. A picture that
 * failed on an earlier page is not decoded again, so that the worker is silent and the drawing gets `null` for it. For
 * a font that cannot be loaded the drawing gets the words of the error, and draws no letter of it.
 * @returns ends the watch; true if everything was drawn
 */
export function watchDrawing(pdf: PDFDocumentProxy, page: PDFPageProxy): () => boolean {
  const count = () => counts.get(pdf)?.() ?? 0
  const before = count()
  let missing = 0
  const stores = [page.objs, page.commonObjs] as Pictures[]
  for (const store of stores) {
    const { get } = store
    store.get = (id, callback) => {
      const found = get.call(store, id, callback)
      if ((found === null || typeof found === 'string') && !callback) missing += 1
      return found
    }
  }
  return () => {
    for (const store of stores) Reflect.deleteProperty(store, 'get')
    return missing === 0 && count() === before
  }
}

/** The library's decoded pictures and fonts. */
interface Pictures {
  get: (id: string, callback?: unknown) => unknown
}
