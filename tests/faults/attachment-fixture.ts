import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

/** Procedure that waits for a document and for its incident to be marked as solved. */
export interface Blocked {
  procedureId: string
  incidentId: string
}

/** Requests of an attachment, as the network sees them. */
export const ATTACHMENT_STEPS: readonly ((what: string) => boolean)[] = [
  (what) => what.startsWith('GET'),
  (what) => what.endsWith('/documents'),
  (what) => what.endsWith('/solve'),
]

/** A core that can be killed, over a service with a faulty network. */
export interface AttachmentFixture {
  readonly service: ProcedureService
  readonly core: CoreChild
  readonly dataDir: string
  open(): Promise<Blocked>
  /** Sends the user's command without awaiting it: a killed core never answers. */
  say(of: Blocked): void
  /** Kills it, unless dead, and starts it again. */
  restart(): Promise<void>
  /** Waits until it is done: attaches again what was lost, and repeats the user's command whenever it waits for it. */
  untilDone(of: Blocked): Promise<void>
  /** Checks that its document is there once, and its incident is solved. */
  expectOnce(of: Blocked): Promise<void>
  close(): Promise<void>
}

const FILE = { name: 'justificante.pdf', type: 'ivtm_proof' }

export async function startAttachmentFixture(): Promise<AttachmentFixture> {
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
