import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

/** Message of our worker: the library left something out of the page that it is drawing. */
export const LEFT_OUT = 'left-out'

const counts = new WeakMap<PDFDocumentProxy, () => number>()

/** Counts the warnings about content that the worker of a PDF leaves out. */
export function countLeftOut(thread: Worker): (pdf: PDFDocumentProxy) => void {
  let count = 0
  thread.addEventListener('message', ({ data }) => {
    if (data === LEFT_OUT) count += 1
  })
  return (pdf) => counts.set(pdf, () => count)
}

/**
 * Detects whether one drawing is incomplete: the library draws the rest of the page and reports no error. A picture
 * that failed on an earlier page is not decoded again: the worker sends no warning, and the drawing gets `null`. If a
 * font cannot be loaded, the drawing gets the error message instead, and draws no letter of that font.
 * @returns function that ends the watch; it returns true if everything was drawn
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

/** Store of the library's decoded pictures and fonts. */
interface Pictures {
  get: (id: string, callback?: unknown) => unknown
}
