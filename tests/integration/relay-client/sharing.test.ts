import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ErasurePc } from '#shared/bridge/audit.ts'
import type { Annotations } from '#shared/bridge/cases.ts'
import { recordPageWire, type RelayRecord } from '#shared/api/relay-records.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { keyIdOf } from '#shared/sealing/sealed-record.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { NOTE_MENTION } from '#shared/domain/notifications.ts'
import type { SharingSlice } from '#shared/bridge/sharing.ts'
import { type CoreFixture, removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { changeKey, startSealedOffice, type SealedOffice } from './sealed-office.ts'

let office: SealedOffice
let admin: CoreFixture
let desk: CoreFixture

beforeEach(async () => {
  office = await startSealedOffice()
  admin = await office.start()
  desk = await office.start()
  await office.pairFirst(admin)
  await changeKey(admin)
  await office.pair(admin, desk, 'Mostrador')
})
afterEach(() => office.stop())
afterAll(removeTemporaryDirectories)

const sharingOf = (core: CoreFixture) => core.slice('sharing')
const untilShared = (core: CoreFixture, condition: (sharing: SharingSlice) => boolean) =>
  waitUntil(() => sharingOf(core), condition)
const isDone = ({ state, pending, toRead }: SharingSlice) => state === 'on' && pending === 0 && toRead === 0

/** Both PCs share, and have exchanged what they had. */
async function shareAll(): Promise<void> {
  for (const core of [admin, desk]) await core.value('sharing.turn-on', {})
  for (const core of [admin, desk]) await untilShared(core, isDone)
}

/** A procedure that both PCs know. */
async function knownCase(): Promise<string> {
  const id = await office.change()
  for (const core of [admin, desk]) await office.heard(core, id)
  return id
}

/** What the relay has, as a paired PC reads it. */
async function readRelay(): Promise<RelayRecord[]> {
  const stored = await createFileSecrets(demoDirectory(desk.dataDir)).get('relay-token')
  const { token } = JSON.parse(stored ?? '{}') as { token?: string }
  const answer = await fetch(`${office.relay.url}/v1/records?limit=500`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return recordPageWire.parse(await answer.json()).records
}

const annotationsOf = (core: CoreFixture, id: string) => core.value('annotations.get', { id })
async function annotate(
  core: CoreFixture,
  id: string,
  fields: Partial<Annotations['fields']>,
): Promise<void> {
  const { version } = await annotationsOf(core, id)
  await core.value('annotations.save', { id, version, fields })
}
const untilAnnotated = (core: CoreFixture, id: string, condition: (annotations: Annotations) => boolean) =>
  waitUntil(() => annotationsOf(core, id), condition)

test('what one PC writes about a procedure is on the other, and the relay can read none of it', async () => {
  const id = await knownCase()
  await shareAll()
  await annotate(admin, id, { client: 'Lozano Ocasión' })
  await admin.value('cases.label', { selection: { ids: [id] }, add: ['falta cobrar'], remove: [] })
  await untilAnnotated(
    desk,
    id,
    ({ fields, labels }) => fields.client === 'Lozano Ocasión' && labels.length === 1,
  )

  await annotate(desk, id, { client: 'Lozano' })
  await desk.value('cases.label', { selection: { ids: [id] }, add: [], remove: ['falta cobrar'] })
  await untilAnnotated(admin, id, ({ fields, labels }) => fields.client === 'Lozano' && labels.length === 0)

  // Nothing that was replaced is lost.
  const { fields } = await admin.value('sharing.history', { kind: 'case', key: id })
  expect(fields.find(({ field }) => field === 'client')?.versions.map(({ value }) => value)).toEqual([
    'Lozano',
    'Lozano Ocasión',
  ])
  await untilShared(admin, isDone)
  const records = await readRelay()
  // The secret and the case.
  expect(records).toHaveLength(2)
  for (const { id: name, body } of records) {
    // The id is short: its two letters alone may be in any sealed body by chance.
    expect(name).not.toBe(id)
    for (const read of [name, body ?? '', Buffer.from(body ?? '', 'base64url').toString('latin1')])
      for (const word of ['Lozano', 'cobrar', `"${id}"`, '"client"']) expect(read).not.toContain(word)
  }
})

test('notes of two PCs are one list, and a mention is news at the PC of that person alone', async () => {
  await admin.value('office.update', { operator: 'Ana Ruiz' })
  await desk.value('office.update', { operator: 'Luis Vega' })
  const id = await knownCase()
  await shareAll()
  await admin.value('case-notes.add', { id, text: 'Falta el DNI' })
  await desk.value('case-notes.add', { id, text: 'Pedido por teléfono' })
  const texts = ({ notes }: Annotations) => notes.map(({ author, text }) => `${author}: ${text}`).toSorted()
  for (const core of [admin, desk]) await untilAnnotated(core, id, ({ notes }) => notes.length === 2)
  expect(texts(await annotationsOf(admin, id))).toEqual([
    'Ana Ruiz: Falta el DNI',
    'Luis Vega: Pedido por teléfono',
  ])

  // Who works at the other PCs is known before anything names them.
  await waitUntil(
    () => admin.value('cases.colleagues', {}),
    ({ others }) => others.includes('Luis Vega'),
  )
  await admin.value('cases.assign', { selection: { ids: [id] }, person: 'Luis Vega', note: 'Llámale hoy' })
  const mentions = async (core: CoreFixture) =>
    (await core.value('inbox.list', { filter: 'all', limit: 200 })).rows.filter(
      ({ event }) => event === NOTE_MENTION,
    )
  await waitUntil(
    () => mentions(desk),
    (rows) => rows.length === 1,
  )
  await untilAnnotated(desk, id, ({ assigned }) => assigned === 'Luis Vega')
  expect(await mentions(admin)).toEqual([])

  const note = (await annotationsOf(desk, id)).notes.find(({ text }) => text === 'Falta el DNI')
  await desk.value('case-notes.remove', { noteIds: [note?.id ?? ''] })
  await untilAnnotated(admin, id, ({ notes }) => notes.every(({ text }) => text !== 'Falta el DNI'))
  expect(await mentions(desk)).toHaveLength(1)
})

test('what both had before is merged: the newer value stays, the other one is in the history', async () => {
  const id = await knownCase()
  await annotate(admin, id, { client: 'Primero', buyerName: 'Ana Soler' })
  await annotate(desk, id, { client: 'Segundo' })
  await shareAll()
  for (const core of [admin, desk])
    await untilAnnotated(
      core,
      id,
      ({ fields }) => fields.client === 'Segundo' && fields.buyerName === 'Ana Soler',
    )
})

test('a PC that was off gets what came meanwhile, and what it wrote offline reaches the others', async () => {
  const id = await knownCase()
  await shareAll()
  await desk.stop()
  await annotate(admin, id, { client: 'Lozano' })
  await untilShared(admin, isDone)
  desk = await office.start(desk.dataDir)
  await untilAnnotated(desk, id, ({ fields }) => fields.client === 'Lozano')

  await office.relay.kill()
  for (const core of [admin, desk]) await untilShared(core, ({ state }) => state === 'waiting')
  await annotate(desk, id, { client: 'Levante' })
  await admin.value('case-notes.add', { id, text: 'Escrito sin relé' })
  await office.relay.again()
  for (const core of [admin, desk])
    await untilAnnotated(
      core,
      id,
      ({ fields, notes }) =>
        fields.client === 'Levante' && notes.some(({ text }) => text === 'Escrito sin relé'),
    )
})

test('what one PC has done or put off is so on the other, also what was marked offline, and is undone there too', async () => {
  await admin.value('office.update', { operator: 'Ana Ruiz' })
  const ids = [await knownCase(), await knownCase()] as const
  await shareAll()
  const rowOf = async (core: CoreFixture, id: string) => {
    const { rows } = await core.value('inbox.list', { filter: 'all', kind: 'procedure', id, limit: 200 })
    return rows.find(({ status }) => status === 'BLOCKED')
  }
  const seqOf = async (core: CoreFixture, id: string) => (await rowOf(core, id))?.seq ?? 0
  const mark = async (core: CoreFixture, id: string, state: 'done' | 'unread') =>
    core.value('inbox.mark', { seqs: [await seqOf(core, id)], state })
  const untilMarked = (core: CoreFixture, id: string, state: string) =>
    waitUntil(
      () => rowOf(core, id),
      (row) => row?.state === state,
    )
  await mark(admin, ids[0], 'done')
  expect(await untilMarked(desk, ids[0], 'done')).toMatchObject({ markedBy: 'Ana Ruiz' })
  await waitUntil(
    () => desk.slice('inboxCounts'),
    ({ unread }) => unread === 1,
  )
  await mark(admin, ids[0], 'unread')
  await untilMarked(desk, ids[0], 'unread')

  await office.relay.kill()
  for (const core of [admin, desk]) await untilShared(core, ({ state }) => state === 'waiting')
  await mark(desk, ids[0], 'done')
  const until = Date.now() + 7 * 86_400_000
  await admin.value('inbox.snooze', { seqs: [await seqOf(admin, ids[1])], until })
  await office.relay.again()
  await untilMarked(admin, ids[0], 'done')
  expect(await untilMarked(desk, ids[1], 'snoozed')).toMatchObject({ until, markedBy: 'Ana Ruiz' })
  // It is in Plazos of both.
  const day = isoDay(until)
  const { entries } = await desk.value('deadlines.list', { from: day, to: day })
  expect(entries.map(({ about }) => about.id)).toContain(ids[1])
})

test('templates, contacts and texts reach the other PC, and so do their removals', async () => {
  await shareAll()
  const form = { name: 'Lozano', kind: 'transfer', taxId: '', fields: {}, expected: null } as const
  const { id } = await admin.value('templates.save', form)
  const names = async () => (await desk.value('templates.list', {})).rows.map(({ name }) => name)
  await waitUntil(names, (all) => all.includes('Lozano'))
  await admin.value('templates.remove', { id })
  await waitUntil(names, (all) => !all.includes('Lozano'))

  const signers = async () =>
    (await desk.value('contacts.list', { text: '', offset: 0, limit: 10 })).rows.map(
      ({ fields }) => fields.phone,
    )
  const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
  const fields = { ...empty, idNumber: '00000014Z', fullname: 'Ana Soler', phone: '600111222' }
  const contact = await admin.value('contacts.save', { fields, replaces: false })
  await waitUntil(signers, ([phone]) => phone === '600111222')
  const { id: contactId, version } = contact
  await admin.value('contacts.save', {
    id: contactId,
    version,
    fields: { ...fields, phone: '' },
    replaces: false,
  })
  await waitUntil(signers, ([phone]) => phone === '')
  await admin.value('contacts.remove', { id: contactId })
  await waitUntil(signers, (all) => all.length === 0)

  const texts = async () => JSON.stringify(await desk.value('client-texts.list', {}))
  const original = await texts()
  await admin.value('client-texts.save', { situation: 'state:DONE', text: 'Ya está lo suyo.' })
  await waitUntil(texts, (all) => all.includes('Ya está lo suyo.'))
  await admin.value('client-texts.save', { situation: 'state:DONE', text: null })
  await waitUntil(texts, (all) => all === original)
})

test('a pair of contacts that one PC has judged is not asked about at the other', async () => {
  const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
  const phone = '600111222'
  await admin.value('contacts.save', { fields: { ...empty, idNumber: '00000014Z', fullname: 'Ana', phone } })
  await desk.value('contacts.save', { fields: { ...empty, idNumber: '12345678Z', fullname: 'Eva', phone } })
  await shareAll()
  const pairs = async (core: CoreFixture) => (await core.value('contacts.alike', {})).pairs
  for (const core of [admin, desk])
    await waitUntil(
      () => pairs(core),
      (all) => all.length === 1,
    )
  const [pair] = await pairs(desk)
  if (!pair) throw new Error('no pair')
  const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })
  const distinct = { keep: seen(pair.one), other: seen(pair.other), answer: 'distinct' as const }
  expect(await desk.value('contacts.settle-alike', { answers: [distinct] })).toMatchObject({ distinct: 1 })
  await waitUntil(
    () => pairs(admin),
    (all) => all.length === 0,
  )
})

