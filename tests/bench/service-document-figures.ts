import { waitUntil } from '#tests/fakes/core-fixture.ts'
import { startProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture } from '#tests/integration/service-documents/desk.ts'
import { figure, type Figure } from './statistics.ts'

const SERVICE_DOCUMENTS = 200
const PROCEDURES = 20
const ROUNDS = 5

/**
 * The documents of twenty procedures as one ZIP, with an audit line for each: from this PC, where they are stored, and
 * from the service with fresh links. Without the rate limit, so that our own time is measured.
 */
export async function serviceDocumentFigures(): Promise<Figure[]> {
  const service = await startProcedureService()
  const desk = await startServiceDocumentFixture(service.url)
  const assumptions = { interactiveRequestsPerSecond: 50, backgroundRequestsPerSecond: 20 }
  await desk.value('accounts.change', { id: 'demo', assumptions })
  await desk.value('office.update', { serviceDocuments: 'none' })
  const ids: string[] = []
  for (let n = 0; n < PROCEDURES; n++) {
    const { id } = await service.direct.create(`${1000 + n}BCD`)
    for (let serviceDocument = 0; serviceDocument < SERVICE_DOCUMENTS / PROCEDURES; serviceDocument++)
      await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'procedure_invoice' })
    await desk.value('changes.add', { text: id })
    ids.push(id)
  }

  async function zip(): Promise<number> {
    const started = performance.now()
    const made = await desk.zip({ selection: { ids }, which: 'generated' })
    if (typeof made === 'string') throw new Error(made)
    return performance.now() - started
  }
  const fromService = [await zip()]
  for (const procedureId of ids) await desk.value('service-documents.keep', { procedureId })
  await waitUntil(
    () => desk.value('service-documents.usage', {}),
    ({ count }) => count === SERVICE_DOCUMENTS,
    120_000,
  )
  const fromHere: number[] = []
  while (fromHere.length < ROUNDS) fromHere.push(await zip())
  await desk.stop()
  await service.close()
  return [
    figure(`papers: a ZIP of ${SERVICE_DOCUMENTS} kept documents`, 'ms', fromHere),
    figure(`papers: the same, none of them kept: each brought from the service`, 'ms', fromService),
  ]
}
