import { afterAll, afterEach, expect, test } from 'vitest'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { labelDealerId } from '#shared/domain/dealer-id.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'

let fixture: CoreFixture | undefined
const still = new AbortController().signal

async function start(): Promise<CoreFixture & { service: RealService }> {
  const { host, service } = serviceHost()
  fixture = await startCore('', { host, deriveKey: quickDerive, loadKeytar: createMemoryKeytar().load })
  return { ...fixture, service: await service }
}
afterEach(() => fixture?.stop())
afterAll(removeTemporaryDirectories)

const VEGA = clientDealerId('Autos Vega')

/** A procedure made at the service and tracked here, of that client. */
async function tracked({ value }: CoreFixture, made: Promise<{ id: string }>, client: string) {
  const { id } = await made
  await value('changes.add', { text: id })
  await value('annotations.save', { id, version: 0, fields: { client } })
  return id
}
const ids = (board: DealerBoard, part: string) =>
  board.sections.find(({ section }) => section === part)?.rows.map(({ id }) => id)

async function exported(core: CoreFixture, format: 'csv' | 'xlsx', id: string) {
  const sent = await core.core.router.send(`dealers.${format}`, { id }, still)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return { filename: sent.value.filename, bytes: Buffer.concat(chunks) }
}

test('a registration gets its plate while the board is open: it is published, and the board has it', async () => {
  const core = await start()
  const { service, value, frames } = core
  const id = await tracked(core, service.createRegistration('WVWZZZ1JZXW000001'), 'AUTOS VEGA')
  const before = await value('dealers.get', { id: VEGA })
  expect(before).toMatchObject({ name: 'AUTOS VEGA', tally: { open: 1, ended: 0 }, plates: 0 })
  const told = frames.length
  await service.force(id, 'DONE')
  await value('changes.refresh', { kind: 'procedure', id })
  // Windows ask again for what they show, as they are told.
  await waitUntil(
    () => frames.slice(told),
    (published) =>
      published.some(({ topic, payload }) => {
        const { kind, ids: changed } = payload as { kind: string; ids: string[] }
        return topic === 'changed' && kind === 'resource' && changed.includes(id)
      }),
  )
  const after = await value('dealers.get', { id: VEGA })
  expect(after).toMatchObject({ tally: { open: 0, ended: 1 }, plates: 1 })
  const [row] = after.sections.find(({ section }) => section === 'ended')?.rows ?? []
  expect(row).toMatchObject({ id, assigned: true, vrm: expect.stringMatching(/^\d{4}[A-Z]{3}$/) })
  expect((await value('dealers.digest', { id: VEGA })).text).toContain('matrícula asignada')
})

test('what an incident asks, a mandate that waits and a draft without papers are the dealer’s', async () => {
  const core = await start()
  const { service, value } = core
  const asked = await tracked(core, service.create('1234BCD'), 'Autos Vega')
  const outcome = await tracked(core, service.create('5678FGH', { invoiceNumber: 'F-2' }), 'autos vega')
  const other = await tracked(core, service.create('9012JKL', { invoiceNumber: 'F-3' }), 'Autos Vega, S.L.')
  await service.post(`/v1/test/procedures/${asked}/incidents`, { type: 'pending-document' })
  await value('changes.refresh', { kind: 'procedure', id: asked })
  const { id: mandate } = await service.createSignature('00000000T')
  await value('changes.add', { text: mandate })
  await value('signatures.link', { id: mandate, procedureId: outcome })
  const draft = await value('procedures.draft-create', { kind: 'transfer' })
  await value('procedures.draft-save', {
    id: draft.id,
    version: draft.version,
    fields: { client: 'Autos Vega' },
  })
  const board = await value('dealers.get', { id: VEGA })
  const dealer = ids(board, 'dealer') ?? []
  expect(dealer).toContain(asked)
  expect(dealer).toContain(draft.id)
  expect(board.sections.flatMap(({ rows }) => rows.map(({ id }) => id))).not.toContain(other)
  await waitUntil(
    () => value('changes.refresh', { kind: 'signature', id: mandate }),
    ({ status }) => status === 'signed',
  )
  const signed = await value('dealers.get', { id: VEGA })
  const row = signed.sections.flatMap(({ rows }) => rows).find(({ id }) => id === outcome)
  expect(row).toMatchObject({ waits: 'registry', signatures: [{ id: mandate, outcome: 'signed' }] })
  const { rows } = await value('dealers.list', { text: 'vega', offset: 0, limit: 10 })
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['Autos Vega, S.L.', 'autos vega'])
})

