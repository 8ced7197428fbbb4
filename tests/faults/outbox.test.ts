import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { RANDOM_ROUNDS, ROUNDS } from './rounds.ts'

/** A paid request is sent once for each confirmation of the user, whatever kills the core or the connection. */
const PLATES = 4
const LATE_MS = 60

let service: FaultService
let dataDir: string
let core: CoreChild
/** The service's behaviour on each paid request. `null`: it answers normally. */
let fate: () => 'late' | 'hangs up' | 'half' | 'fails' | 'refuses' | null

beforeEach(async () => {
  fate = () => null
  service = await startFaultService(paying(completeReports({ looks: 2 })))
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
})
afterEach(async () => {
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!

/** Ids that the service has created, by plate, whether or not the core knows them. */
const made = new Map<string, string[]>()

function paying(usual: Responder): Responder {
  return async (request, response) => {
    if (request.method !== 'POST' || !request.path.endsWith('/complete')) return usual(request, response)
    const what = fate()
    if (what === 'refuses') return json(response, 429, {})
    const { vrm } = JSON.parse(request.body) as { vrm: string }
    const end = response.end.bind(response)
    // The service carries it out whatever happens to its answer.
    response.end = ((body: string) => {
      const { id } = JSON.parse(body) as { id: string }
      made.set(vrm, [...(made.get(vrm) ?? []), id])
      if (what === 'hangs up') return response.destroy()
      if (what === 'fails') return end('not what was promised')
      if (what === 'half') return response.write(body.slice(0, 12), () => response.destroy())
      return end(body)
    }) as typeof response.end
    await sleep(what === 'late' ? LATE_MS : Math.random() * 10)
    return usual(request, response)
  }
}

async function killAndRestart() {
  await core.kill()
  core = await startCoreChild(dataDir, service.url)
}
const view = (vrm: string) => core.value('complete.get', { vrm })
const posts = (vrm: string) => paidRequests(service, vrm).length
/** Stored complete reports of a plate. */
const completes = async (vrm: string) => {
  const { rows } = await core.value('lookup.history', { query: '', vrm, limit: 200 })
  return rows.filter(({ kind }) => kind === 'complete')
}
/** Waits until nothing is running: it arrived, it needs the user, or it was never written down. */
const settled = (vrm: string) =>
  waitUntil(
    () => view(vrm),
    ({ request }) => request === null || request.state === 'uncertain' || request.state === 'failed',
    15_000,
  )

test(
  `killed at any moment, with answers that come, come late, or are cut, ${RANDOM_ROUNDS} times: nothing is paid twice`,
  async () => {
    fate = () => oneOf([null, null, 'late', 'late', 'hangs up', 'half', 'fails', 'refuses'] as const)
    /** Number of the user's confirmations. */
    const asked = new Map<string, number>()
    const ask = (vrm: string) => asked.set(vrm, (asked.get(vrm) ?? 0) + 1)
    const seen = { arrived: 0, uncertain: 0, resolved: 0 }

    for (let round = 0; round < RANDOM_ROUNDS; round++) {
      const plates = Array.from({ length: PLATES }, (_, i) => `${String(1000 + round * PLATES + i)}BCD`)
      for (const vrm of plates) {
        ask(vrm)
        // Two windows, one of them too late; and neither may get the answer.
        void core.call('complete.request', { vrm, confirmed: true })
        void core.call('complete.request', { vrm, confirmed: true })
      }
      // On a busy machine nothing may have left by then: every other round waits until something has.
      if (round % 2 === 1) await waitUntil(async () => plates.some((vrm) => posts(vrm) > 0), Boolean)
      await sleep(Math.random() * 250)
      const before = new Map(plates.map((vrm) => [vrm, posts(vrm)]))
      await killAndRestart()

      const { slices } = await core.value('app.snapshot', {})
      expect(slices.store.state).toBe('open')
      for (const { vrm, state } of slices.uncertain) {
        expect(state).toBe('uncertain')
        // A possibly sent request is not sent again automatically.
        if (before.has(vrm)) expect(posts(vrm)).toBeLessThanOrEqual(1)
      }
      for (const vrm of plates) {
        const { request, latest, failed } = await settled(vrm)
        expect(posts(vrm)).toBeLessThanOrEqual(asked.get(vrm)!)
        expect((await completes(vrm)).length).toBeLessThanOrEqual(1)
        if (latest ?? failed) seen.arrived++
        else if (request?.state === 'uncertain') seen.uncertain++
        // Sent, and neither here nor shown as uncertain: then the service never took it.
        else expect(made.get(vrm) ?? []).toEqual([])
        if (request?.state !== 'uncertain') continue

        const ids = made.get(vrm) ?? []
        const how = oneOf(['discard', 'resend', 'found', 'later'] as const)
        if (how === 'later') continue
        seen.resolved++
        if (how === 'resend') ask(vrm)
        if (how !== 'found') void core.call('complete.resolve', { id: request.id, how })
        else if (ids[0]) void core.call('complete.resolve', { id: request.id, how, reportId: ids[0] })
      }
      // Also in the middle of the user's decisions.
      await sleep(Math.random() * 60)
      await killAndRestart()
    }

    for (const [vrm, times] of asked) {
      const { request, latest } = await settled(vrm)
      const all = await completes(vrm)
      expect(posts(vrm)).toBeLessThanOrEqual(times)
      expect(new Set(all.map(({ reportId }) => reportId)).size).toBe(all.length)
      for (const { reportId } of all) expect(made.get(vrm)).toContain(reportId)
      if (request?.state === 'uncertain') {
        const { slices } = await core.value('app.snapshot', {})
        expect(slices.uncertain.map((one) => one.vrm)).toContain(vrm)
      }
      if (posts(vrm) === 0) expect(latest).toBeNull()
    }
    // If nothing ever failed, or succeeded, the suite proves nothing.
    expect(seen.arrived).toBeGreaterThan(0)
    expect(seen.uncertain).toBeGreaterThan(0)
    expect(seen.resolved).toBeGreaterThan(0)
  },
  300_000 + RANDOM_ROUNDS * 40_000,
)

test(
  `the connection cut before, during and after the request, ${ROUNDS} times: once each, uncertain, and never resent`,
  async () => {
    const uncertain: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const vrm = `${String(5000 + round)}BCD`
      const when = ['connected', 'asked', 'read', 'answered'][round % 4]!
      service.cut(when === 'connected' || when === 'asked' ? when : 'never')
      fate = () => (when === 'read' ? 'hangs up' : 'half')
      const total = paidRequests(service).length
      await core.value('complete.request', { vrm, confirmed: true })
      expect((await settled(vrm)).request?.state).toBe('uncertain')
      uncertain.push(vrm)
      service.cut('never')
      fate = () => null
      expect(paidRequests(service).length - total).toBe(when === 'connected' ? 0 : 1)
      if (round % 3 === 2) await killAndRestart()
    }
    await killAndRestart()
    const total = paidRequests(service).length
    const { slices } = await core.value('app.snapshot', {})
    expect(slices.uncertain.map(({ vrm }) => vrm)).toEqual(uncertain)
    // The connection is back, and all are checked.
    await core.value('connection.retry', {})
    for (const vrm of uncertain) expect((await view(vrm)).request?.state).toBe('uncertain')
    expect(paidRequests(service)).toHaveLength(total)
  },
  300_000 + ROUNDS * 40_000,
)

test('killed while it is being sent: uncertain, with the report at the service, and found there', async () => {
  fate = () => 'late'
  const vrm = '9000BCD'
  void core.call('complete.request', { vrm, confirmed: true })
  await waitUntil(
    () => posts(vrm),
    (n) => n === 1,
  )
  await killAndRestart()
  fate = () => null
  const { request } = await view(vrm)
  expect(request?.state).toBe('uncertain')
  await waitUntil(
    () => made.get(vrm)?.length,
    (n) => n === 1,
  )
  const [reportId] = made.get(vrm)!
  await core.value('complete.resolve', { id: request!.id, how: 'found', reportId: reportId! })
  const { latest } = await waitUntil(
    () => view(vrm),
    (one) => one.latest !== null,
  )
  expect(latest).toMatchObject({ reportId, outcome: 'transferable' })
  expect(posts(vrm)).toBe(1)
})

test('killed while it is waiting to be asked again: it waits on, and is asked no sooner', async () => {
  service.answer(
    completeReports({ result: () => ({ status: 'error', failureReason: 'service_unavailable' }) }),
  )
  const vrm = '9001BCD'
  await core.value('complete.request', { vrm, confirmed: true })
  const before = await waitUntil(
    () => view(vrm),
    ({ request }) => request?.state === 'waiting',
  )
  for (let i = 0; i < 3; i++) await killAndRestart()
  expect((await view(vrm)).request).toEqual(before.request)
  expect(posts(vrm)).toBe(1)
})
