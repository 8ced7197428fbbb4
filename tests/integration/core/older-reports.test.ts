import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHistoryQueries, createLookupQueries } from '#electron/core/features/lookup/lookup.store.ts'
import { migrationReports } from '#electron/core/store/migration-reports.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

afterAll(removeTemporaryDirectories)

const KEY = new Uint8Array(32).fill(7)

test('a store of before: the complete reports it paid for count in the verdict and are in the history', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationReports)
  const reduced = older.prepare(
    `INSERT INTO report (id, vrm, outcome, checked_at, brand) VALUES (?, ?, ?, ?, 'SEAT')`,
  )
  const complete = older.prepare(
    'INSERT INTO complete_report (id, vrm, outcome, checked_at, body) VALUES (?, ?, ?, ?, ?)',
  )
  const body = (fields: object) => JSON.stringify({ registry: {}, issues: [], ...fields })
  reduced.run('r1', '8888BBB', 'transferable', 10)
  reduced.run('r2', '0000CCC', 'with_alerts', 15)
  reduced.run('r3', '8888BBB', 'transferable', 30)
  const issues = [{ kind: 'blocking' }, { kind: 'blocking' }, { kind: 'alert' }]
  complete.run('c1', '8888BBB', 'not_transferable', 20, body({ issues, registry: { brand: 'BMW', vin: 7 } }))
  complete.run('c2', '0000CCC', 'transferable', 40, body({ issues: [{ kind: 'alert' }] }))
  complete.run('c3', '9999DDD', 'error', 50, body({ failure: 'not_registered' }))
  older.close()

  const db = openDatabase(path, KEY)
  const queries = createLookupQueries(db, () => null)
  const { history } = createHistoryQueries(db)
  const { rows } = history('', null, null, 20)
  expect(rows.map(({ reportId }) => reportId)).toEqual(['c3', 'c2', 'r3', 'c1', 'r2', 'r1'])
  expect(history('bmw', null, null, 20).rows).toMatchObject([
    { reportId: 'c1', vehicle: { brand: 'BMW' }, issues: { blocking: 2, unknown: 0, alert: 1 } },
  ])
  expect(history('seat', null, null, 20).rows).toHaveLength(3)
  expect(queries.plateVerdict('8888BBB')?.outcome).toBe('not_transferable')
  expect(queries.plateVerdict('0000CCC')).toMatchObject({ outcome: 'with_alerts', against: null })
  expect(queries.plateVerdict('9999DDD')?.report.failure).toBe('not_registered')
  db.close()
})
