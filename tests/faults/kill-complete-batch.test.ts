import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService, type SeenRequest } from '#tests/fakes/fault-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

const COUNT = 12
const PRICE = defaultAssumptions.completeReportCents

let service: FaultService
let core: CoreChild
let dataDir: string
let onRequest: (request: SeenRequest) => Promise<void> | void

beforeEach(async () => {
  const reports = completeReports({ looks: 2 })
  onRequest = () => undefined
  service = await startFaultService(async (request, response) => {
    await onRequest(request)
    await reports(request, response)
  })
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
})
afterEach(async () => {
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const isPaid = ({ method, path }: SeenRequest) => method === 'POST' && path.endsWith('/complete')
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves with the nth such request, which is not answered before the core is gone. */
function atRequest(nth: number, is: (request: SeenRequest) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    onRequest = async (request) => {
      if (!is(request) || ++seen !== nth) return
      onRequest = () => undefined
      resolve()
      await later(50)
    }
  })
}

/** Where the core is killed, after the batch was confirmed. */
const POINTS: Record<string, () => Promise<void>> = {
  'as it is written down': () => later(Math.random() * 15),
  'as the first one leaves': () => atRequest(1, isPaid),
  'between two of them': () => atRequest(1 + Math.floor(Math.random() * (COUNT - 1)), isPaid),
  'as one is followed': () =>
    atRequest(1 + Math.floor(Math.random() * COUNT), ({ method }) => method === 'GET'),
}

test(
  `a confirmed batch that is killed anywhere asks for none twice and loses none, ${ROUNDS} times at each point`,
  async () => {
    let list = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const [point, wait] of Object.entries(POINTS)) {
        const letters = `${'BCDFGHJKLM'[list % 10]}${'BCDFGHJKLM'[Math.floor(list / 10) % 10]}B`
        const id = `list-${list++}`
        const plates = Array.from({ length: COUNT }, (_, at) => `${String(1000 + at)}${letters}`)
        const ords = plates.map((_, at) => at)
        await core.list(
          { id, name: point },
          {
            plates: plates.map((vrm, at) => ({ vrm, line: at + 1, written: vrm, repaired: false, note: '' })),
            unread: [],
            repeated: [],
            beyond: 0,
          },
        )
        await core.value('plate-lists.pause', { id })
        const confirm = () =>
          core.call('plate-lists.complete-request', { id, batch: id, ords, price: PRICE, confirmed: true })
        const rows = async () => {
          const view = { id, order: 'line' as const, offset: 0, limit: COUNT }
          return (await core.value('plate-lists.rows', view)).rows
        }
        const end = wait()
        void confirm()
        await end
        await core.kill()
        onRequest = () => undefined
        core = await startCoreChild(dataDir, service.url)
        const written = (await rows()).filter(({ complete }) => complete !== null).length
        expect([0, COUNT], `${point}: all or none`).toContain(written)
        // The window that heard nothing confirms again.
        expect(await confirm()).toEqual({ ok: true, value: { asked: COUNT } })
        const all = await waitUntil(rows, (now: PlateListRow[]) =>
          now.every(({ complete }) => complete && /^(?:done|uncertain)$/.test(complete.state)),
        )
        for (const { vrm, complete } of all) {
          const paid = paidRequests(service, vrm).length
          expect(paid, `${point}: ${vrm} ${complete?.state}`).toBeLessThanOrEqual(1)
          if (complete?.state === 'done') expect(paid, `${point}: ${vrm}`).toBe(1)
        }
        expect(await core.call('plate-lists.complete-offer', { id, ords })).toMatchObject({
          value: { ords: [] },
        })
      }
  },
  300_000 + ROUNDS * 60_000,
)