test('what is given is written down, without a name; a label has its board; a file has every row', async () => {
  const core = await start()
  const { service, value, call } = core
  const id = await tracked(core, service.create('1234BCD'), '=Autos Vega')
  await value('cases.label', { selection: { ids: [id] }, add: ['renting'], remove: [] })
  const client = clientDealerId('=Autos Vega')
  const { text } = await value('dealers.digest', { id: client })
  expect(text).toContain('- 1234 BCD')
  expect((await value('dealers.digest', { id: labelDealerId('renting') })).text).toMatch(/^Hola\. /)
  await value('dealers.not-copied', { id: client })
  const csv = await exported(core, 'csv', labelDealerId('renting'))
  expect(csv.filename).toMatch(/^renting \d{4}-\d{2}\.csv$/)
  expect(csv.bytes.toString()).toContain(';1234 BCD;')
  expect((await exported(core, 'xlsx', client)).bytes.subarray(0, 2).toString()).toBe('PK')
  const { rows } = await value('audit.list', { limit: 10 })
  const noted = rows.filter(({ kind }) => kind === 'dealer' || kind === 'copy dealer:digest')
  expect(noted.map(({ what, result }) => `${what} ${result}`)).toEqual([
    'export ok',
    'export ok',
    'client.text failed',
    'client.text ok',
    'client.text ok',
  ])
  expect(JSON.stringify(noted).toLowerCase()).not.toContain('vega')
  expect(await call('dealers.get', { id: clientDealerId('Nadie') })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  expect(await call('dealers.digest', { id: 'nonsense' })).toMatchObject({ ok: false })
  expect(await call('dealers.get', { id: client, month: '2026-13' })).toMatchObject({ ok: false })
})

test('the office’s own text is that of the digest, and its templates are of the dealer by name or number', async () => {
  const core = await start()
  const { service, value } = core
  const id = await tracked(core, service.create('1234BCD'), 'Autos Vega')
  await value('annotations.save', {
    id,
    version: 1,
    fields: { sellerName: 'AUTOS VEGA', sellerTaxId: 'B12345674' },
  })
  await value('client-texts.save', { situation: 'dealer:digest', text: 'Buenas, {nombre}: {resumen}' })
  expect((await value('dealers.digest', { id: VEGA })).text).toMatch(/^Buenas, Autos Vega: /)
  const template = (name: string, taxId: string, client: string) =>
    value('templates.save', { name, kind: 'transfer', taxId, fields: { client }, expected: null })
  await template('Por nombre', '', 'autos véga')
  await template('Por número', 'b-12345674', '')
  await template('De otro', '', 'Autos Lozano')
  const board = await value('dealers.get', { id: VEGA })
  expect(board.templates.map(({ name }) => name)).toEqual(['Por nombre', 'Por número'])
  expect(board.taxId).toBe('B12345674')
})

test('an erased person is on no board', async () => {
  const core = await start()
  const { service, value, call } = core
  const id = await tracked(core, service.create('1234BCD'), 'Ana Ribera')
  await value('annotations.save', {
    id,
    version: 1,
    fields: { buyerName: 'Ana Ribera', buyerTaxId: '00000000T' },
  })
  expect(await call('dealers.get', { id: clientDealerId('Ana Ribera') })).toMatchObject({ ok: true })
  await value('data-subjects.erase', { taxId: '00000000T', confirmed: true })
  expect(await call('dealers.get', { id: clientDealerId('Ana Ribera') })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  expect((await value('dealers.list', { offset: 0, limit: 10 })).rows).toEqual([])
})
