import { randomBytes } from 'node:crypto'
import type { Db } from './open.ts'

const BYTES = 32

/** A secret of this store, created on first use: its signatures stay valid after a restart. */
export function storedSecret(db: Db, name: string): Buffer {
  db.prepare('INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)').run(name, randomBytes(BYTES))
  const row = db.prepare<[string], { value: Buffer }>('SELECT value FROM secret WHERE name = ?').get(name)
  if (row === undefined) throw new Error('The store keeps no secrets.')
  return row.value
}