test('a setting of the office that one PC changes is in force on the other, and the others stay of each PC', async () => {
  await shareAll()
  await admin.value('notification-settings.update', { days: { deadline: 12 }, sound: true })
  await waitUntil(
    () => desk.slice('notificationSettings'),
    ({ days }) => days.deadline === 12,
  )
  await desk.value('office.update', { serviceDocumentName: '{matricula}', retentionDays: 30 })
  await waitUntil(
    () => admin.slice('office'),
    ({ serviceDocumentName }) => serviceDocumentName === '{matricula}',
  )
  await desk.value('notification-settings.update', { days: { deadline: 3 } })
  await waitUntil(
    () => admin.slice('notificationSettings'),
    ({ days }) => days.deadline === 3,
  )
  expect((await desk.slice('notificationSettings')).sound).toBe(false)
  expect((await admin.slice('office')).retentionDays).toBe(90)
})

test('a record that comes before its procedure is written when the procedure is known', async () => {
  await shareAll()
  const id = await office.change()
  await office.heard(admin, id)
  await annotate(admin, id, { client: 'Lozano' })
  await untilAnnotated(desk, id, ({ fields }) => fields.client === 'Lozano')
})

test('a change of the key seals every record anew', async () => {
  await admin.value('office.update', { operator: 'Ana Ruiz' })
  await desk.value('office.update', { operator: 'Luis Vega' })
  const id = await knownCase()
  await shareAll()
  await annotate(admin, id, { client: 'Lozano' })
  await untilAnnotated(desk, id, ({ fields }) => fields.client === 'Lozano')
  const [before = ''] = await waitUntil(keysOfRelay, (keys) => keys.size === 1)
  await changeKey(admin)
  await annotate(desk, id, { client: 'Levante' })
  await untilAnnotated(admin, id, ({ fields }) => fields.client === 'Levante')
  // The untouched ones too, such as the name of each PC's operator.
  await waitUntil(keysOfRelay, (keys) => keys.size === 1 && !keys.has(before))
  expect(await keysOfRelay()).not.toContain(before)
})

