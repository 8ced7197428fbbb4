import { createMarks } from '#extension/content/marks.ts'
import { emptyScan, scanPage } from '#extension/content/scan-page.ts'
import type { SliceTimes } from '#extension/content/scan-page.ts'

/** What the figures ask of a page, in the world of the extension. */
export interface ScanBench {
  /** Main thread of one scan, and what it found. */
  scan: () => Promise<SliceTimes & { plates: number; occurrences: number }>
  /** The same text nodes, visited and read, and nothing done with them. */
  floor: () => number
  /** Milliseconds from cached verdicts given to their marks painted. */
  paint: () => Promise<number>
}

const SIGNS = ['ok', 'warn', 'stop'] as const
const WORDS = ['Transferible', 'Con avisos', 'No transferible'] as const

const bench: ScanBench = {
  scan: async () => {
    const found = emptyScan()
    const options = { isStopped: () => false, onProgress: () => undefined, isOurs: () => false }
    const { times } = await scanPage(document, found, options)
    return { ...times, plates: found.plates.size, occurrences: found.occurrences.length }
  },
  floor: () => {
    const start = performance.now()
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    let length = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) length += (node as Text).data.length
    return length > 0 ? performance.now() - start : Number.NaN
  },
  paint: async () => {
    const found = emptyScan()
    const options = { isStopped: () => false, onProgress: () => undefined, isOurs: () => false }
    await scanPage(document, found, options)
    const marks = createMarks(document, { onPressed: () => undefined, onGone: () => undefined })
    await painted()
    const start = performance.now()
    marks.add(found.occurrences, found.shadows)
    marks.setVerdicts(
      [...found.plates.keys()].map((vrm, index) => ({
        vrm,
        sign: SIGNS[index % 3] ?? 'ok',
        word: WORDS[index % 3] ?? '',
      })),
    )
    await painted()
    const took = performance.now() - start
    marks.clear()
    return took
  },
}

/** After the next frame was painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', () => resolve())
      port2.start()
      port1.postMessage(null)
    })
  })
}

Object.assign(globalThis, { bench })
