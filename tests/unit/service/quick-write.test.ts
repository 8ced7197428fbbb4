import { describe, expect, it } from 'vitest'
import { openDb } from '#service/db/open.ts'
import { createQuickWrite } from '#service/db/writes.ts'

const FULL = 2
const NORMAL = 1

describe('quick write', () => {
  it('is a transaction that does not wait for the disk, and leaves what answers wait for as it was', () => {
    const db = openDb(':memory:')
    const level = () => db.pragma('synchronous', { simple: true })
    const quickWrite = createQuickWrite(db)
    db.exec('CREATE TABLE note (text TEXT NOT NULL)')
    expect(level()).toBe(FULL)
    expect(quickWrite(() => [db.inTransaction, level()])).toEqual([true, NORMAL])
    expect(level()).toBe(FULL)
    const failing = () =>
      quickWrite(() => {
        db.exec(`INSERT INTO note VALUES ('half')`)
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(level()).toBe(FULL)
    expect(db.prepare('SELECT * FROM note').all()).toEqual([])
  })
})
