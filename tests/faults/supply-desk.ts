import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-desk.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

/** A procedure that waits for a document and for the word that its incident is solved. */
export interface Blocked {
  procedureId: string
  incidentId: string
}

/** The requests of an attachment, as the network sees them. */
export const ATTACHMENT_STEPS: readonly ((what: string) => boolean)[] = [
  (what) => what.startsWith('GET'),
  (what) => what.endsWith('/documents'),
  (what) => what.endsWith('/solve'),
]

/** A core that can be killed over a service whose network does anything. */
export interface AttachmentDesk {
  readonly service: ProcedureService
  readonly core: CoreChild
  readonly dataDir: string
  open(): Promise<Blocked>
  /** The person's word: nobody waits for what a core that is killed would answer. */
  say(of: Blocked): void
  /** Killed, unless it is dead, and started again. */
  restart(): Promise<void>
  /** Until it is done: what did not come in is given again, and what waits for the person's word hears it. */
  untilDone(of: Blocked): Promise<void>
  /** Its document is there once, and its incident is solved. */
  expectOnce(of: Blocked): Promise<void>
  close(): Promise<void>
}

const FILE = { name: 'justificante.pdf', type: 'ivtm_proof' }

export async function startAttachmentDesk(): Promise<AttachmentDesk> {
  const service = await startProcedureService()
  const dataDir = await temporaryDirectory()
  let core = await startCoreChild(dataDir, service.url)
  const { slices } = await core.value('app.snapshot', {})
  await core.value('accounts.change', {
    id: slices.accounts[0]!.id,
    assumptions: { interactiveRequestsPerSecond: 50 },
  })
  const give = (of: Blocked) => core.give({ ...of, ...FILE }, pdf(of.procedureId))
  return {
    service,
    dataDir,
    get core() {
      return core
    },
    async open() {
      const { id } = await service.direct.create('1234BCD')
      const incident = await service.direct.post(`/v1/test/procedures/${id}/incidents`, {
        type: 'unpaid-ivtm-tax',
      })
      await waitUntil(
        () => core.call('changes.add', { text: id }),
        ({ ok }) => ok,
        30_000,
      )
      return { procedureId: id, incidentId: String(incident['id']) }
    },
    say: (of) => void give(of),
    async restart() {
      await core.kill()
      core = await startCoreChild(dataDir, service.url)
    },
    async untilDone(of) {
      await waitUntil(
        async () => {
          const { attachments } = await core.value('attachments.list', { procedureId: of.procedureId })
          const [last] = attachments
          if (!last) await give(of)
          else if (last.state === 'queued' || last.state === 'failed')
            await core.value('attachments.again', { id: last.id })
          return last?.state
        },
        (state) => state === 'done',
        60_000,
      )
    },
    async expectOnce({ procedureId, incidentId }) {
      const documents = service.procedures().find(({ id }) => id === procedureId)?.documents ?? []
      expect(documents.map(({ name }) => name)).toEqual([FILE.name])
      const { incidents } = await service.direct.get(`/v1/procedures/${procedureId}`)
      expect(incidents).toMatchObject([{ id: incidentId, solved: true }])
      await waitUntil(
        () => readdir(join(dataDir, 'demo', 'supplies')),
        (left) => left.length === 0,
      )
    },
    async close() {
      service.onAnswered(null)
      await core.kill()
      await service.close()
    },
  }
}
