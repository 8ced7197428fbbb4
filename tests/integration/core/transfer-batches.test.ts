import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { BatchRowView } from '#shared/bridge/transfer-batches.ts'
import { rowDuplicates } from '#shared/domain/transfer-batch.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { filled } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { beginBatch, documentAll, listOf } from '#tests/fakes/transfer-batch-fixture.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'

let service: ProcedureService
let core: ProcedureFixture

async function start(undoSeconds = 0): Promise<void> {
  core = await startProcedures(service.url, {}, undoSeconds)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
}
beforeEach(async () => {
  service = await startProcedureService()
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function list(plates: readonly string[]): Promise<void> {
  async function* body() {
    yield Buffer.from(JSON.stringify(listOf(plates)))
  }
  const made = await core.core.router.receive(
    'plate-lists.create',
    { id: 'list', name: 'Autos Vega' },
    body(),
    new AbortController().signal,
  )
  expect(made).toMatchObject({ ok: true })
}
const batch = () => core.value('transfer-batches.get', { id: 'b' })
const make = async () => core.value('transfer-batches.make', { id: 'b', version: (await batch()).version })
const save = async (fields: Record<string, string>, accepted?: string[]) =>
  core.value('transfer-batches.save', {
    id: 'b',
    version: (await batch()).version,
    fields,
    ...(accepted && { accepted }),
  })
const seen = (rows: readonly BatchRowView[]) =>
  rows.flatMap(({ draftId, draft }) => (draft ? [{ draftId, version: draft.version }] : []))
const confirmed = () => service.procedures().filter(({ status }) => status !== 'DRAFT')
const PLATES = ['1234BCD', '5678FGH', '9012JKL']

test('of a list, what can be transferred begins a batch, and the rest is counted', async () => {
  await start()
  // Reserved plates of the development service: one with alerts, one that cannot be transferred.
  await list([...PLATES, '0001BBB', '0002BBB', '0003BBB'])
  await beginBatch(core, 'list', 'b')
  const view = { id: 'list', query: '', order: 'line' } as const
  const { shown, marked } = await core.value('transfer-batches.candidates', view)
  const { rows, leftOut, fields, name, listId } = await batch()
  expect([name, listId, fields['dealer']]).toEqual(['Autos Vega', 'list', 'seller'])
  expect(rows).toHaveLength(shown.transferable)
  expect(leftOut).toEqual({
    with_alerts: shown.with_alerts,
    not_transferable: shown.not_transferable,
    unanswered: shown.unanswered,
    beyond: 0,
  })
  expect(shown.transferable + shown.with_alerts + shown.not_transferable + shown.unanswered).toBe(6)
  expect(Object.values(marked)).toEqual([0, 0, 0, 0])
  // The same one again is the same batch.
  await core.value('transfer-batches.create', { id: 'b', view, of: 'shown', alerts: true })
  expect((await batch()).rows).toEqual(rows)
  const none = await core.call('transfer-batches.create', { id: 'c', view, of: 'marked', alerts: true })
  expect(none).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
})

test('drafts are made, given their documents and sent, each once', async () => {
  await start()
  await list(PLATES)
  await beginBatch(core, 'list', 'b')
  await save({ '0.otherTaxId': '12345678Z', '0.otherName': 'Lucía Ribera', '2.otherTaxId': '12345678A' })
  expect(await make()).toEqual({ made: 2 })
  const { rows } = await batch()
  expect(rows.map(({ state }) => state)).toEqual(['editing', 'editing', 'open'])
  const { rows: drafts } = await core.value('procedures.draft-list', { filter: 'drafts', limit: 10 })
  expect(drafts.map(({ vrm }) => vrm ?? '').toSorted()).toEqual(PLATES.slice(0, 2))

  // What has no documents is not sent from here.
  const early = await core.value('transfer-batches.send', { id: 'b', drafts: seen(rows) })
  expect(early).toMatchObject({ leaving: 0, refused: [{ error: { code: 'procedure-incomplete' } }, {}] })
  for (const { draftId } of rows.slice(0, 2)) await documentAll(core, draftId)
  // Neither is what was seen before its documents came.
  const stale = await core.value('transfer-batches.send', { id: 'b', drafts: seen(rows) })
  expect(stale).toMatchObject({ leaving: 0, refused: [{ error: { code: 'draft-changed' } }, {}] })
  expect(service.procedures()).toEqual([])

  const now = await batch()
  expect(now.rows[0]?.draft?.missing).toEqual([])
  const twice = [...seen(now.rows), ...seen(now.rows)]
  const sent = await core.value('transfer-batches.send', { id: 'b', drafts: twice })
  expect(sent.leaving).toBe(2)
  expect(sent.refused).toMatchObject([{ error: { code: 'draft-busy' } }, {}])
  const done = await waitUntil(batch, (one) => one.sent === 2)
  expect(done.rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'open'])
  const invoices = Object.fromEntries(confirmed().map(({ vrm, invoice_number }) => [vrm, invoice_number]))
  expect(invoices).toEqual({ '1234BCD': 'F-2026/0001', '5678FGH': 'F-2026/0002' })
  // A second press, or a second window: nothing goes twice.
  const again = await core.value('transfer-batches.send', { id: 'b', drafts: seen(done.rows) })
  expect(again.leaving).toBe(0)
  expect(confirmed()).toHaveLength(2)
})

test('a plate that has another draft waits until it was seen, here and when it is sent', async () => {
  await start()
  await list(PLATES.slice(0, 1))
  await beginBatch(core, 'list', 'b')
  const other = await filled(core, 'transfer', { vrm: '1234BCD', invoiceNumber: 'X' })
  expect(await make()).toEqual({ made: 0 })
  const { rows } = await core.value('transfer-batches.checks', { id: 'b' })
  await save({}, [rowDuplicates(0, rows[0]!.duplicates)])
  expect(await make()).toEqual({ made: 1 })
  const { draftId } = (await batch()).rows[0]!
  await documentAll(core, draftId)
  const another = await filled(core, 'transfer', { vrm: '1234BCD', invoiceNumber: 'Y' })
  const send = async () =>
    core.value('transfer-batches.send', { id: 'b', drafts: seen((await batch()).rows) })
  expect(await send()).toMatchObject({ leaving: 0, refused: [{ error: { code: 'procedure-duplicate' } }] })
  await core.value('procedures.draft-discard', { id: another.id })
  expect(await send()).toMatchObject({ leaving: 1, refused: [] })
  expect(other.state).toBe('editing')
})

test('those that have not left are stopped, and nothing of them is at the service', async () => {
  await start(60)
  await list(PLATES)
  await beginBatch(core, 'list', 'b')
  await make()
  for (const { draftId } of (await batch()).rows) await documentAll(core, draftId)
  const { leaving } = await core.value('transfer-batches.send', {
    id: 'b',
    drafts: seen((await batch()).rows),
  })
  expect(leaving).toBe(3)
  expect(await core.value('transfer-batches.stop', { id: 'b' })).toEqual({ stopped: 3 })
  expect((await batch()).rows.map(({ state }) => state)).toEqual(['editing', 'editing', 'editing'])
  expect(service.procedures()).toEqual([])
})

test('stopped while they are being handed over, none of them leaves', async () => {
  await start(60)
  await list(PLATES)
  await beginBatch(core, 'list', 'b')
  await make()
  for (const { draftId } of (await batch()).rows) await documentAll(core, draftId)
  const drafts = seen((await batch()).rows)
  const sending = core.value('transfer-batches.send', { id: 'b', drafts })
  await core.value('transfer-batches.stop', { id: 'b' })
  const { leaving, refused } = await sending
  expect(leaving + refused.length).toBe(3)
  expect(refused.every(({ error }) => error.code === 'cancelled')).toBe(true)
  expect((await batch()).rows.map(({ state }) => state)).toEqual(['editing', 'editing', 'editing'])
  expect(service.procedures()).toEqual([])
})

test('a batch outlives its list and its core; without it, its drafts stay', async () => {
  await start()
  await list(PLATES)
  await beginBatch(core, 'list', 'b')
  await make()
  await core.value('plate-lists.remove', { id: 'list' })
  const before = await batch()
  await core.stop()
  core = await startProcedures(service.url, { dataDir: core.dataDir })
  expect(await batch()).toEqual(before)
  await core.value('transfer-batches.remove', { id: 'b' })
  expect(await core.call('transfer-batches.get', { id: 'b' })).toMatchObject({ ok: false })
  const { rows } = await core.value('procedures.draft-list', { filter: 'drafts', limit: 10 })
  expect(rows).toHaveLength(3)
})

test('the name of a number is that of the account, however it was typed', async () => {
  await start()
  await filled(core, 'transfer', { buyerTaxId: '12345678Z', buyerName: 'Lucía Ribera' })
  const { names } = await core.value('transfer-batches.names', { taxIds: ['12.345.678-z', '00000000T'] })
  expect(names).toEqual([{ taxId: '12.345.678-z', name: 'Lucía Ribera' }])
})
