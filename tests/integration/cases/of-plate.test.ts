import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
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

/** A procedure of the service that this PC tracks, once it was read. */
async function known(id: string, vrm: string, status = 'PENDING'): Promise<void> {
  procedures.set(id, status, { vrm })
  await desk.value('changes.add', { text: id })
  await waitUntil(
    () => desk.value('changes.get', { kind: 'procedure', id }),
    (found) => found.status === status,
  )
}

const ofPlate = (vrm: string) => desk.value('cases.of-plate', { vrm })

test('tells the files of a plate with their notes, and its drafts; of no other plate', async () => {
  await known('prc_older', '1234BCD', 'DONE')
  await known('prc_newer', '1234BCD')
  await known('prc_other', '9876KLM')
  await desk.value('annotations.save', {
    id: 'prc_newer',
    version: 0,
    fields: { client: 'Ocasión Vega', notes: 'Falta el DNI' },
  })
  const draft = await desk.value('procedures.draft-create', { kind: 'transfer', fields: { vrm: '1234 bcd' } })
  await desk.value('procedures.draft-create', { kind: 'transfer', fields: { vrm: '9876 KLM' } })
  const found = await ofPlate('1234BCD')
  expect(found).toMatchObject({
    total: 2,
    procedures: [
      { id: 'prc_newer', client: 'Ocasión Vega', notes: 'Falta el DNI', status: 'PENDING' },
      { id: 'prc_older', notes: '', status: 'DONE' },
    ],
    drafts: [{ id: draft.id, state: 'editing' }],
    signatures: [],
    reports: [],
  })
  expect(found.drafts).toHaveLength(1)
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

test('tells ten of the files of a plate, and how many there are', async () => {
  for (let index = 0; index < 12; index++) await known(`prc_${index}`, '1234BCD')
  const { procedures: rows, total } = await ofPlate('1234BCD')
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `prc_${11 - index}`))
  expect(total).toBe(12)
})
