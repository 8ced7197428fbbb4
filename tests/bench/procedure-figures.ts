import { randomBytes } from 'node:crypto'
import { startProcedures } from '#tests/integration/procedures/core-fixture.ts'
import { attach, filled, PDF, send, settled } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService } from '#tests/fakes/procedure-service.ts'
import { figure, type Figure } from './statistics.ts'

const DOCUMENTS = 50
const DOCUMENT_BYTES = 400 * 1024
const ROUNDS = 3
const SAVES = 200

/**
 * New procedures: each change of a draft saved, and fifty scans of 400 KB at once, to this PC (sealed, on the disk) and
 * from there to the service. Without the rate limit, so that our own time is measured.
 */
export async function procedureFigures(): Promise<Figure[]> {
  const service = await startProcedureService()
  const desk = await startProcedures(service.url)
  await desk.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  const scan = () => Buffer.concat([PDF, randomBytes(DOCUMENT_BYTES)])

  const draft = await filled(desk)
  const saves: number[] = []
  for (let version = draft.version; saves.length < SAVES; version++) {
    const started = performance.now()
    await desk.value('procedures.draft-save', { id: draft.id, version, fields: { notes: `nota ${version}` } })
    saves.push(performance.now() - started)
  }

  const takenIn: number[] = []
  const sent: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await filled(desk, 'transfer', { invoiceNumber: `F-${round}` })
    const scans = Array.from({ length: DOCUMENTS }, scan)
    const started = performance.now()
    await Promise.all(scans.map((bytes, at) => attach(desk, id, `documento ${at}.pdf`, bytes)))
    takenIn.push(performance.now() - started)
    await send(desk, id)
    const { state } = await settled(desk, id, 120_000)
    if (state !== 'sent') throw new Error(`it ended ${state}`)
    sent.push(performance.now() - started)
  }
  await desk.stop()
  await service.close()
  return [
    figure('procedures: a change of a draft written down', 'ms', saves),
    figure(`procedures: ${DOCUMENTS} documents of 400 KB taken in at once`, 'ms', takenIn),
    figure(`procedures: the same, with the sending of all of them to its confirmation`, 'ms', sent),
  ]
}
