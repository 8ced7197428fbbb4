import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createSimulatorClientFor } from '#electron/core/features/simulator/simulator.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture, type ServiceDocumentFixture } from './desk.ts'

let service: ProcedureService
let desk: ServiceDocumentFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startServiceDocumentFixture(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const tests = () => service.seen.filter((what) => what.includes('/v1/test/'))
const view = (id: string) => desk.value('changes.get', { kind: 'procedure', id })

async function followed(): Promise<string> {
  const { id } = await service.direct.create('1234BCD')
  await desk.value('changes.add', { text: id })
  return id
}

test('in Demostración: any state, a document, incidents of each level, and solved again; told like the operator’s', async () => {
  const procedureId = await followed()
  expect(await desk.value('simulator.abilities', {})).toEqual({ available: true, pace: true })
  const act = (simulation: Parameters<typeof desk.value<'simulator.act'>>[1]['simulation']) =>
    desk.value('simulator.act', { procedureId, simulation })
  await act({ act: 'status', status: 'IN_PROGRESS' })
  // It was refreshed before the answer.
  expect(await view(procedureId)).toMatchObject({ status: 'IN_PROGRESS' })
  await act({ act: 'status', status: 'PENDING' })
  await act({ act: 'document', type: 'submission_proof' })
  expect(await desk.serviceDocuments(procedureId)).toMatchObject([
    { which: 'generated', type: 'submission_proof' },
  ])
  await act({ act: 'incident', type: 'waiting-620-validation' })
  const { status, body } = await view(procedureId)
  expect(status).toBe('BLOCKED')
  const [incident] = body['incidents'] as { id: string }[]
  await act({ act: 'solve', incidentId: incident?.id ?? '' })
  expect(await view(procedureId)).toMatchObject({ status: 'PENDING' })
  const { rows: unread } = await desk.value('inbox.list', { filter: 'unread', limit: 100 })
  expect(unread.length).toBeGreaterThan(3)
  const { rows } = await desk.value('audit.list', { what: 'simulate', limit: 10 })
  expect(rows).toHaveLength(5)
})

test('an incident of a document', async () => {
  const { id: procedureId } = await service.direct.create('1234BCD')
  await service.direct.post(`/v1/procedures/${procedureId}/documents`, {
    url: 'https://docs.example/dni.pdf',
    type: 'national_id',
  })
  await desk.value('changes.add', { text: procedureId })
  const [serviceDocument] = await desk.serviceDocuments(procedureId)
  const simulation = {
    act: 'incident',
    type: 'expired-document',
    documentId: serviceDocument?.documentId ?? '',
  } as const
  await desk.value('simulator.act', { procedureId, simulation })
  const { body } = await view(procedureId)
  expect(body['incidents']).toMatchObject([
    { type: 'expired-document', documentId: serviceDocument?.documentId },
  ])
})

test('what the service refuses is told as it says it', async () => {
  const procedureId = await followed()
  const simulation = { act: 'status', status: 'NOT_A_STATE' } as const
  expect(await desk.call('simulator.act', { procedureId, simulation })).toMatchObject({
    error: { code: 'rejected' },
  })
})

test.each(['development', 'production'] as const)(
  'on an account of %s',
  async (environment) => {
    await desk.stop()
    desk = await startServiceDocumentFixture(service.url, { loadKeytar: createMemoryKeytar().load })
    const account = { environment, name: 'Gestoría', baseUrl: service.url, key: 'a-key-of-twenty-characters' }
    const { id } = await desk.value('accounts.add', account)
    await desk.value('accounts.activate', { id })
    const procedureId = await followed()
    const isThere = environment === 'development'
    expect(await desk.value('simulator.abilities', {})).toEqual({ available: isThere, pace: false })
    const acts = [
      { act: 'status', status: 'DONE' },
      { act: 'document', type: 'submission_proof' },
      { act: 'incident', type: 'seizure' },
      { act: 'solve', incidentId: 'any' },
    ] as const
    for (const simulation of acts) {
      const done = await desk.call('simulator.act', { procedureId, simulation })
      if (!isThere) expect(done).toMatchObject({ error: { code: 'no-simulator' } })
    }
    // In Producción no such request is ever sent.
    expect(tests().length).toBe(isThere ? acts.length : 0)
  },
  60_000,
)

test('in Producción there is no client: whatever is not known to be for tests is taken for it', () => {
  const transport = { request: () => Promise.reject(new Error('never')) }
  expect(createSimulatorClientFor('production', transport)).toBeNull()
  expect(createSimulatorClientFor('PROD' as 'production', transport)).toBeNull()
  expect(createSimulatorClientFor('development', transport)).not.toBeNull()
})