/** Keys that the records of the relay are sealed with. The secret of the ids is never written again. */
async function keysOfRelay(): Promise<Set<string>> {
  const records = (await readRelay()).filter(({ id }) => id !== 'ventanilla-shared-secret-1')
  expect(records.length).toBeGreaterThan(2)
  return new Set(records.map(({ body }) => keyIdOf(body ?? '')))
}

test('the erasure of a person reaches the other PC, with what was replaced before', async () => {
  const id = await knownCase()
  await shareAll()
  await annotate(admin, id, { sellerTaxId: '00000014Z', sellerName: 'Ana Soler' })
  await admin.value('case-notes.add', { id, text: 'Ana Soler llama el lunes' })
  await untilAnnotated(
    desk,
    id,
    ({ fields, notes }) => fields.sellerName === 'Ana Soler' && notes.length === 1,
  )
  await annotate(admin, id, { client: 'Lozano', sellerName: 'Ana Soler Gil' })
  await untilAnnotated(desk, id, ({ fields }) => fields.client === 'Lozano')
  const replaced = async (core: CoreFixture) =>
    JSON.stringify(await core.value('sharing.history', { kind: 'case', key: id }))
  for (const core of [admin, desk]) expect(await replaced(core)).toContain('Soler')
  await admin.value('data-subjects.erase', { taxId: '00000014Z', confirmed: true })
  await untilAnnotated(desk, id, ({ fields }) => fields.sellerName === '')
  expect(await untilProven(admin, ({ state }) => state !== 'pending')).toMatchObject([
    { name: 'Dirección', isOwn: true, state: 'applied' },
    { name: 'Mostrador', isOwn: false, state: 'applied' },
  ])
  await untilAnnotated(desk, id, ({ notes }) => notes.length === 0)
  for (const core of [admin, desk]) {
    await untilShared(core, isDone)
    expect(await replaced(core)).not.toContain('Soler')
  }
})

