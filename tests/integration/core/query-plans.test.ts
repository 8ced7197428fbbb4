import { expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/db/audit-queries.ts'
import { openDatabase } from '#electron/core/db/open-database.ts'
import { createStoreMethods } from '#electron/core/db/store-methods.ts'
import { IN_MEMORY } from '#electron/core/db/worker-protocol.ts'

/** There may be 100,000 of each, and the store's thread answers nobody while it reads all of them. */
const LARGE = ['resource', 'r', 'change', 'c', 'report', 'paper', 'complete_report']
/** A row of these holds a whole answer: what is asked of many of them is asked of an index alone. */
const HEAVY = ['resource', 'r']

test('nothing that the store is asked reads the whole of a large table', () => {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const asked: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = (sql: string) => {
    asked.push(sql)
    return prepare(sql)
  }
  createStoreMethods(db, createAuditWriter(db, null))
  const whole = asked.flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`)
      .all()
      .flatMap(({ detail }) => {
        const [, table = '', covering, index] =
          /^SCAN (\w+)(?:( USING COVERING INDEX)|( USING INDEX))?/.exec(detail) ?? []
        const isWhole = covering === undefined && (index === undefined || HEAVY.includes(table))
        return LARGE.includes(table) && isWhole ? [`${detail}: ${sql.replaceAll(/\s+/g, ' ')}`] : []
      }),
  )
  db.close()
  expect(asked.length).toBeGreaterThan(200)
  expect(whole).toEqual([])
})
