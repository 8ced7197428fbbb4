import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { createResourceMerges } from '#electron/core/features/backup/restore-staging.store.ts'
import { migrationPeople } from '#electron/core/store/migration-people.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { join } from 'node:path'

let service: FaultService
let desk: CoreFixture

beforeEach(async () => {
  const procedures = createProcedures()
  for (const id of ['p', 'q']) procedures.set(id, 'PENDING', {})
  service = await startFaultService(procedures.respond)
  desk = await startCore(service.url)
  await desk.value('office.update', { operator: 'Ana Ruiz' })
  for (const text of ['p', 'q']) await desk.value('changes.add', { text })
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const add = (id: string, text: string) => desk.value('case-notes.add', { id, text })
const get = (id: string) => desk.value('annotations.get', { id })
const latest = async (id: string) => (await get(id)).notes[0]!

describe('notes', () => {
  test('are a list, each with its author and time, the newest first', async () => {
    const before = Date.now()
    await add('p', 'Llamar el lunes')
    await desk.value('office.update', { operator: 'Marta' })
    const { notes, fields, version } = await add('p', ' Trae el DNI\nnuevo ')
    expect(notes).toMatchObject([
      { text: 'Trae el DNI\nnuevo', author: 'Marta', editedAt: null },
      { text: 'Llamar el lunes', author: 'Ana Ruiz', editedAt: null },
    ])
    expect(notes[1]!.at).toBeGreaterThanOrEqual(before)
    expect(fields.notes).toBe('Trae el DNI\nnuevo\nLlamar el lunes')
    // An open form of the other annotations has nothing to do with a note.
    expect(version).toBe(0)
    expect((await get('q')).notes).toEqual([])
    expect((await desk.value('cases.find', { text: 'llamar dni', limit: 5 })).rows).toMatchObject([
      { id: 'p' },
    ])
  })

  test('an edit keeps author and time, and is refused if the note has changed since', async () => {
    await add('p', 'una')
    const { id: noteId, at } = await latest('p')
    const edit = (editedAt: number | null, text: string) =>
      desk.call('case-notes.edit', { noteId, editedAt, text })
    expect((await edit(null, 'otra')).ok).toBe(true)
    const { editedAt } = await latest('p')
    expect(editedAt).not.toBeNull()
    expect(await edit(null, 'tarde')).toMatchObject({ ok: false, error: { code: 'draft-changed' } })
    expect(await latest('p')).toEqual({ id: noteId, text: 'otra', author: 'Ana Ruiz', at, editedAt })
    expect((await edit(editedAt, 'la última')).ok).toBe(true)
    expect((await get('p')).fields.notes).toBe('la última')
    expect((await desk.value('cases.find', { text: 'otra', limit: 5 })).rows).toEqual([])
  })

  test('a removed note comes back as it was, and only once', async () => {
    await add('p', 'una')
    await add('p', 'dos')
    const before = (await get('p')).notes
    const noteIds = [before[1]!.id]
    expect(await desk.value('case-notes.remove', { noteIds })).toEqual({ changed: 1 })
    expect((await get('p')).fields.notes).toBe('dos')
    expect(await desk.value('case-notes.remove', { noteIds })).toEqual({ changed: 0 })
    expect(await desk.value('case-notes.restore', { noteIds })).toEqual({ changed: 1 })
    // Both may be of one millisecond.
    expect(new Set((await get('p')).notes)).toEqual(new Set(before))
    expect(await desk.call('case-notes.restore', { noteIds })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  test('of what is not known, nothing', async () => {
    const failed = { ok: false, error: { code: 'not-found' } }
    expect(await desk.call('case-notes.add', { id: 'no', text: 'x' })).toMatchObject(failed)
    expect(await desk.call('case-notes.edit', { noteId: 'no', editedAt: null, text: 'x' })).toMatchObject(
      failed,
    )
    expect(await desk.call('case-notes.add', { id: 'p', text: '  ' })).toMatchObject({ ok: false })
  })
})

describe('who has a procedure', () => {
  const assign = (ids: string[], person: string, note?: string) =>
    desk.value('cases.assign', { selection: { ids }, person, ...(note !== undefined && { note }) })
  const found = async (assigned: { to: 'me' | 'nobody' } | { name: string }) =>
    (
      await desk.value('cases.list', {
        filter: { assigned },
        sort: { by: 'recent', descending: false },
        offset: 0,
        limit: 10,
      })
    ).rows.map(({ id, assigned: person }) => [id, person])

  test('is found by oneself, by a name and by nobody, also after a restart', async () => {
    expect(await assign(['p'], 'ana ruiz')).toEqual({ changed: 1, noteIds: [] })
    expect(await assign(['p'], 'Ana Ruiz')).toEqual({ changed: 0, noteIds: [] })
    await desk.stop()
    desk = await startCore(service.url, { dataDir: desk.dataDir })
    expect(await found({ to: 'me' })).toEqual([['p', 'Ana Ruiz']])
    expect(await found({ name: 'ANA RUIZ' })).toEqual([['p', 'Ana Ruiz']])
    expect(await found({ to: 'nobody' })).toEqual([['q', '']])
    // Another operator at this PC has other procedures.
    await desk.value('office.update', { operator: 'Marta' })
    expect(await found({ to: 'me' })).toEqual([])
    expect(await assign(['p'], '')).toEqual({ changed: 1, noteIds: [] })
    expect(await found({ to: 'nobody' })).toEqual([
      ['p', ''],
      ['q', ''],
    ])
  })

  test('a word is a note that mentions the colleague', async () => {
    const { changed, noteIds } = await assign(['p', 'q'], 'Marta', 'Llama al comprador')
    expect(changed).toBe(2)
    expect(noteIds).toHaveLength(2)
    expect(await get('p')).toMatchObject({
      assigned: 'Marta',
      notes: [{ text: '@Marta Llama al comprador', author: 'Ana Ruiz' }],
    })
    await assign(['p'], 'Ana Ruiz', 'Lo sigo yo')
    expect((await latest('p')).text).toBe('Lo sigo yo')
    await assign(['p'], 'Marta', 'Para @marta, hoy')
    expect((await latest('p')).text).toBe('Para @marta, hoy')
  })

  test('people are the operator, who has a procedure, and who wrote a note', async () => {
    await assign(['p'], 'Marta')
    await add('p', 'una')
    await desk.value('office.update', { operator: 'José' })
    await assign(['q'], 'marta')
    expect(await desk.value('cases.colleagues', {})).toEqual({ me: 'José', others: ['Ana Ruiz', 'Marta'] })
  })
})

test('a store of before: its text is one note, and everything else is as it was', async () => {
  const path = join(await temporaryDirectory(), 'notes.db')
  const key = new Uint8Array(32)
  const older = openOlderStore(path, key, migrationPeople)
  older.exec(`
    INSERT INTO resource (seq, kind, id, status, vrm, since, added_at, body) VALUES
      (1, 'procedure', 'p', 'PENDING', '1234BCD', 5, 5, '{}'), (2, 'procedure', 'q', 'PENDING', NULL, 5, 5, '{}'),
      (3, 'procedure', 'r', 'PENDING', NULL, 5, 5, '{}');
    INSERT INTO case_annotations (seq, version, updated_at, client, notes, marked) VALUES
      (1, 4, 1000, 'Lux', 'Llamar el lunes' || char(10) || 'por la tarde', 1), (2, 1, 2000, 'Vega', '  ', 0);`)
  older.close()
  const db = openDatabase(path, key)
  const store = createStoreMethods(db, createAuditWriter(db, null))
  const text = 'Llamar el lunes\npor la tarde'
  expect(store.annotations('p')).toMatchObject({
    version: 4,
    fields: { client: 'Lux', notes: text },
    notes: [{ text, author: '', at: 1000, editedAt: null }],
    assigned: '',
    marked: true,
  })
  expect(store.annotations('q')).toMatchObject({ fields: { client: 'Vega', notes: '' }, notes: [] })
  expect(store.annotations('r')).toMatchObject({ version: 0, notes: [] })
  expect(store.caseFind('tarde lux', 5, 3000).map(({ id }) => id)).toEqual(['p'])
  // A procedure takes its notes with it.
  db.exec(`DELETE FROM resource WHERE id = 'p'`)
  expect(db.prepare('SELECT count(*) FROM case_note').pluck().get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM case_annotations WHERE seq = 1').pluck().get()).toBe(0)
  db.close()
})

test('a copy of before has one text, which is one more note, once', () => {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const store = createStoreMethods(db, createAuditWriter(db, null))
  const { mergeResource } = createResourceMerges(db)
  const row = { status: 'PENDING', status_description: null, vrm: null, vin: null, label: null, since: 5 }
  const times = { added_at: 5, checked_at: 5, server_at: null, provisional_at: null, blocked_at: null }
  const flags = { open: 1, gone: 0, muted: 0 } as const
  const parties = { seller_name: '', seller_tax_id: '', buyer_name: '', buyer_tax_id: '', contract_date: '' }
  const merge = (notes: string, at: number) =>
    mergeResource(
      {
        t: 'resource',
        kind: 'procedure',
        id: 'p',
        row: { ...row, ...times, ...flags, revision: 'r', body: '{}' },
        changes: [],
        desk: {
          version: 1,
          updated_at: at,
          client: 'Lux',
          ...parties,
          notes,
          marked: 0,
          pinned: 0,
          pinned_why: '',
        },
        labels: [],
        link: null,
      },
      10,
    )
  merge('Llamar el lunes', 1000)
  expect(store.annotations('p')).toMatchObject({
    fields: { client: 'Lux', notes: 'Llamar el lunes' },
    notes: [{ text: 'Llamar el lunes', author: '', at: 1000 }],
  })
  merge('Llamar el lunes', 2000)
  expect(store.annotations('p')?.notes).toHaveLength(1)
  merge('Llamar el martes', 3000)
  expect(store.annotations('p')?.fields.notes).toBe('Llamar el martes\nLlamar el lunes')
  db.close()
})
