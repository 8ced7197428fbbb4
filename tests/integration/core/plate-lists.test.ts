import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { NewPlateList, PlateList, PlateListView } from '#shared/bridge/plate-lists.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'

let service: FaultService
let core: CoreFixture

beforeEach(async () => {
  service = await startFaultService(reducedReports())
  core = await startCore(service.url)
  // What is tested is not the pace.
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const still = new AbortController().signal

const create = (id: string, body: NewPlateList | string) => createList(core, { id, name: 'Autos Vega' }, body)
const TEXT = ['Matrícula', '1234 BCD nave 2', '5678-FGH', '5678 FGH', '=9012 JKL', 'Total: 4 coches'].join(
  '\n',
)

const list = () => core.value('plate-lists.get', { id: 'a' })
const done = () => waitUntil(list, ({ state }: PlateList) => state === 'done')
const requested = () =>
  service.seen.flatMap(({ method, body }) =>
    method === 'POST' ? [(JSON.parse(body) as { vrm: string }).vrm] : [],
  )

async function exported(
  format: 'csv' | 'xlsx',
  view: object = { id: 'a' },
): Promise<{ filename: string; bytes: Buffer }> {
  const sent = await core.core.router.send(`plate-lists.${format}`, view, still)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return { filename: sent.value.filename, bytes: Buffer.concat(chunks) }
}

test('a list is looked up, each plate once, and its answer is told, copied and written as a file', async () => {
  service.answer(
    reducedReports((vrm) => ({
      id: `of ${vrm}`,
      vrm,
      status: 'completed',
      transferabilityStatus: vrm === '5678FGH' ? 'not_transferable' : 'transferable',
    })),
  )
  expect(await create('a', newListOfText(TEXT))).toMatchObject({ ok: true, value: { total: 3 } })
  expect(await create('a', newListOfText('0000 BBB'))).toMatchObject({ ok: true, value: { total: 3 } })
  expect(await done()).toMatchObject({
    name: 'Autos Vega',
    counts: { not_transferable: 1, transferable: 2, waiting: 0 },
    leftOut: { unread: [{ line: 6 }], repeated: [{ vrm: '5678FGH', line: 4, first: 3 }] },
  })
  expect(requested().toSorted()).toEqual(['1234BCD', '5678FGH', '9012JKL'])
  await core.value('plate-lists.annotate', { id: 'a', ord: 0, note: '=SUM(A1)', marked: true })
  const { rows } = await core.value('plate-lists.rows', { id: 'a', offset: 0, limit: 10 })
  expect(rows.map(({ vrm }) => vrm)).toEqual(['5678FGH', '1234BCD', '9012JKL'])
  const { text } = await core.value('plate-lists.text', { id: 'a', filter: 'not_transferable' })
  expect(text).toContain('Ahora no se pueden transferir (1):\n- 5678 FGH')
  expect(text).not.toContain('1234')
  expect(
    (await core.value('audit.list', { what: 'client.text', limit: 5 })).rows.map(({ kind, result }) => [
      kind,
      result,
    ]),
  ).toEqual([['copy plate-list', 'ok']])
  const csv = await exported('csv')
  expect(csv.filename).toBe('Autos Vega.csv')
  expect(csv.bytes.toString()).toContain(';nave 2;')
  // Lines without a plate are in what is written of the whole list, and in no part of it.
  expect(csv.bytes.toString()).toContain('\r\n6;;Total: 4 coches;Línea sin matrícula;')
  expect((await core.value('plate-lists.text', { id: 'a' })).text).toContain('- Línea 6: Total: 4 coches')
  expect(text).not.toContain('Total')
  // A cell that a spreadsheet would run is text.
  expect(csv.bytes.toString()).toContain(`;'=SUM(A1);Sí`)
  const sheet = strFromU8(unzipSync((await exported('xlsx')).bytes)['xl/worksheets/sheet1.xml']!)
  // Numbers and moments that a spreadsheet sorts and adds up.
  expect(sheet).toMatch(/<row><c><v>3<\/v><\/c>.*?<c s="3"><v>4\d{4}\.\d+<\/v><\/c>/)
  expect(sheet).toContain('Total: 4 coches')
  const changed = core.frames.filter(
    ({ topic, payload }) => topic === 'changed' && (payload as { kind: string }).kind === 'plate-list',
  )
  expect(changed.length).toBeGreaterThan(2)
  // Nobody waits for them in Novedades.
  expect((await core.slice('inboxCounts')).unread).toBe(0)
})

test('a file, a copied answer and the counts say that the registry has another vehicle', async () => {
  await create('a', newListOfText('1234 BCD Audi A3\n5678 FGH Seat León'))
  expect(await done()).toMatchObject({ counts: { transferable: 2, other_vehicle: 1 } })
  const words = 'En la lista: Audi A3. En Tráfico: SEAT León 1.5 TSI FR.'
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await exported(format)
    const text =
      format === 'csv' ? bytes.toString() : strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
    expect(text.split('En Tráfico')).toHaveLength(2)
    expect(text).toContain(words)
  }
  const { text } = await core.value('plate-lists.text', { id: 'a' })
  expect(text).toContain(`- 1234 BCD. ${words}\n- 5678 FGH, SEAT León`)
  const chosen = await core.value('plate-lists.ords', { id: 'a', filter: 'other_vehicle' })
  expect(chosen).toEqual({ ords: [0] })
})

test('what is asked of chosen rows is of them alone, whatever else the view says', async () => {
  await create('a', newListOfText(TEXT))
  await done()
  const view: PlateListView = {
    id: 'a',
    ords: [0, 2],
    filter: 'not_transferable',
    query: 'nothing',
    order: 'line',
  }
  expect(await core.value('plate-lists.ords', view)).toEqual({ ords: [0, 2] })
  const { text } = await core.value('plate-lists.text', view)
  expect(text).toContain('Consulta de 2 matrículas')
  expect(text).not.toContain('5678')
  const csv = (await exported('csv', view)).bytes.toString()
  expect(csv).toContain('9012 JKL')
  expect(csv).not.toContain('5678 FGH')
  expect(await core.value('transfer-batches.candidates', view)).toMatchObject({ shown: { transferable: 2 } })
  await core.value('transfer-batches.create', { id: 'b', view, of: 'shown', alerts: false })
  const { rows } = await core.value('transfer-batches.get', { id: 'b' })
  expect(rows.map(({ vrm }) => vrm)).toEqual(['1234BCD', '9012JKL'])
  await core.value('plate-lists.note', { id: 'a', ords: [0, 2], note: 'Llamar' })
  expect(await core.value('plate-lists.notes', { id: 'a', ords: [0, 1, 2] })).toEqual({
    noted: 2,
    common: '',
  })
  expect(await core.value('plate-lists.notes', { id: 'a', ords: [0, 2] })).toEqual({
    noted: 2,
    common: 'Llamar',
  })
})

test('the service limits for a while: nothing is lost nor asked twice, and the end is not foretold meanwhile', async () => {
  let refusals = 0
  const reports = reducedReports()
  service.answer((request, response) =>
    request.method === 'POST' && request.body.includes('5678FGH') && refusals++ < 2
      ? json(response, 429, { statusCode: 429, message: 'slow down' }, { 'retry-after': '1' })
      : reports(request, response),
  )
  await create('a', newListOfText(TEXT))
  expect(await done()).toMatchObject({ counts: { transferable: 3, unanswered: 0 }, endsAt: null })
  expect(requested().filter((vrm) => vrm === '1234BCD')).toHaveLength(1)
})

test('the end is foretold by the answers that have come, and not while none can come', async () => {
  const reports = reducedReports()
  const isLast = (body: string) => /[5-9]BCD/.test(body)
  service.answer((request, response) =>
    request.method === 'POST' && isLast(request.body) ? undefined : reports(request, response),
  )
  await create('a', newListOfText(Array.from({ length: 9 }, (_, at) => `${String(1001 + at)}BCD`).join('\n')))
  const { endsAt } = await waitUntil(list, ({ open }) => open === 5)
  expect(endsAt).toBeGreaterThan(Date.now())
  await core.value('plate-lists.pause', { id: 'a' })
  expect((await list()).endsAt).toBeNull()
})

test('paused with the core, it stays so; resumed after a start, it ends', async () => {
  service.answer(() => undefined)
  await create('a', newListOfText(TEXT))
  await core.value('plate-lists.pause', { id: 'a' })
  const { dataDir } = core
  await core.core.stop()
  service.answer(reducedReports())
  core = await startCore(service.url, { dataDir })
  expect(await list()).toMatchObject({ state: 'stopped', endsAt: null })
  await core.value('plate-lists.resume', { id: 'a' })
  expect(await done()).toMatchObject({ counts: { transferable: 3 } })
})

test('what is no list, or of no account, is refused and nothing is kept of it', async () => {
  for (const body of ['', 'hello', '[]', '{"plates":[]}', JSON.stringify({ plates: [{ vrm: '1234BCD' }] })])
    expect(await create('a', body)).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
  expect(await core.value('plate-lists.list', {})).toEqual({ rows: [] })
  expect(await core.call('plate-lists.get', { id: 'a' })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  for (const name of ['pause', 'resume', 'cancel', 'retry', 'first', 'remove'] as const)
    expect(await core.call(`plate-lists.${name}`, { id: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
})
