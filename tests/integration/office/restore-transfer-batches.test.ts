import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { beginBatch, listOf } from '#tests/fakes/transfer-batch-fixture.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'
import { copyOf, restore } from './copies.ts'

const PLATES = ['1234BCD', '5678FGH', '9012JKL']
const WRONG = '12345678A'

let service: ProcedureService
const cores: ProcedureFixture[] = []

beforeEach(async () => {
  service = await startProcedureService()
})
afterEach(async () => {
  await Promise.all(cores.splice(0).map((core) => core.stop()))
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function newPc(): Promise<ProcedureFixture> {
  const core = await startProcedures(service.url)
  cores.push(core)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  return core
}
const batchOf = (pc: ProcedureFixture) => pc.value('transfer-batches.get', { id: 'b' })
const save = async (pc: ProcedureFixture, fields: Record<string, string>) =>
  pc.value('transfer-batches.save', { id: 'b', version: (await batchOf(pc)).version, fields })
const make = async (pc: ProcedureFixture) =>
  pc.value('transfer-batches.make', { id: 'b', version: (await batchOf(pc)).version })
const drafts = async (pc: ProcedureFixture) =>
  (await pc.value('procedures.draft-list', { filter: 'drafts', limit: 10 })).rows.map(({ vrm }) => vrm ?? '')

/** One row made, one ready, and one with a wrong NIF. */
async function halfMade(): Promise<ProcedureFixture> {
  const pc = await newPc()
  async function* body() {
    yield Buffer.from(JSON.stringify(listOf(PLATES)))
  }
  const { signal } = new AbortController()
  await pc.core.router.receive('plate-lists.create', { id: 'list', name: 'Autos Vega' }, body(), signal)
  await beginBatch(pc, 'list', 'b')
  await save(pc, { '0.otherTaxId': '12345678Z', '1.otherTaxId': WRONG, '2.otherTaxId': WRONG })
  expect(await make(pc)).toEqual({ made: 1 })
  await save(pc, { '1.otherTaxId': '87654321X', '1.otherName': 'Pau Soler', '2.notes': 'Falta el DNI' })
  return pc
}

test('transfers begun together come back with their cells, and only what was not made is made', async () => {
  const pc = await halfMade()
  const before = await batchOf(pc)
  const copy = await copyOf(pc)

  const other = await newPc()
  await restore(other, copy)
  expect(await batchOf(other)).toMatchObject({
    name: before.name,
    leftOut: before.leftOut,
    fields: before.fields,
    rows: before.rows.map(({ vrm, state, number }) => ({ vrm, state, number })),
  })
  expect(await make(other)).toEqual({ made: 1 })
  expect((await drafts(other)).toSorted()).toEqual(['1234BCD', '5678FGH'])
})

test('a draft that was made after the copy is not made again', async () => {
  const pc = await halfMade()
  const copy = await copyOf(pc)
  expect(await make(pc)).toEqual({ made: 1 })
  await pc.value('transfer-batches.remove', { id: 'b' })
  await restore(pc, copy)
  await restore(pc, copy)
  expect((await batchOf(pc)).rows.map(({ state }) => state)).toEqual(['editing', 'editing', 'open'])
  expect(await make(pc)).toEqual({ made: 0 })
  expect(await drafts(pc)).toHaveLength(2)
})

test('one that is here stays as it is', async () => {
  const pc = await halfMade()
  const copy = await copyOf(pc)
  await save(pc, { dealerName: 'Autos Vega Levante, S.L.' })
  await restore(pc, copy)
  expect((await batchOf(pc)).fields).toMatchObject({ dealerName: 'Autos Vega Levante, S.L.' })
})
