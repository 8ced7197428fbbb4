import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDbClient } from '#electron/core/store/client.ts'
import { migrationCaseStale } from '#electron/core/store/migration-case-search.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { dbWorker, removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

/* Search words of many procedures that change at once: built once each, in steps, and never missing for long. */

const NOW = new Date(2026, 10, 20, 14).getTime()
const KEY = new Uint8Array(32).fill(7)
const MANY = 500
const LOZANO = 'B12345674'
const sort = { by: 'recent', descending: true } as const

const PROCEDURES = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
  INSERT INTO resource (kind, id, status, vrm, since, added_at, body)
  SELECT 'procedure', 'p' || i, 'PENDING', printf('%04dBCD', i), i, i, '{"type":"VEHICLE_TRANSFER"}' FROM n;`

afterAll(removeTemporaryDirectories)

function openStore() {
  const db = openDatabase(IN_MEMORY, KEY)
  const methods = createStoreMethods(db, createAuditWriter(db, null))
  db.exec(
    `${PROCEDURES} INSERT INTO case_annotations (seq, seller_tax_id) SELECT seq, '${LOZANO}' FROM resource;`,
  )
  while (methods.caseWordsStep().more);
  let built = 0
  db.function('case_people', { varargs: true }, () => {
    built++
    return ''
  })
  return {
    ...methods,
    db,
    found: (text: string) => methods.caseList({ text }, sort, 0, 5, NOW).total,
    /** Rows whose words were built since the last time. */
    built() {
      const n = built
      built = 0
      return n
    },
    /** @returns steps that it took */
    finish() {
      let steps = 1
      while (methods.caseWordsStep().more) steps++
      return steps
    },
  }
}

test('labels of many: none of their words in the call itself, each once after it, in steps', () => {
  const store = openStore()
  expect(store.labelCase({ filter: {} }, ['Enero', 'Febrero', 'Marzo'], [], NOW)).toHaveLength(MANY)
  store.labelCase({ filter: {} }, [], ['Marzo'], NOW)
  expect(store.built()).toBe(0)
  expect(store.finish()).toBeGreaterThan(10)
  expect(store.built()).toBe(MANY)
  expect(store.found('febrero')).toBe(MANY)
  expect(store.found('marzo')).toBe(0)
  store.db.close()
})

test('a contact of many: the same, and nothing for what the search does not take', () => {
  const store = openStore()
  const contact = (fields: object) =>
    store.db
      .prepare(
        `INSERT INTO contact (id, id_number, fields, updated_at) VALUES ('c', ?, ?, 1)
         ON CONFLICT (id) DO UPDATE SET id_number = excluded.id_number, fields = excluded.fields`,
      )
      .run(LOZANO, JSON.stringify(fields))
  contact({ fullname: 'Autos Lozano', phone: '612345678' })
  expect(store.built()).toBe(0)
  store.finish()
  expect(store.built()).toBe(MANY)
  expect(store.found('612345678')).toBe(MANY)
  contact({ fullname: 'Lozano e Hijos', phone: '612345678' })
  store.finish()
  expect(store.built()).toBe(0)
  store.db.close()
})

test('a search right after the change of a few finds them, and builds no others', () => {
  const store = openStore()
  store.labelCase({ ids: ['p1', 'p2', 'p3'] }, ['Enero'], [], NOW)
  expect(store.found('enero')).toBe(3)
  expect(store.built()).toBe(3)
  store.db.close()
})

test('a procedure erased before its words were built leaves none', () => {
  const store = openStore()
  store.labelCase({ filter: {} }, ['Enero'], [], NOW)
  store.db.exec(`DELETE FROM resource WHERE id <> 'p9'`)
  store.finish()
  expect(store.found('enero')).toBe(1)
  expect(store.db.prepare('SELECT count(*) FROM case_words_docsize').pluck().get()).toBe(1)
  store.db.close()
})

async function openThread(path: string) {
  const searchable = Promise.withResolvers<void>()
  const client = await openDbClient({
    worker: dbWorker,
    path,
    key: KEY,
    onSlow: () => {},
    onSearchable: searchable.resolve,
    onShared: () => undefined,
    onDied: () => {},
  })
  const found = async (text: string) => (await client.call('caseList', { text }, sort, 0, 5, NOW)).total
  return { client, found, searchable: searchable.promise }
}

test('a search that is answered without the words of all is told once they are there', async () => {
  const path = join(await temporaryDirectory(), 'ventanilla.db')
  const db = openDatabase(path, KEY)
  db.exec(PROCEDURES)
  db.close()
  const { client, found, searchable } = await openThread(path)
  // The thread built those of the insert between these calls, or builds them still.
  const label = client.call('labelCase', { filter: {} }, ['Enero'], [], NOW)
  const atOnce = found('enero')
  await label
  expect(await atOnce).toBeLessThan(MANY)
  await searchable
  expect(await found('enero')).toBe(MANY)
  await client.close()
})

test('a store of the version before is searched as it was while its words are built again', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationCaseStale)
  older.exec(`${PROCEDURES} INSERT INTO desk (seq, notes) SELECT seq, 'llamar al 612 345 678' FROM resource;`)
  older.close()
  const { client, found } = await openThread(path)
  expect(await found('llamar')).toBe(MANY)
  while ((await client.call('caseWordsStep')).more);
  expect(await found('llamar')).toBe(MANY)
  await client.close()
  const db = openDatabase(path, KEY)
  expect(db.prepare('SELECT count(*) FROM case_stale').pluck().get()).toBe(0)
  db.close()
})
