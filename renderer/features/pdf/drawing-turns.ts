import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Drawings after which fonts and images that pages share are forgotten: they come again with the pages that need them. */
const DRAWINGS_KEPT = 50

interface Waiting {
  page: number
  start: () => void
}

export type DrawingTurns = ReturnType<typeof createTurns>

const known = new WeakMap<PDFDocumentProxy, DrawingTurns>()

/** The turns of a document, on screen and on paper: what one drawing takes in memory is what all of them take. */
export function turnsOf(pdf: PDFDocumentProxy): DrawingTurns {
  const turns = known.get(pdf) ?? createTurns(() => pdf.cleanup())
  known.set(pdf, turns)
  return turns
}

/**
 * One drawing at a time, the one that is nearest to the page in sight first.
 * @param forget lets go of what drawings share; it is called while there is none
 */
export function createTurns(forget: () => Promise<unknown>) {
  const waiting = new Set<Waiting>()
  let busy = false
  let inSight = 1
  let drawn = 0

  function next() {
    if (busy) return
    const [first] = [...waiting].toSorted((a, b) => Math.abs(a.page - inSight) - Math.abs(b.page - inSight))
    if (!first) return
    waiting.delete(first)
    busy = true
    first.start()
  }

  const turn = (page: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(one)
        reject(signal.reason as Error)
      }
      const one = {
        page,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      waiting.add(one)
      signal.addEventListener('abort', leave, { once: true })
      next()
    })

  return {
    /** The page that is being read. */
    see(page: number) {
      inSight = page
    },
    /**
     * Draws when its turn comes.
     * @throws what aborted the signal, when that was before its turn
     */
    async take<T>(page: number, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      await turn(page, signal)
      try {
        signal.throwIfAborted()
        return await draw()
      } finally {
        drawn += 1
        if (drawn % DRAWINGS_KEPT === 0) await forget().catch(() => {})
        busy = false
        next()
      }
    },
  }
}
