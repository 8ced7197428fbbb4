import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import type { Meddling } from '#tests/fakes/meddling-proxy.ts'
import { attach, filled, send } from '#tests/fakes/procedure-desk.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

/** `npm run faults -- --rounds=N` sets it; the gate runs ten. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 10)
const DOCUMENTS = ['dni-vendedor.pdf', 'contrato.pdf']

let service: ProcedureService
let dataDir: string
let core: CoreChild

beforeEach(async () => {
  service = await startProcedureService()
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('settings.update', { undoSeconds: 0 })
  const [demo] = await core.value('app.snapshot', {}).then(({ slices }) => slices.accounts)
  await core.value('accounts.change', { id: demo!.id, assumptions: { interactiveRequestsPerSecond: 50 } })
})
afterEach(async () => {
  service.onAnswered(null)
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!

let sales = 0
/** A draft that can be told from all the others at the service, with its documents. */
async function open(): Promise<{ id: string; version: number; invoiceNumber: string }> {
  const invoiceNumber = `F-${++sales}`
  const { id, version } = await filled(core, 'transfer', { invoiceNumber })
  for (const name of DOCUMENTS) await attach(core, id, name)
  return { id, version, invoiceNumber }
}

async function restart(): Promise<void> {
  await core.kill()
  core = await startCoreChild(dataDir, service.url)
}

/** Until it is sent: whenever it waits for the person's word, the person says it again. */
async function untilSent(id: string): Promise<void> {
  const over = await waitUntil(
    async () => {
      const draft = await core.value('procedures.draft-get', { id })
      if (draft.state === 'ready' || draft.state === 'editing') await send(core, id)
      return draft
    },
    ({ state }) => state === 'sent' || state === 'stopped',
    40_000,
  )
  if (over.state !== 'sent') throw new Error(`${id} stopped: ${over.problem} ${over.error?.code ?? ''}`)
}

/** Exactly one of that sale was confirmed, with each document once and none missing. */
function expectOne(invoiceNumber: string): void {
  const all = service.procedures().filter((one) => one.invoice_number === invoiceNumber)
  const confirmed = all.filter(({ status }) => status !== 'DRAFT')
  expect(confirmed).toHaveLength(1)
  expect(confirmed[0]?.documents.map(({ name }) => name).toSorted()).toEqual(DOCUMENTS.toSorted())
}

/** The requests of a sending, as the network sees them. */
const STEPS = {
  create: (what: string) => what === 'POST /v1/procedures/transfer',
  upload: (what: string) => what.endsWith('/documents'),
  look: (what: string) => what.startsWith('GET'),
  confirm: (what: string) => what.endsWith('/confirm'),
} as const
const steps = Object.values(STEPS)

test(
  `killed before and after each request of a sending, ${ROUNDS} times each: one confirmed, documents once`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const opened = []
      for (const isIt of steps) {
        for (const when of ['before', 'after'] as const) {
          const one = await open()
          opened.push(one)
          const dead = Promise.withResolvers<void>()
          const kill = async (what: string, at: 'before' | 'after') => {
            if (at !== when || !isIt(what)) return false
            await core.kill()
            dead.resolve()
            return true
          }
          service.meddle(async (what) => ((await kill(what, 'before')) ? 'before' : 'pass'))
          service.onAnswered(async (what) => void (await kill(what, 'after')))
          const { id, version } = one
          void core.call('procedures.send', { id, version, duplicates: true })
          // Those of the points before are going on too: whichever comes there first.
          await dead.promise
          service.meddle(() => 'pass')
          service.onAnswered(null)
          core = await startCoreChild(dataDir, service.url)
        }
      }
      for (const { id } of opened) await untilSent(id)
      for (const { invoiceNumber } of opened) expectOne(invoiceNumber)
    }
  },
  60_000 + ROUNDS * 60_000,
)

test(
  `the connection cut before, during and after each request, ${ROUNDS} times each: one confirmed, documents once`,
  async () => {
    const cuts = ['before', 'during', 'after', 'half', 'late'] as const
    for (let round = 0; round < ROUNDS; round++) {
      const opened = []
      for (const how of cuts) {
        const left = new Set(steps)
        service.meddle((what) => {
          const step = steps.find((isIt) => isIt(what))
          return step && left.delete(step) ? how : 'pass'
        })
        const one = await open()
        opened.push(one)
        await untilSent(one.id)
        expect(left.size).toBe(0)
      }
      service.meddle(() => 'pass')
      await sleep(150)
      for (const { invoiceNumber } of opened) expectOne(invoiceNumber)
    }
  },
  60_000 + ROUNDS * 60_000,
)

test(
  `killed at any moment while the network does anything, ${ROUNDS} times: no draft lost, each sent once`,
  async () => {
    const fates: readonly Meddling[] = [
      'pass',
      'pass',
      'pass',
      'before',
      'during',
      'after',
      'half',
      'late',
      503,
      429,
    ]
    const opened: Awaited<ReturnType<typeof open>>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      service.meddle(() => 'pass')
      const some = [await open(), await open(), await open()]
      const typed = await filled(core, 'registration', { notes: `round ${round}` })
      opened.push(...some)
      service.meddle(() => oneOf(fates))
      for (const { id, version } of some) void core.call('procedures.send', { id, version, duplicates: true })
      await sleep(Math.random() * 600)
      await restart()
      await sleep(Math.random() * 300)
      await restart()
      expect((await core.value('procedures.draft-get', { id: typed.id })).fields.notes).toBe(`round ${round}`)
    }
    service.meddle(() => 'pass')
    for (const { id } of opened) await untilSent(id)
    await sleep(200)
    for (const { invoiceNumber } of opened) expectOne(invoiceNumber)
  },
  60_000 + ROUNDS * 40_000,
)
