import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import { createPastCases } from '#electron/core/features/figures/past-cases.store.ts'
import { pastCaseRecordSchema } from '#electron/core/features/backup/records.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { monthName } from '#shared/text/dates.ts'
import { createCaseStore } from '#tests/fakes/case-store.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'

const HOSTILE = '=SUM("a";"b")'
const NOW = Date.now()
const MONTH = monthOf(NOW)
const months = { from: MONTH, to: MONTH }

let procedures: FakeProcedures
let service: FaultService
let desk: CoreFixture

beforeAll(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
  desk = await startCore(service.url)
  const createdAt = new Date(NOW - 60_000).toISOString()
  for (const [id, type] of [
    ['p1', 'VEHICLE_TRANSFER'],
    ['p2', 'VEHICLE_TRANSFER'],
    ['p3', HOSTILE],
  ]) {
    procedures.set(String(id), 'PENDING', { type, createdAt, updatedAt: createdAt, incidents: [] })
    await desk.value('changes.add', { text: String(id) })
  }
  procedures.set('p1', 'DONE', {
    type: 'VEHICLE_TRANSFER',
    createdAt,
    updatedAt: new Date(NOW).toISOString(),
  })
  await desk.value('changes.refresh', { kind: 'procedure', id: 'p1' })
  await desk.value('annotations.save', { id: 'p2', version: 0, fields: { client: 'Autos Lux' } })
})
afterAll(async () => {
  await desk.stop()
  await service.close()
  await removeTemporaryDirectories()
})

async function file(name: 'figures.csv' | 'figures.xlsx', args: TransferArgs<'figures.csv'>) {
  const sent = await desk.core.router.send(name, args, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return { ...sent.value, bytes: Buffer.concat(chunks) }
}

test('what is counted is what the list shows', async () => {
  const { rows } = await desk.value('figures.procedures', { months })
  expect(rows).toEqual([
    { month: MONTH, type: 'VEHICLE_TRANSFER', began: 2, ended: 1, pastBegan: 0, pastEnded: 0 },
    { month: MONTH, type: HOSTILE, began: 1, ended: 0, pastBegan: 0, pastEnded: 0 },
  ])
  const filters = [
    { began: months, types: ['VEHICLE_TRANSFER'] },
    { closed: months },
    { began: months, client: 'autos lux' },
  ]
  expect(await desk.value('cases.counts', { filters })).toEqual({ counts: [2, 1, 1] })
  const states = await desk.value('figures.states', { months, by: 'client' })
  expect(states).toEqual({ rows: [], unknown: 0, knownFrom: expect.any(Number) })
  expect(await desk.value('figures.states', { months, by: 'none' })).toMatchObject({
    rows: [{ status: 'PENDING', stays: 1, cases: 1, median: 60, p90: null }],
  })
  expect(await desk.value('figures.choices', {})).toEqual({ clients: ['Autos Lux'], labels: [] })
})

test('a period that is none is refused', async () => {
  for (const wrong of [
    { from: '2026-13', to: '2026-13' },
    { from: '2026-02', to: '2026-01' },
    { from: '2010-01', to: '2026-01' },
  ])
    expect(await desk.call('figures.verdicts', { months: wrong })).toMatchObject({
      ok: false,
      error: { code: 'invalid-request' },
    })
})

test('a table as CSV, byte by byte: nothing in it runs, and its sums are there', async () => {
  const { filename, contentType, bytes } = await file('figures.csv', {
    drawing: 'procedures',
    scope: { months },
    by: 'none',
  })
  expect(filename).toBe(`Expedientes por mes ${MONTH}.csv`)
  expect(contentType).toBe('text/csv; charset=utf-8')
  const month = monthName(MONTH)
  expect(bytes).toEqual(
    Buffer.from(
      [
        '\uFEFFMes;Tipo;Empezados;Terminados',
        `${month};Transferencia;2;1`,
        `${month};Otro trámite;1;0`,
        'Total;;3;1',
        '',
      ].join('\r\n'),
    ),
  )
  const { bytes: spread } = await file('figures.csv', { drawing: 'states', scope: { months }, by: 'none' })
  // A number of days, with its comma.
  expect(spread.toString()).toContain('\r\nPendiente;0;—;1;1\r\n')
})

test('the same as a workbook: its numbers are numbers', async () => {
  const { bytes } = await file('figures.xlsx', { drawing: 'spending', scope: { months }, by: 'none' })
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('Importe')
  expect(sheet).toMatch(/<c><v>0<\/v><\/c>/)
})

test('an export is in the audit record', async () => {
  const { rows } = await desk.value('audit.list', { limit: 20 })
  expect(rows).toContainEqual(expect.objectContaining({ what: 'export', kind: 'figures' }))
})

test('what an erased procedure leaves goes into a copy, and comes back once', () => {
  const [here, there] = [createCaseStore(), createCaseStore()]
  const at = NOW - 40 * 86_400_000
  const body = { id: 'p', type: 'VEHICLE_TRANSFER', createdAt: new Date(at).toISOString() }
  here.answer({ ...body, status: 'PENDING', updatedAt: new Date(at).toISOString() }, at)
  here.answer({ ...body, status: 'DONE', updatedAt: new Date(at + 7_200_000).toISOString() }, at + 7_200_000)
  here.db.exec('DELETE FROM resource')
  const copied = createPastCases(here.db)
  const records = copied.page(0, 10).map(copied.recordOf)
  expect(records).toHaveLength(1)
  const merged = createPastCases(there.db)
  for (let times = 0; times < 2; times++)
    for (const record of records) merged.merge(pastCaseRecordSchema.parse(record))
  const scope = { months: { from: monthOf(at), to: monthOf(at + 7_200_000) } }
  const countsOf = (store: typeof here) => [
    store.figures.procedureFigures(scope, NOW),
    store.figures.stateFigures(scope, 'none', NOW),
  ]
  expect(countsOf(there)).toEqual(countsOf(here))
  expect(countsOf(there)[0]).toMatchObject({ rows: [{ pastBegan: 1, pastEnded: 1 }] })
  here.close()
  there.close()
})
