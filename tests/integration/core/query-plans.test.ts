import { expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

/** Tables that may have 100,000 rows: reading one whole would block the store's thread. */
const LARGE = [
  'resource',
  'r',
  'change',
  'c',
  'report',
  'service_document',
  'complete_report',
  'document',
  'entry',
]
/** Tables whose rows hold a whole answer: queries of many rows must use an index alone. */
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
  const plans = asked.flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`)
      .all()
      .map(({ detail }) => ({ detail, step: `${detail}: ${sql.replaceAll(/\s+/g, ' ')}` })),
  )
  const whole = plans.filter(({ detail }) => {
    const [, table = '', covering, index] =
      /^SCAN (\w+)(?:( USING COVERING INDEX)|( USING INDEX))?/.exec(detail) ?? []
    return LARGE.includes(table) && covering === undefined && (index === undefined || HEAVY.includes(table))
  })
  // Walking the rows until enough match may read all of them.
  const walks = plans.filter(({ detail }) => {
    const [, table = ''] = /^SEARCH (\w+) USING INTEGER PRIMARY KEY \(rowid[<>]\?\)$/.exec(detail) ?? []
    return HEAVY.includes(table)
  })
  db.close()
  expect(asked.length).toBeGreaterThan(200)
  expect(whole.map(({ step }) => step)).toEqual([])
  // Search of a person's data: an identifier may be anywhere in an answer, which is read in pages.
  expect(walks.map(({ step }) => step)).toEqual([expect.stringContaining('seller_tax_id')])
})
