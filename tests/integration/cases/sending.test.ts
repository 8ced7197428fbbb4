import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { daysAfter, writeDay } from '#shared/domain/calendar.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { filled, sentOrNot } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'

let service: ProcedureService
let desk: ProcedureFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** Midnight of three days ago. */
const CONTRACT = daysAfter(Date.now(), -3)

const written = {
  client: 'Automóviles Lux',
  sellerName: 'Ana Núñez',
  sellerTaxId: '12345678Z',
  buyerName: 'José Peña',
  buyerTaxId: '00000000T',
  contractDate: writeDay(CONTRACT),
  notes: 'Entrega el viernes',
}

test('what was written in the wizard is found with its procedure once it is sent, and not before', async () => {
  // The wizard may be closed before the date is written in full: the procedure still gets it in full.
  const typed = written.contractDate.replaceAll('/', '-')
  const draft = await filled(desk, 'transfer', { ...written, contractDate: typed })
  const { procedureId = '' } = await sentOrNot(desk, draft.id)
  expect(await desk.value('annotations.get', { id: procedureId })).toMatchObject({
    version: 1,
    fields: written,
  })
  const { rows } = await desk.value('cases.find', { text: 'nunez lux', limit: 5 })
  expect(rows).toMatchObject([{ id: procedureId, client: 'Automóviles Lux' }])
  const read = () => desk.value('cases.find', { text: '1234 bcd', limit: 5 })
  await waitUntil(read, (found) => found.rows.length === 1)
  // Both terms of a transfer: the seller's ends first.
  expect((await read()).rows[0]?.deadline).toBe(daysAfter(CONTRACT, 10))
})

test('what the desk had already written of it stays where the wizard says nothing', async () => {
  const { id: procedureId = '' } = (await service.direct.post('/v1/procedures/registration', {
    vin: 'WVWZZZ1JZXW000001',
    userEmail: 'marta@gestoria.es',
    documents: [],
    confirmed: false,
  })) as { id?: string }
  await desk.value('changes.add', { text: procedureId })
  await desk.value('annotations.save', {
    id: procedureId,
    version: 0,
    fields: { client: 'otro' },
  })
  await desk.value('case-notes.add', { id: procedureId, text: 'de antes' })
  const { id, version } = await desk.value('procedures.draft-adopt', { procedureId })
  await desk.value('procedures.draft-save', {
    id,
    version,
    fields: { client: 'Lux', buyerName: 'Ana', userEmail: 'ana@gestoria.es' },
  })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', procedureId })
  expect(await desk.value('annotations.get', { id: procedureId })).toMatchObject({
    version: 2,
    fields: { notes: 'de antes', client: 'Lux', buyerName: 'Ana' },
  })
})
