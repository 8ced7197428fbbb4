import { afterAll, afterEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { until } from '../tracking/until.ts'

const dbWorker = new URL('../../../out/tests/failing-db-worker.js', import.meta.url)
let service: FaultService
let fixture: CoreFixture | undefined

afterEach(async () => {
  delete process.env['FAILING_STORE_METHODS']
  await fixture?.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** First store method that each part calls on starting. */
test.each(['meta', 'openQuestions', 'unfinishedCompleteRequests'])(
  'where the store fails at %s, the other parts take up their work',
  async (method) => {
    const procedures = createProcedures()
    procedures.set('p', 'PENDING')
    const reports = reducedReports()
    service = await startFaultService((request, response) =>
      (request.path.includes('/procedures/') ? procedures.respond : reports)(request, response),
    )
    const first = await startCore(service.url)
    await first.value('changes.add', { text: 'p' })
    await service.down()
    await first.value('lookup.start', { vrm: '1234BCD' })
    await first.until('1234BCD', ({ pending }) => pending?.state === 'queued')
    await first.stop()
    await service.up()

    process.env['FAILING_STORE_METHODS'] = method
    const { dataDir } = first
    fixture = await startCore(service.url, { dataDir, dbWorker })
    const { value, logged, slice } = fixture
    expect(logged.join(' ')).toContain(`${method} fails`)
    await until(async () => (await slice('sweep')).open === 1)
    if (method !== 'openQuestions')
      await until(async () => (await value('lookup.get', { vrm: '1234BCD' })).latest !== null)
  },
)
