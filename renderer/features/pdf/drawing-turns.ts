import type { PDFDocumentProxy } from 'pdfjs-dist'

/**
 * Number of drawings after which fonts and images shared by pages are released. They load again with the next page
 * that needs them.
 */
const DRAWINGS_KEPT = 50

interface Waiting {
  page: number
  start: () => void
}

export type DrawingTurns = ReturnType<typeof createTurns>

const known = new WeakMap<PDFDocumentProxy, DrawingTurns>()

/** Drawing queue of a document, for screen and paper: only one drawing's memory is in use at a time. */
export function turnsOf(pdf: PDFDocumentProxy): DrawingTurns {
  const turns = known.get(pdf) ?? createTurns(() => pdf.cleanup())
  known.set(pdf, turns)
  return turns
}

/**
 * Runs one drawing at a time, nearest to the visible page first.
 * @param forget releases resources that drawings share; called while no drawing runs
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
    /** Sets the visible page. */
    see(page: number) {
      inSight = page
    },
    /**
     * Draws the page when its turn comes.
     * @throws the signal's reason, if aborted before its turn
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
