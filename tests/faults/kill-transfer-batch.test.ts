import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import { rowDuplicates } from '#shared/domain/transfer-batch.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { beginBatch, documentAll, DOCUMENTS, listOf } from '#tests/fakes/transfer-batch-fixture.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

const PLATES = Array.from({ length: 6 }, (_, index) => `${String(1200 + index)}BCD`)

let service: ProcedureService
let dataDir: string
let core: CoreChild

beforeEach(async () => {
  service = await startProcedureService()
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('settings.update', { undoSeconds: 0 })
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  await core.list({ id: 'list', name: 'Autos Vega' }, listOf(PLATES))
})
afterEach(async () => {
  service.onAnswered(null)
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
async function restart(): Promise<void> {
  await core.kill()
  core = await startCoreChild(dataDir, service.url)
}
const batch = (id: string): Promise<TransferBatchView> => core.value('transfer-batches.get', { id })
const draftsOf = async (plates: readonly string[]) => {
  const { rows } = await core.value('procedures.draft-list', { filter: 'drafts', limit: 200 })
  return rows.filter(({ vrm }) => plates.includes(vrm ?? ''))
}

test(`killed while a batch begins and while its drafts are made, ${ROUNDS} times: each row has one draft`, async () => {
  await beginBatch(core, 'list', 'first')
  for (let round = 0; round < ROUNDS; round++) {
    const id = `b${round}`
    const view = { id: 'list', query: '', order: 'line' } as const
    const create = () => core.call('transfer-batches.create', { id, view, of: 'shown', alerts: true })
    void create()
    await sleep(Math.random() * 15)
    await restart()
    expect(await create()).toMatchObject({ ok: true, value: { total: PLATES.length } })
    const made = await batch(id)
    const fields = {
      userEmail: 'marta@gestoria.es',
      taxableBase: '8.250',
      invoicePattern: `R${round}-{n}`,
    }
    await core.value('transfer-batches.save', { id, version: made.version, fields })
    const before = (await draftsOf(PLATES)).length
    // The other batches have drafts of the same plates: seen.
    const { rows } = await core.value('transfer-batches.checks', { id })
    const accepted = rows.map(({ ord, duplicates }) => rowDuplicates(ord, duplicates))
    const { version } = await core.value('transfer-batches.save', {
      id,
      version: made.version + 1,
      fields: {},
      accepted,
    })
    const make = () => core.call('transfer-batches.make', { id, version })
    void make()
    await sleep(Math.random() * 25)
    await restart()
    // All of them or none.
    const now = await batch(id)
    expect([0, PLATES.length]).toContain(now.made)
    expect(await draftsOf(PLATES)).toHaveLength(before + now.made)
    // Repeated, as by a window that had no answer.
    await make()
    await make()
    const after = await batch(id)
    expect(after.made).toBe(PLATES.length)
    expect(after.rows.map(({ draftId }) => draftId)).toEqual(made.rows.map(({ draftId }) => draftId))
    expect(await draftsOf(PLATES)).toHaveLength(before + PLATES.length)
  }
})

test(
  `killed at each request of a batch that is sent, ${ROUNDS} times: each is confirmed once, with its documents once`,
  async () => {
    await beginBatch(core, 'list', 'b')
    await core.value('transfer-batches.make', { id: 'b', version: (await batch('b')).version })
    for (const { draftId } of (await batch('b')).rows) await documentAll(core, draftId)
    const send = async () => {
      const { rows } = await batch('b')
      const waiting = rows.flatMap(({ draftId, draft, state }) =>
        draft && (state === 'editing' || state === 'ready') ? [{ draftId, version: draft.version }] : [],
      )
      if (waiting.length > 0) void core.call('transfer-batches.send', { id: 'b', drafts: waiting })
    }
    const STEPS = ['/transfer', '/documents', 'GET ', '/confirm']
    for (let round = 0; round < ROUNDS; round++)
      for (const step of STEPS)
        for (const when of ['before', 'after'] as const) {
          if ((await batch('b')).sent === PLATES.length) break
          const dead = Promise.withResolvers<void>()
          const kill = async (what: string, at: 'before' | 'after') => {
            if (at !== when || !what.includes(step)) return false
            await core.kill()
            dead.resolve()
            return true
          }
          service.meddle(async (what) => ((await kill(what, 'before')) ? 'before' : 'pass'))
          service.onAnswered(async (what) => void (await kill(what, 'after')))
          // Not awaited: what goes on from the last start may have it killed first, and a killed core never answers.
          void send()
          // All may be sent before that request comes again.
          await Promise.race([dead.promise, sleep(3_000)])
          service.meddle(() => 'pass')
          service.onAnswered(null)
          await restart()
        }
    /** One that was cut in the middle of its documents too often waits for a person's word. */
    const sayAgain = async () => {
      for (const { draftId, draft } of (await batch('b')).rows)
        if (draft?.problem === 'documents-differ')
          await core.value('procedures.resolve', { id: draftId, how: 'again' })
    }
    await waitUntil(
      async () => {
        await sayAgain()
        await send()
        return batch('b')
      },
      ({ sent }) => sent === PLATES.length,
      120_000,
    )
    const confirmed = service.procedures().filter(({ status }) => status !== 'DRAFT')
    expect(confirmed.map(({ vrm }) => vrm ?? '').toSorted()).toEqual(PLATES)
    const types = DOCUMENTS.map(([, type]) => type).toSorted()
    for (const { documents } of confirmed) expect(documents.map(({ type }) => type).toSorted()).toEqual(types)
  },
  300_000 + ROUNDS * 60_000,
)
