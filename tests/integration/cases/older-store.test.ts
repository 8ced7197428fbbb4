import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationCase, migrationClientKeys } from '#electron/core/store/migration-cases.ts'
import { createCaseStore } from '#tests/fakes/case-store.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

afterAll(removeTemporaryDirectories)

const KEY = new Uint8Array(32).fill(7)

test('a store of before: its procedures are in the list, with what the wizard had of them', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationCase)
  const body = JSON.stringify({ type: 'VEHICLE_TRANSFER', invoiceNumber: 'F-1' })
  const resource = older.prepare(
    `INSERT INTO resource (kind, id, status, vrm, since, added_at, body) VALUES (?, ?, 'PENDING', '1234BCD', 5, 5, ?)`,
  )
  resource.run('signature', 's', '{}')
  resource.run('procedure', 'p', body)
  resource.run('procedure', 'q', '{}')
  const draft = older.prepare(
    `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, procedure_id, intention, sent_at)
     VALUES (?, 'transfer', ?, ?, '', 1, 1, ?, '{}', 9)`,
  )
  const form = (client: string) =>
    JSON.stringify({ fields: { client, buyerName: 'José Peña', contractDate: '12/11/2026' }, accepted: [] })
  draft.run('d1', 'sent', form('el de antes'), 'p')
  draft.run('d2', 'sent', form('Lux'), 'p')
  draft.run('d3', 'editing', form('otro'), 'q')
  older.close()

  const store = createCaseStore(path, KEY)
  const now = new Date(2026, 10, 20).getTime()
  const { rows } = store.desks.caseList({}, { by: 'recent', descending: false }, 0, 10, now)
  expect(rows).toMatchObject([
    { id: 'p', client: 'Lux', buyerName: 'José Peña', deadline: new Date(2026, 10, 22).getTime() },
    { id: 'q', client: '' },
  ])
  expect(store.desks.caseFind('antes', 5, now).map(({ id }) => id)).toEqual([])
  expect(store.desks.caseFind('f-1', 5, now).map(({ id }) => id)).toEqual(['p'])
  expect(store.desks.caseFind('pena 1234', 5, now).map(({ id }) => id)).toEqual(['p'])
  expect(store.desks.annotations('p')).toMatchObject({ version: 1, fields: { sellerName: '', notes: '' } })
  store.close()
})

test('a store of before: the clients that it told apart by the marks of a name are one', async () => {
  const path = join(await temporaryDirectory(), 'clients.db')
  const older = openOlderStore(path, KEY, migrationClientKeys)
  const names = ['Autos Gil, S.L.', 'AUTOS GIL SL', 'Autos Gil S. L.', 'Autos Gil', "L'Auto", '']
  for (const [at, name] of names.entries()) {
    older
      .prepare(
        `INSERT INTO resource (seq, kind, id, status, vrm, since, added_at, body)
         VALUES (?, 'procedure', ?, 'PENDING', '1234BCD', 5, 5, '{}')`,
      )
      .run(at + 1, `p${at}`)
    older.prepare('INSERT INTO desk (seq, client) VALUES (?, ?)').run(at + 1, name)
    // As that version wrote it.
    older.prepare('UPDATE desk_key SET client = ? WHERE seq = ?').run(name.toLowerCase(), at + 1)
  }
  older.close()

  const store = createCaseStore(path, KEY)
  const now = new Date(2026, 10, 20).getTime()
  const of = (client: string) =>
    store.desks
      .caseList({ client }, { by: 'recent', descending: false }, 0, 10, now)
      .rows.map(({ id }) => id)
      .toSorted()
  expect(of('autos gil s.l.')).toEqual(['p0', 'p1', 'p2'])
  expect(of('Autos Gil')).toEqual(['p3'])
  expect(of('L’Auto')).toEqual(['p4'])
  store.close()
})
