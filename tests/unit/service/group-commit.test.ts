import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '#service/db/writes.ts'
import { openDb } from '#service/db/open.ts'

describe('group commit', () => {
  function setup() {
    const db = openDb(':memory:')
    db.exec('CREATE TABLE note (text TEXT NOT NULL)')
    const insert = db.prepare<[string | null]>('INSERT INTO note VALUES (?)')
    const texts = () =>
      db
        .prepare<[], { text: string }>('SELECT text FROM note')
        .all()
        .map(({ text }) => text)
    return { db, write: createGroupCommit(db), insert, texts }
  }

  it('writes of one turn share a transaction, in order, and each gets its own result', async () => {
    const { write, insert, texts } = setup()
    const results = await Promise.all(
      ['a', 'b', 'c'].map((text) => write(() => insert.run(text).lastInsertRowid)),
    )
    expect(results).toEqual([1, 2, 3])
    expect(texts()).toEqual(['a', 'b', 'c'])
  })

  it('a write that throws fails alone and leaves nothing', async () => {
    const { write, insert, texts } = setup()
    const results = await Promise.allSettled([
      write(() => insert.run('a')),
      write(() => {
        insert.run('half')
        insert.run(null)
      }),
      write(() => insert.run('c')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(texts()).toEqual(['a', 'c'])
  })

  it('when the transaction itself fails, nobody is told it was written', async () => {
    const { db, write, insert } = setup()
    const results = Promise.allSettled([write(() => insert.run('a')), write(() => insert.run('b'))])
    db.close()
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