/** PCs of the last erasure, once each meets the condition. */
async function untilProven(core: CoreFixture, condition: (pc: ErasurePc) => boolean): Promise<ErasurePc[]> {
  const list = async () =>
    (await core.value('data-subjects.erasures', { taxId: '00000014Z' })).rows[0]?.pcs ?? []
  const pcs = await waitUntil(list, (all) => all.length > 0 && all.every(condition))
  return pcs.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}

test('a PC that has not applied an erasure is named, also days later and after its removal', async () => {
  const id = await knownCase()
  await shareAll()
  await annotate(admin, id, { sellerTaxId: '00000014Z', sellerName: 'Ana Soler' })
  await untilAnnotated(desk, id, ({ fields }) => fields.sellerName === 'Ana Soler')
  await desk.stop()
  await admin.value('data-subjects.erase', { taxId: '00000014Z', confirmed: true })
  const waiting = [
    { name: 'Dirección', state: 'applied' },
    { name: 'Mostrador', state: 'pending', at: expect.any(Number) },
  ]
  expect(await untilProven(admin, () => true)).toMatchObject(waiting)
  // Without the relay too.
  await office.relay.kill()
  await untilShared(admin, ({ state }) => state === 'waiting')
  expect(await untilProven(admin, () => true)).toMatchObject(waiting)
  await office.relay.again()
  await untilShared(admin, isDone)

  const [row] = (await admin.value('data-subjects.erasures', { taxId: '00000014Z' })).rows
  const ofRow = await admin.value('data-subjects.erasures', { seq: row?.seq ?? 0 })
  expect(ofRow.rows).toMatchObject([{ seq: row?.seq }])
  const { devices } = await admin.value('relay.devices', {})
  await admin.value('relay.revoke', { id: devices.find(({ name }) => name === 'Mostrador')?.id ?? '' })
  expect(await untilProven(admin, ({ state }) => state !== 'pending')).toMatchObject([
    { name: 'Dirección', state: 'applied' },
    { name: 'Mostrador', state: 'removed', at: expect.any(Number) },
  ])
  // The next erasure is not asked of a PC that had been removed.
  await annotate(admin, id, { sellerTaxId: '00000014Z', sellerName: 'Ana Soler' })
  await untilShared(admin, isDone)
  await admin.value('data-subjects.erase', { taxId: '00000014Z', confirmed: true })
  expect(await untilProven(admin, () => true)).toMatchObject([{ name: 'Dirección', state: 'applied' }])
})

