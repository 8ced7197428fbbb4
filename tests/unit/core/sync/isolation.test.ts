import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import type { Report } from '#shared/api/report.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '#electron/core/api/service-client.ts'
import { createReportPriority, pollReport } from '#electron/core/features/reports/reports.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter, INTERACTIVE_SCHEDULED_SHARE } from '#electron/core/runtime/admission.ts'
import { createManualClock, type ManualClock } from '#tests/fakes/manual-clock.ts'

/**
 * The model. A user looks plates up, at most one every second and a half (so that the rate limit is not measured), or
 * they were open when the product started. A good one is accepted and, after some looks, answered, each within its
 * latency. A bad one always fails in its own way: at once, only after being accepted, by never answering (until the
 * transport's deadline), or by asking to wait. The world with bad ones and the same world without them run on a manual
 * clock, over the real circuit breaker, rate limiters and report polling, with the product's limits.
 */
interface Plate {
  askedAt: number
  latencyMs: number
  /** Number of looks until a good one is finished. */
  looks: number
  bad: null | { how: 'create' | 'read' | 'hang' | 'limit'; error: AppError }
}

const ERRORS = [
  appError('bad-answer', { detail: 'text/html' }),
  appError('service-failed', { detail: 'HTTP 500' }),
  appError('unreachable', { detail: 'ECONNRESET' }),
  appError('wrong-plate'),
]
const bad = fc.record({
  how: fc.constantFrom('create' as const, 'read' as const, 'hang' as const, 'limit' as const),
  error: fc.constantFrom(...ERRORS),
})
const plate = (isBad: boolean, gapMs: [number, number]) =>
  fc.record({
    gapMs: fc.integer({ min: gapMs[0], max: gapMs[1] }),
    latencyMs: fc.integer({ min: 5, max: 150 }),
    looks: fc.integer({ min: 1, max: 6 }),
    bad: isBad ? bad : fc.constant(null),
  })
const typed = fc.array(
  fc.boolean().chain((isBad) => plate(isBad, [1_500, 6_000])),
  {
    minLength: 1,
    maxLength: 16,
  },
)
const open = fc.array(plate(true, [0, 0]), { maxLength: 12 })
/** By then each plate open at the start has been requested once. */
const START_MS = 3_000
const { answerMs, failingResourcesForDown: threshold } = defaultAssumptions

function plates(before: Omit<Plate, 'askedAt'>[], later: (Omit<Plate, 'askedAt'> & { gapMs: number })[]) {
  let at = START_MS
  return [
    ...before.map((one) => ({ ...one, askedAt: 0 })),
    ...later.map((one) => ({ ...one, askedAt: (at += one.gapMs) })),
  ]
}

function serviceOf(clock: ManualClock, all: ReadonlyMap<string, Plate>) {
  const looks = new Map<string, number>()
  async function answer(vrm: string, isLook: boolean): Promise<Result<Report>> {
    const { bad: trouble, latencyMs, looks: until } = all.get(vrm)!
    await clock.sleep(trouble?.how === 'hang' ? answerMs : latencyMs)
    if (trouble?.how === 'hang') return fail(appError('timeout'))
    if (trouble?.how === 'limit') return fail(appError('rate-limited', { retryAfterMs: 5_000 }))
    if (trouble && (isLook || trouble.how === 'create')) return fail(trouble.error)
    if (isLook) looks.set(vrm, (looks.get(vrm) ?? 0) + 1)
    const isOver = (looks.get(vrm) ?? 0) >= until
    return ok({ id: `r-${vrm}`, vrm, type: 'reduced', status: isOver ? 'completed' : 'processing' })
  }
  const client: Pick<ServiceClient, 'createReducedReport' | 'getReport'> = {
    createReducedReport: (vrm) => answer(vrm, false),
    getReport: (id) => answer(id.slice(2), true),
  }
  return client as ServiceClient
}

/** Duration of each good one. */
async function run(all: ReadonlyMap<string, Plate>): Promise<Map<string, number>> {
  const clock = createManualClock()
  const client = serviceOf(clock, all)
  const { interactiveRequestsPerSecond, backgroundRequestsPerSecond } = defaultAssumptions
  const deps = {
    client,
    clock,
    breaker: createCircuitBreaker({ clock, threshold, onChange: () => undefined, random: () => 0.5 }),
    limiter: createRateLimiter(clock, interactiveRequestsPerSecond, {
      ticks: clock.now,
      scheduledShare: INTERACTIVE_SCHEDULED_SHARE,
    }),
    background: createRateLimiter(clock, backgroundRequestsPerSecond, { ticks: clock.now }),
  }
  const stopped = new AbortController()
  const took = new Map<string, number>()
  const events = { accepted: async () => undefined, queued: async () => undefined, slow: () => undefined }
  const ask = async (vrm: string, { askedAt, bad: trouble }: Plate) => {
    await clock.sleep(askedAt)
    const began = clock.now()
    const wanted = {
      vrm,
      requestedAt: began,
      reportId: null,
      create: (signal: AbortSignal) => client.createReducedReport(vrm, signal),
      read: (report: Report) => (report.status === 'completed' ? report : null),
    }
    const end = await pollReport(
      deps,
      wanted,
      createReportPriority(stopped.signal, askedAt > 0),
      events,
      stopped.signal,
    )
    if (end.kind === 'answer') took.set(vrm, clock.now() - began)
    expect(trouble !== null && end.kind === 'answer').toBe(false)
  }
  const asked = [...all].map(([vrm, one]) => ask(vrm, one))
  const last = Math.max(...[...all.values()].map(({ askedAt }) => askedAt))
  await clock.advance(last + 60_000)
  stopped.abort()
  await clock.advance(answerMs)
  await Promise.all(asked)
  return took
}

test('whatever fails beside them, good plates are answered within 1.5 times what they take alone', async () => {
  await fc.assert(
    fc.asyncProperty(open, typed, async (before, later) => {
      const all = plates(before, later).map((one, index): [string, Plate] => [`${1000 + index}BCD`, one])
      const good = all.filter(([, one]) => one.bad === null)
      fc.pre(good.length > 0)
      const alone = await run(new Map(good))
      const mixed = await run(new Map(all))
      for (const [vrm] of good) expect(mixed.get(vrm)).toBeLessThanOrEqual(1.5 * alone.get(vrm)!)
    }),
    { numRuns: 100 },
  )
})
