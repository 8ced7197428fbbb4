import type { Db } from '../db/open.ts'

const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
/** `NHC` is the first group after the last plate of the invented fleet, so a new plate has no vehicle yet. */
const FIRST_GROUP = LETTERS.indexOf('N') * 400 + LETTERS.indexOf('H') * 20 + LETTERS.indexOf('C')
/** The first number is not 0: a real office does not start at the beginning of a group either. */
const FIRST = FIRST_GROUP * 10_000 + 1_273

/** Formats the plate of a position in the sequence 0000BBB … 9999ZZZ. */
export function formatPlate(position: number): string {
  const group = Math.floor(position / 10_000) % LETTERS.length ** 3
  const letters = [400, 20, 1].map((unit) => LETTERS.charAt(Math.floor(group / unit) % 20)).join('')
  return `${String(position % 10_000).padStart(4, '0')}${letters}`
}

/**
 * Assigns plates in order, each once in the life of a store. Call the issuer in the transaction that uses the
 * plate.
 */
export function createPlateIssuer(db: Db): () => string {
  const next = db.prepare<[], { value: number }>(
    `INSERT INTO counter (name, value) VALUES ('plate', ${FIRST})
     ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
  )
  return () => {
    const row = next.get()
    if (row === undefined) throw new Error('There is no next plate.')
    return formatPlate(row.value)
  }
}
