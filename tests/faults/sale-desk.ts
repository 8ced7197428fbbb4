import { expect } from 'vitest'
import { temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { attach, filled, send } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

const DOCUMENTS = ['dni-vendedor.pdf', 'contrato.pdf']

/** Draft that is unique in the service. */
export interface Sale {
  id: string
  version: number
  invoiceNumber: string
}

/** Requests of a submission, as the network sees them. */
export const STEPS: readonly ((what: string) => boolean)[] = [
  (what) => what === 'POST /v1/procedures/transfer',
  (what) => what.endsWith('/documents'),
  (what) => what.startsWith('GET'),
  (what) => what.endsWith('/confirm'),
]

/** A core that can be killed, over a service with a faulty network. */
export interface SaleFixture {
  readonly service: ProcedureService
  readonly core: CoreChild
  /** A sale with its documents, ready to be sent. */
  open(): Promise<Sale>
  /** Kills it, unless dead, and starts it again. */
  restart(): Promise<void>
  /** Waits until it is sent, repeating the user's command whenever it waits for it. */
  untilSent(sale: Sale): Promise<void>
  /** Checks that exactly one of that sale was confirmed, with each document once and none missing. */
  expectOne(sale: Sale): void
  close(): Promise<void>
}

export async function startSaleFixture(): Promise<SaleFixture> {
  const service = await startProcedureService()
  const dataDir = await temporaryDirectory()
  let core = await startCoreChild(dataDir, service.url)
  await core.value('settings.update', { undoSeconds: 0 })
  const { slices } = await core.value('app.snapshot', {})
  await core.value('accounts.change', {
    id: slices.accounts[0]!.id,
    assumptions: { interactiveRequestsPerSecond: 50 },
  })
  let sales = 0
  return {
    service,
    get core() {
      return core
    },
    async open() {
      const invoiceNumber = `F-${++sales}`
      const { id } = await filled(core, 'transfer', { invoiceNumber })
      for (const name of DOCUMENTS) await attach(core, id, name)
      const { version } = await core.value('procedures.draft-get', { id })
      return { id, version, invoiceNumber }
    },
    async restart() {
      await core.kill()
      core = await startCoreChild(dataDir, service.url)
    },
    async untilSent({ id }) {
      const over = await waitUntil(
        async () => {
          const draft = await core.value('procedures.draft-get', { id })
          if (draft.state === 'ready' || draft.state === 'editing') await send(core, id)
          return draft
        },
        ({ state }) => state === 'sent' || state === 'stopped',
        60_000,
      )
      if (over.state !== 'sent') throw new Error(`${id} stopped: ${over.problem} ${over.error?.code ?? ''}`)
    },
    expectOne({ invoiceNumber }) {
      const all = service.procedures().filter((one) => one.invoice_number === invoiceNumber)
      const confirmed = all.filter(({ status }) => status !== 'DRAFT')
      expect(confirmed).toHaveLength(1)
      expect(confirmed[0]?.documents.map(({ name }) => name).toSorted()).toEqual(DOCUMENTS.toSorted())
    },
    async close() {
      service.onAnswered(null)
      await core.kill()
      await service.close()
    },
  }
}
