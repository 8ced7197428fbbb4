import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { SERVICE_DOCUMENTS_NOTED } from '#electron/core/features/service-documents/service-documents.rules.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture, withStore, type ServiceDocumentFixture } from './desk.ts'

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

/** Changes the closed store, and starts again. */
async function meanwhile(change: string): Promise<void> {
  await desk.stop()
  await withStore(desk, (db) => db.exec(change))
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
}

test('what nobody noted is caught up with at a start, and what was taken note of is not looked through again', async () => {
  const { id } = await service.direct.create('1234BCD')
  await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'submission_proof' })
  await desk.value('changes.add', { text: id })
  const kept = () =>
    desk.serviceDocuments(id).then((all) => all.some((serviceDocument) => serviceDocument.kept))
  await waitUntil(kept, (is) => is, 15_000)
  // A store of a version without documents, or a backup merged by a core that died before noting them.
  await meanwhile(`DELETE FROM service_document; DELETE FROM meta WHERE k = '${SERVICE_DOCUMENTS_NOTED}'`)
  await waitUntil(kept, (is) => is, 15_000)
  await meanwhile('DELETE FROM service_document')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await desk.serviceDocuments(id))[0]).toMatchObject({ kept: false, coming: false })
})
