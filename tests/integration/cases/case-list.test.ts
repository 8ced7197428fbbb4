import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { CaseFilter, CaseView } from '#shared/bridge/cases.ts'
import { daysAfter, writeDay } from '#shared/domain/calendar.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'

let procedures: FakeProcedures
let service: FaultService
let desk: CoreFixture

beforeEach(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
  desk = await startCore(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const restart = async () => {
  await desk.stop()
  desk = await startCore(service.url, { dataDir: desk.dataDir })
}

/** A procedure of the service that this PC tracks. */
async function known(id: string, fields: Record<string, unknown> = {}, status = 'PENDING'): Promise<void> {
  procedures.set(id, status, fields)
  await desk.value('changes.add', { text: id })
}

async function write(id: string, fields: CommandArgs<'annotations.save'>['fields']) {
  const { version } = await desk.value('annotations.get', { id })
  return desk.value('annotations.save', { id, version, fields })
}

const note = (id: string, text: string) => desk.value('case-notes.add', { id, text })

const list = (filter: CaseFilter = {}) =>
  desk.value('cases.list', { filter, sort: { by: 'recent', descending: true }, offset: 0, limit: 50 })
const ids = async (filter: CaseFilter = {}) => (await list(filter)).rows.map(({ id }) => id)
const found = (text: string) => ids({ text })
const changes = () =>
  desk.frames.flatMap(({ topic, payload }) =>
    topic === 'changed' ? [payload as { kind: string; ids: string[] }] : [],
  )

describe('finding one', () => {
  beforeEach(async () => {
    await known('prc_otra', { vrm: '9876KLM', invoiceNumber: 'A-1' })
    await known('prc_7f3a', {
      vrm: undefined,
      type: 'VEHICLE_REGISTRATION',
      typeDescription: 'Matriculación',
      vehicle: { vin: 'WVWZZZ1JZXW004711', vrm: '1234BCD' },
      invoiceNumber: 'F-2026/0859',
    })
    await write('prc_7f3a', {
      client: 'Automóviles Núñez, S.L.',
      buyerName: 'José María García',
      buyerTaxId: '12345678Z',
    })
    await note('prc_7f3a', 'Falta el recibo del IVTM')
  })

  test.each([
    ['a piece of the plate', '234b'],
    ['the plate as it is painted', '1234 BCD'],
    ['two characters of the plate', 'bc'],
    ['the end of the chassis', '004711'],
    ['the invoice', '2026/0859'],
    ['the client without accents', 'nunez'],
    ['a party', 'García José'],
    ['two letters', 'ga'],
    ['an identifier', '12.345.678-Z'],
    ['a note', 'ivtm'],
    ['its id', '7f3a'],
    ['its type', 'matricul'],
    ['words of different places', 'garcia 1234'],
  ])('by %s', async (_, text) => {
    expect(await found(text)).toEqual(['prc_7f3a'])
    expect((await desk.value('cases.find', { text, limit: 5 })).rows.map(({ id }) => id)).toEqual([
      'prc_7f3a',
    ])
  })

  test('not by half of it', async () => {
    expect(await found('garcia 9876')).toEqual([])
    expect(await found('xxx')).toEqual([])
  })

  test('after a start, as before; and by what it says now, no longer by what it said', async () => {
    await write('prc_7f3a', { client: 'Talleres Peña' })
    await restart()
    expect(await found('pena')).toEqual(['prc_7f3a'])
    expect(await found('nunez')).toEqual([])
    procedures.set('prc_7f3a', 'DONE', { vehicle: { vin: 'WVWZZZ1JZXW004711', vrm: '5555FFF' } })
    await desk.value('changes.refresh', { kind: 'procedure', id: 'prc_7f3a' })
    expect(await found('5555fff')).toEqual(['prc_7f3a'])
    expect(await found('1234bcd')).toEqual([])
  })

  test('nothing typed finds nothing in the palette, and everything in the list', async () => {
    expect((await desk.value('cases.find', { text: ' -', limit: 5 })).rows).toEqual([])
    expect(await found(' -')).toHaveLength(2)
  })
})

test('a row has what the service says and what the desk wrote', async () => {
  await known(
    'p',
    {
      invoiceNumber: 'F-1',
      createdAt: '2026-11-01T10:00:00.000Z',
      incidents: [
        { id: 'a', type: 'seizure', solved: true },
        { id: 'b', type: 'unpaid-ivtm-tax', level: 'blocker', solved: false },
        { id: 'c', type: 'never-seen' },
      ],
    },
    'BLOCKED',
  )
  await write('p', { client: 'Lux', sellerName: 'Ana', buyerName: 'Luis', buyerTaxId: '12.345.678-z' })
  await desk.value('cases.label', { selection: { ids: ['p'] }, add: ['urgente'], remove: [] })
  expect((await list()).rows).toEqual([
    {
      kind: 'procedure',
      id: 'p',
      subject: { vrm: '1234BCD', label: 'Transferencia' },
      status: 'BLOCKED',
      since: expect.any(Number),
      checkedAt: expect.any(Number),
      gone: false,
      type: 'VEHICLE_TRANSFER',
      invoice: 'F-1',
      client: 'Lux',
      sellerName: 'Ana',
      buyerName: 'Luis',
      sellerTail: '',
      buyerTail: '78Z',
      vehicle: '',
      labels: ['urgente'],
      assigned: '',
      marked: false,
      pinned: false,
      muted: false,
      incidents: 2,
      incident: 'unpaid-ivtm-tax',
      createdAt: Date.UTC(2026, 10, 1, 10),
      failed: false,
    },
  ])
})

test.each([
  ['incidents that are no list', { incidents: { first: 1 } }],
  ['incidents that are no incidents', { incidents: [null, 7, 'x', [], { type: 4 }] }],
  ['numbers for texts', { invoiceNumber: 33, createdAt: 5, vrm: 1234, typeDescription: 8 }],
  [
    'nothing for everything',
    { type: null, vrm: null, invoiceNumber: null, incidents: null, vehicle: null, createdAt: null },
  ],
  ['a date that is none', { createdAt: 'ayer' }],
])('a service that answers %s breaks no row', async (_, fields) => {
  await known('p', fields, 'NUNCA_VISTO')
  expect((await list()).rows).toMatchObject([{ id: 'p', status: 'NUNCA_VISTO' }])
  expect((await desk.value('cases.facets', { filter: {} })).statuses).toEqual([
    { value: 'NUNCA_VISTO', n: 1 },
  ])
})

describe('what the desk writes down', () => {
  test('is kept, told, and given a version', async () => {
    await known('p')
    expect(await desk.value('annotations.get', { id: 'p' })).toMatchObject({
      version: 0,
      fields: { client: '' },
    })
    expect(await write('p', { client: 'Lux', buyerName: 'a' })).toMatchObject({ version: 1 })
    await write('p', { buyerName: 'b' })
    expect(changes()).toContainEqual(expect.objectContaining({ kind: 'resource', ids: ['p'] }))
    await restart()
    expect(await desk.value('annotations.get', { id: 'p' })).toMatchObject({
      version: 2,
      fields: { client: 'Lux', buyerName: 'b' },
    })
  })

  test('two windows: the later is refused, and nothing is written over', async () => {
    await known('p')
    const save = (client: string) =>
      desk.call('annotations.save', { id: 'p', version: 0, fields: { client } })
    expect((await save('una')).ok).toBe(true)
    expect(await save('otra')).toMatchObject({ ok: false, error: { code: 'draft-changed', detail: '1' } })
    expect((await desk.value('annotations.get', { id: 'p' })).fields.client).toBe('una')
  })

  test('a mark or a label is in nobody’s way', async () => {
    await known('p')
    await write('p', { client: 'a' })
    await desk.value('cases.mark', { selection: { ids: ['p'] }, marked: true })
    await desk.value('cases.label', { selection: { ids: ['p'] }, add: ['x'], remove: [] })
    await desk.value('cases.pin', { id: 'p', pinned: true, why: 'pleito' })
    expect((await desk.call('annotations.save', { id: 'p', version: 1, fields: { client: 'b' } })).ok).toBe(
      true,
    )
    expect(await desk.value('annotations.get', { id: 'p' })).toMatchObject({
      marked: true,
      labels: ['x'],
      pinned: true,
      pinnedWhy: 'pleito',
    })
    expect(await desk.value('cases.pin', { id: 'p', pinned: false, why: 'x' })).toMatchObject({
      pinned: false,
      pinnedWhy: '',
    })
  })

  test('of what is not known, nothing', async () => {
    const failed = { ok: false, error: { code: 'not-found' } }
    expect(await desk.call('annotations.get', { id: 'no' })).toMatchObject(failed)
    expect(await desk.call('annotations.save', { id: 'no', version: 0, fields: {} })).toMatchObject(failed)
    expect(await desk.call('cases.pin', { id: 'no', pinned: true, why: '' })).toMatchObject(failed)
  })
})

test('a contract date has its legal alerts at once, and loses those of the date before', async () => {
  const ago = (days: number) => writeDay(daysAfter(Date.now(), -days))
  const waiting = (n: number) =>
    waitUntil(
      () => desk.slice('inboxCounts'),
      ({ actionable }) => actionable === n,
    )
  // A procedure that is handed in has no terms left.
  await known('p', {}, 'DRAFT')
  await waiting(0)
  await write('p', { contractDate: ago(9) })
  await waiting(1)
  await write('p', { contractDate: ago(200) })
  await waiting(0)
})

describe('several at once', () => {
  beforeEach(async () => {
    for (const id of ['p1', 'p2', 'p3']) await known(id, { vrm: `000${id.at(-1)}BBB` })
    await known('p4', { vrm: '0004BBB' }, 'DONE')
  })

  test('by a filter: all that it finds, and only what changes is counted', async () => {
    const open = { filter: { ended: false } }
    expect(await desk.value('cases.mark', { selection: { ids: ['p1'] }, marked: true })).toEqual({
      changed: 1,
    })
    expect(await desk.value('cases.mark', { selection: open, marked: true })).toEqual({ changed: 2 })
    expect(await ids({ marked: true })).toEqual(['p3', 'p2', 'p1'])
    expect(await desk.value('cases.mark', { selection: { filter: {} }, marked: false })).toEqual({
      changed: 3,
    })
    expect(await ids({ marked: true })).toEqual([])
  })

  test('labels are put and taken, counted, and no more than fit', async () => {
    const all = { filter: {} }
    await desk.value('cases.label', { selection: all, add: ['vip', 'urgente'], remove: [] })
    await desk.value('cases.label', { selection: { ids: ['p1', 'p2', 'no'] }, add: [], remove: ['vip'] })
    expect(await desk.value('cases.labels', {})).toEqual({ labels: ['urgente', 'vip'] })
    expect(await ids({ labels: ['vip'] })).toEqual(['p4', 'p3'])
    expect((await desk.value('cases.facets', { filter: {} })).labels).toEqual([
      { value: 'urgente', n: 4 },
      { value: 'vip', n: 2 },
    ])
    const many = Array.from({ length: 20 }, (_, at) => `e${at}`)
    await desk.value('cases.label', { selection: { ids: ['p1'] }, add: many, remove: [] })
    expect((await desk.value('annotations.get', { id: 'p1' })).labels).toHaveLength(20)
  })

  test('are asked about again, what ended and what is gone too', async () => {
    // Background polling is idle: only the command wakes it this soon.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const before = new Map(procedures.looks)
    const { queued } = await desk.value('cases.refresh', { selection: { filter: {} } })
    expect(queued).toBe(4)
    for (const id of ['p1', 'p4'])
      await waitUntil(
        () => procedures.looks.get(id) ?? 0,
        (looks) => looks > (before.get(id) ?? 0),
      )
    expect(await desk.value('cases.refresh', { selection: { ids: ['no'] } })).toEqual({ queued: 0 })
  })
})

describe('views', () => {
  const view = (id: string, name = id): CaseView => ({
    id,
    name,
    filter: { statuses: ['BLOCKED'], text: 'lux' },
    sort: { by: 'client', descending: false },
    columns: ['plate', 'client'],
  })

  test('are kept in their order, changed and removed, and told', async () => {
    await Promise.all([
      desk.value('views.save', { view: view('a') }),
      desk.value('views.save', { view: view('b') }),
    ])
    await desk.value('views.save', { view: view('a', 'Otra') })
    await restart()
    expect((await desk.value('views.list', {})).views).toEqual([view('a', 'Otra'), view('b')])
    expect((await desk.value('views.remove', { id: 'a' })).views).toEqual([view('b')])
    expect(changes()).toContainEqual(expect.objectContaining({ kind: 'views' }))
  })
})

describe('what the office has of a plate', () => {
  const ofPlate = (vrm: string) => desk.value('cases.of-plate', { vrm })

  test('tells the files of a plate with their notes, and its drafts; of no other plate', async () => {
    await known('prc_older', {}, 'DONE')
    await known('prc_newer')
    await known('prc_other', { vrm: '9876KLM' })
    await write('prc_newer', { client: 'Ocasión Vega' })
    await note('prc_newer', 'Falta el DNI')
    const draft = await desk.value('procedures.draft-create', {
      kind: 'transfer',
      fields: { vrm: '1234 bcd' },
    })
    await desk.value('procedures.draft-create', { kind: 'transfer', fields: { vrm: '9876 KLM' } })
    const inOffice = await ofPlate('1234BCD')
    expect(inOffice).toMatchObject({
      total: 2,
      procedures: [
        { id: 'prc_newer', client: 'Ocasión Vega', notes: 'Falta el DNI', status: 'PENDING' },
        { id: 'prc_older', notes: '', status: 'DONE' },
      ],
      drafts: [{ id: draft.id, state: 'editing' }],
      signatures: [],
      reports: [],
    })
    expect(inOffice.drafts).toHaveLength(1)
    await desk.value('procedures.draft-discard', { id: draft.id })
    expect((await ofPlate('1234BCD')).drafts).toEqual([])
    expect(await ofPlate('0000BBB')).toEqual({
      procedures: [],
      total: 0,
      drafts: [],
      signatures: [],
      reports: [],
    })
  })

  test('tells of several plates in one question, as of each, and only of those it has something of', async () => {
    await known('prc_one', {}, 'BLOCKED')
    await known('prc_two', { vrm: '9876KLM' })
    await note('prc_two', 'Falta el DNI')
    await desk.value('procedures.draft-create', { kind: 'transfer', fields: { vrm: '5555CCC' } })
    const vrms = ['9876KLM', '0000BBB', '1234BCD', '5555CCC']
    const { plates } = await desk.value('cases.of-plates', { vrms })
    expect(plates.map(({ vrm }) => vrm)).toEqual(['9876KLM', '1234BCD', '5555CCC'])
    for (const { vrm, ...plate } of plates) {
      const { reports: _, ...alone } = await ofPlate(vrm)
      expect(plate).toEqual(alone)
    }
  })

  test('tells ten of the files of a plate, and how many there are', async () => {
    for (let index = 0; index < 12; index++) await known(`prc_${index}`)
    const { procedures: rows, total } = await ofPlate('1234BCD')
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `prc_${11 - index}`))
    expect(total).toBe(12)
  })
})
