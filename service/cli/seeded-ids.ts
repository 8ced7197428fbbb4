import { createCounters } from '../db/counters.ts'
import type { Db } from '../db/open.ts'
import { createDraw } from '../registry/draw.ts'

/**
 * Ids that depend on the seed and on how many there have been since this start, so that a run can be repeated to
 * the byte. Each start of a store has its own, so that none comes twice.
 */
export function createSeededIds(db: Db, seed: string): () => string {
  const counters = createCounters(db)
  const start = counters.read('starts') + 1
  counters.write('starts', start)
  let count = 0
  return () => {
    const draw = createDraw(`${seed}/${start}/${count++}`)
    const hex = Array.from({ length: 32 }, () => draw(16).toString(16)).join('')
    // The form of a version 4 UUID, which is what the others are.
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  }
}
