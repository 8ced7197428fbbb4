import { createCounters } from '../db/counters.ts'
import type { Db } from '../db/open.ts'
import { createDraw } from '../registry/draw.ts'
import { seededId } from '../registry/seeded-id.ts'

/**
 * Ids derived from the seed and the count since this start, so that a run is reproducible to the byte. Each
 * start of a store has its own sequence, so that no id repeats.
 */
export function createSeededIds(db: Db, seed: string): () => string {
  const counters = createCounters(db)
  const start = counters.read('starts') + 1
  counters.write('starts', start)
  let count = 0
  return () => seededId(createDraw(`${seed}/${start}/${count++}`))
}
