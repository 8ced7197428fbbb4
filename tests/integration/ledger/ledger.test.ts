import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { isoDay, monthOf } from '#shared/domain/calendar.ts'
import { computeBalance } from '#shared/domain/ledger.ts'
import { migrationLedger } from '#electron/core/store/migration-ledger.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'
import { copyOf, restore } from '../office/copies.ts'

type Desk = CoreFixture & { service: RealService }
const started: CoreFixture[] = []
const keytar = createMemoryKeytar()

async function start(directories?: { data: string; service: string }): Promise<Desk> {
  const { host, service } = serviceHost(directories?.service)
  const core = await startCore('', {
    host,
    deriveKey: quickDerive,
    loadKeytar: keytar.load,
    ...(directories && { dataDir: directories.data }),
  })
  started.push(core)
  return { ...core, service: await service }
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((core) => core.stop()))
})
afterAll(removeTemporaryDirectories)

const TODAY = isoDay(Date.now())
const MONTH = monthOf(Date.now())
const VRM = '1234BCD'

type Add = CommandArgs<'ledger.add'>
const entry = (owner: Add['owner'], fields: Partial<Add>): Add => ({
  id: randomUUID(),
  owner,
  kind: 'payment',
  concept: null,
  text: '',
  cents: 1,
  vatRate: 0,
  day: TODAY,
  ...fields,
})

async function addCase({ value, service }: Desk, client: string, vrm = VRM): Promise<string> {
  const { id } = await service.create(vrm, { invoiceNumber: randomUUID() })
  await value('changes.add', { text: id })
  await value('annotations.save', { id, version: 0, fields: { client } })
  return id
}