test('a removal counts at the other PCs if a colleague has made it, and not if only the relay says so', async () => {
  const id = await knownCase()
  await shareAll()
  for (const name of ['Portátil', 'Archivo']) {
    const other = await office.start()
    await office.pair(admin, other, name)
    await other.value('office.update', { operator: name })
    await other.value('sharing.turn-on', {})
    await untilShared(other, isDone)
    await other.stop()
  }
  await annotate(desk, id, { sellerTaxId: '00000014Z', sellerName: 'Ana Soler' })
  await untilShared(desk, isDone)
  await desk.value('data-subjects.erase', { taxId: '00000014Z', confirmed: true })
  const { devices } = await admin.value('relay.devices', {})
  const idOf = (of: string) => devices.find(({ name }) => name === of)?.id ?? ''
  await admin.value('relay.revoke', { id: idOf('Portátil') })
  // The administrator of the relay has no key of the office.
  await office.relay.ask('DELETE', `/v1/devices/${idOf('Archivo')}`)
  const read = async () =>
    (await desk.value('data-subjects.erasures', { taxId: '00000014Z' })).rows[0]?.pcs ?? []
  const of = (pcs: readonly ErasurePc[], name: string) => pcs.find((pc) => pc.name === name)
  const pcs = await waitUntil(
    read,
    (all) => of(all, 'Portátil')?.state === 'removed' && of(all, 'Archivo')?.isListed === false,
  )
  expect(of(pcs, 'Portátil')).toMatchObject({ isListed: false, at: expect.any(Number) })
  expect(of(pcs, 'Archivo')).toMatchObject({ state: 'pending' })
})

test('a PC that was removed neither reads nor writes any more, and says so', async () => {
  const id = await knownCase()
  await shareAll()
  const { devices } = await admin.value('relay.devices', {})
  await admin.value('relay.revoke', { id: devices.find(({ name }) => name === 'Mostrador')?.id ?? '' })
  await annotate(admin, id, { client: 'Lozano' })
  await untilShared(admin, isDone)
  await untilShared(desk, ({ state }) => state === 'waiting')
  expect((await annotationsOf(desk, id)).fields.client).toBe('')
})

test('both PCs have the entries of the ledger, one correction of two, and the tariffs', async () => {
  const id = await knownCase()
  await shareAll()
  const owner = { procedureId: id }
  const money = { concept: null, text: '', vatRate: 0, day: isoDay(Date.now()), owner } as const
  const paid = await admin.value('ledger.add', { ...money, id: randomUUID(), kind: 'payment', cents: 700 })
  await desk.value('ledger.add', { ...money, id: randomUUID(), kind: 'request', cents: 900 })
  const read = (core: CoreFixture) => core.value('ledger.read', owner)
  for (const core of [admin, desk])
    await waitUntil(
      () => read(core),
      ({ entries }) => entries.length === 2,
    )
  await Promise.all(
    [admin, desk].map((core, index) => core.value('ledger.correct', { id: paid.id, reason: `${index}` })),
  )
  const line = {
    kind: 'fee',
    concept: null,
    text: '',
    cents: 100,
    vatRate: 0,
    year: null,
    source: '',
  } as const
  await desk.value('ledger.save-tariff', { client: null, kind: 'transfer', lines: [line], version: 0 })
  await waitUntil(
    () => admin.value('ledger.tariff', { client: null, kind: 'transfer' }),
    ({ lines }) => lines.length === 1,
  )
  for (const core of [admin, desk]) await untilShared(core, isDone)
  const [one, other] = await Promise.all([admin, desk].map(read))
  expect(one).toEqual(other)
  expect(one).toMatchObject({ balance: { requested: 900, balance: 0 } })
  expect(one?.entries).toHaveLength(3)
})