async function fileOf(
  { core }: CoreFixture,
  name: 'ledger.export' | 'ledger.pdf',
  args: object,
): Promise<Buffer> {
  const sent = await core.router.send(name, args, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
  await document.loadingTask.destroy()
  return pages.join(' ')
}

test('a case from provision to settlement: its balance, its statements and its files are the same to the cent', async () => {
  const desk = await start()
  const { value, call } = desk
  const id = await addCase(desk, 'Autos Gil, S.L.')
  const owner = { procedureId: id }
  await value('ledger.add', entry(owner, { kind: 'request', cents: 40_000, text: 'Para la transferencia' }))
  const payment = entry(owner, { cents: 40_000 })
  const paid = await value('ledger.add', payment)
  expect(await value('ledger.add', { ...payment, cents: 5 })).toEqual(paid)
  await value('ledger.add', entry(owner, { kind: 'disbursement', concept: 'dgt-fee', cents: 5_570 }))
  const tax = await value('ledger.add', entry(owner, { kind: 'disbursement', concept: 'itp', cents: 21_000 }))
  await value(
    'ledger.add',
    entry(owner, { kind: 'fee', text: 'Gestión; completa', cents: 6_055, vatRate: 2_100 }),
  )
  const counter = await value('ledger.correct', { id: tax.id, reason: 'Era otro importe' })
  expect(counter).toMatchObject({ cents: -21_000, corrects: tax.id, day: TODAY })
  expect(await value('ledger.correct', { id: tax.id, reason: 'otra vez' })).toEqual(counter)
  await value('ledger.add', entry(owner, { kind: 'disbursement', concept: 'itp', cents: 12_345 }))

  const ledger = await value('ledger.read', owner)
  expect(ledger).toMatchObject({
    client: 'Autos Gil, S.L.',
    clientId: 'client:autos gil sl',
    vehicle: VRM,
    balance: {
      requested: 40_000,
      received: 40_000,
      disbursed: 17_915,
      fees: 6_055,
      vat: 1_272,
      balance: 14_758,
    },
    proposals: [{ kind: 'fee', text: '', cents: null }],
  })
  const month = await value('ledger.month', { client: 'client:autos gil sl', month: MONTH })
  expect(month).toMatchObject({ opening: 0, closing: 14_758, groups: [{ procedureId: id, vehicle: VRM }] })
  const clients = await value('ledger.clients', { month: MONTH, show: 'holds' })
  expect(clients).toMatchObject({
    rows: [{ client: 'Autos Gil, S.L.', balance: 14_758 }],
    owed: 0,
    held: 14_758,
  })

  const { text } = await value('ledger.statement', { owner, what: 'settlement' })
  expect(text).toContain('Saldo a favor del cliente: 147,58\u00a0€')
  expect(text).toContain('no es una factura')
  // What was entered wrong and corrected is nothing to the client.
  expect(text).not.toContain('210,00')
  const pdf = await textOfPdf(await fileOf(desk, 'ledger.pdf', { owner, what: 'settlement' }))
  for (const words of ['Autos Gil, S.L.', '1234 BCD', '123,45', '12,72', '147,58', 'no es una factura'])
    expect(pdf).toContain(words)
  const provision = await value('ledger.statement', { owner, what: 'provision' })
  expect(provision.text).toContain('Para la transferencia: 400,00\u00a0€')

  const csv = (await fileOf(desk, 'ledger.export', { month: MONTH, format: 'csv' })).toString('utf8')
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const [header = '', ...lines] = csv.slice(1).trimEnd().split('\r\n')
  const effect = header.split(';').indexOf('Efecto en el saldo')
  const fromCsv = lines.map((line) => {
    const cell = line.replaceAll(/"[^"]*"/g, 'quoted').split(';')[effect] ?? ''
    expect(cell).toMatch(/^-?\d+,\d\d$/)
    return Number(cell.replace(/[,]/, ''))
  })
  const sheet = read(await fileOf(desk, 'ledger.export', { month: MONTH, format: 'xlsx' })).Sheets['Cobros']!
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
  const fromXlsx = rows.map((row) => Math.round(Number(row['Efecto en el saldo']) * 100))
  expect(rows.every((row) => typeof row['Importe sin IVA'] === 'number')).toBe(true)
  const expected = ledger.entries.map((one) => computeBalance([one]).balance)
  expect(fromCsv).toEqual(expected)
  expect(fromXlsx).toEqual(expected)

  const { rows: audited } = await value('audit.list', { limit: 20 })
  const whats = audited.map(({ what }) => what)
  expect(whats.filter((what) => what === 'ledger.add')).toHaveLength(6)
  expect(whats.filter((what) => what === 'ledger.correct')).toHaveLength(1)
  expect(JSON.stringify(audited).toLowerCase()).not.toContain('gil')

  for (const wrong of [
    { kind: 'payment', concept: 'itp' },
    { kind: 'disbursement', concept: null },
    { kind: 'payment', vatRate: 2_100 },
    { day: '2099-01-01' },
  ] as const)
    expect(await call('ledger.add', entry(owner, wrong))).toMatchObject({
      error: { code: 'invalid-request' },
    })
  await value('cases.label', { selection: { ids: [id] }, add: ['renting'], remove: [] })
  expect(await value('ledger.read', { client: 'label:renting' })).toMatchObject({
    balance: { balance: 14_758 },
  })
  expect(await call('ledger.add', entry({ client: 'label:renting' }, {}))).toMatchObject({
    error: { code: 'invalid-request' },
  })
  await value('settings.update', { hideNames: true })
  const hidden = await value('ledger.read', owner)
  expect([hidden.client, ...hidden.entries.map(({ client }) => client)].join('')).toBe('')
})

test('a paid complete report appears once by itself, when its plate has a procedure, also after a restart', async () => {
  const directories = { data: await temporaryDirectory(), service: await temporaryDirectory() }
  const first = await start(directories)
  const plate = '5678FGH'
  await first.value('complete.request', { vrm: plate, confirmed: true })
  const { latest, failed } = await first.untilComplete(plate, (view) => (view.latest ?? view.failed) !== null)
  expect(failed).toBeNull()
  await first.stop()
  started.splice(started.indexOf(first), 1)

  const second = await start(directories)
  const id = await addCase(second, 'Autos Gil', plate)
  const { entries } = await waitUntil(
    () => second.value('ledger.read', { procedureId: id }),
    (ledger) => ledger.entries.length > 0,
  )
  expect(entries).toMatchObject([
    {
      id: `report:${latest?.reportId}`,
      concept: 'complete-report',
      cents: 867,
      day: TODAY,
      isAutomatic: true,
    },
  ])
  await second.value('ledger.correct', { id: entries[0]!.id, reason: 'Lo paga la gestoría' })
  await second.stop()
  started.splice(started.indexOf(second), 1)

  const third = await start(directories)
  const again = await third.value('ledger.read', { procedureId: id })
  expect(again.entries).toHaveLength(2)
  expect(again.balance.balance).toBe(0)
})

test('reports that were paid before the ledger existed are not entered; those paid after it are', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const key = new Uint8Array(32)
  const older = openOlderStore(path, key, migrationLedger)
  older.exec(`INSERT INTO complete_request (id, vrm, state, requested_at, report_id, accepted_at) VALUES
    ('before', '${VRM}', 'done', 1, 'r1', 2), ('waiting', '5678FGH', 'queued', 1, NULL, NULL)`)
  older.close()
  const db = openDatabase(path, key)
  const rows = db.prepare('SELECT id, is_in_ledger FROM complete_request ORDER BY id').raw().all()
  db.close()
  expect(rows).toEqual([
    ['before', 1],
    ['waiting', 0],
  ])
})

test('a copy has the ledger and the tariffs, and merges them once into a PC that has others', async () => {
  const desk = await start()
  const id = await addCase(desk, 'Autos Gil')
  await desk.value('ledger.add', entry({ procedureId: id }, { cents: 700 }))
  await desk.value('ledger.add', entry({ client: 'client:autos gil' }, { kind: 'refund', cents: 200 }))
  const { lines } = await desk.value('ledger.tariff', { client: null, kind: 'transfer' })
  const dearer = lines.map((line) => ({ ...line, cents: line.cents ?? 9_900 }))
  await desk.value('ledger.save-tariff', { client: null, kind: 'transfer', lines: dearer, version: 0 })
  const copy = await copyOf(desk)

  const other = await start()
  await other.value('ledger.add', entry({ client: 'client:autos gil' }, { cents: 30 }))
  await restore(other, copy)
  await restore(other, copy)
  const { balance, entries } = await other.value('ledger.read', { client: 'client:autos gil' })
  expect([balance.balance, entries.length]).toEqual([530, 3])
  expect((await other.value('ledger.tariff', { client: null, kind: 'transfer' })).lines).toEqual(dearer)
})
