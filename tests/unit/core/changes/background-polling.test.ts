import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createResourceFetcher } from '#electron/core/features/changes/resource-fetcher.ts'
import { createBackgroundPolling } from '#electron/core/features/changes/background-polling.ts'
import type { StoreCall } from '#electron/core/store/client.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'

/**
 * The model. All open resources are due at once, in any order, and some are bad: they fail, or never answer within the
 * transport's deadline. That is only known after each has been requested, so the good ones are measured against the
 * same sweep with all of them good. At most half are bad: a service of which most records fail, with no answer for ten
 * seconds, counts as down.
 */
type Kind = 'good' | 'fails' | 'hangs'
const { answerMs, failingResourcesForDown: threshold, backgroundRequestsPerSecond } = defaultAssumptions

const kinds = fc.integer({ min: 1, max: 15 }).chain((good) =>
  fc.array(fc.constantFrom<Kind>('fails', 'hangs'), { maxLength: good }).chain((bad) => {
    const all = [...Array<Kind>(good).fill('good'), ...bad]
    return fc.shuffledSubarray(all, { minLength: all.length })
  }),
)

/** Milliseconds until the last good one was stored. */
async function sweep(all: readonly Kind[]): Promise<number> {
  const clock = createManualClock()
  const began = clock.now()
  const due = new Map(all.map((_kind, index) => [`p${index}`, began + index]))
  const kept = new Map<string, number>()
  const methods: Record<string, (...args: never[]) => unknown> = {
    dueResources: (now: number, limit: number) =>
      [...due]
        .filter(([, at]) => at <= now)
        .toSorted((a, b) => a[1] - b[1])
        .slice(0, limit)
        .map(([id]) => ({ kind: 'procedure', id, failures: 0 })),
    nextResourceDue: () => Math.min(...due.values()),
    openResources: () => [{ kind: 'procedure', status: 'PENDING', n: due.size }],
    lastResourceCheck: () => null,
    resourceAnswered({ seen, now }: { seen: { id: string }; now: number }) {
      due.set(seen.id, now + 300_000)
      if (!kept.has(seen.id)) kept.set(seen.id, now - began)
      return { result: 'same', seqs: [] }
    },
    resourceFailed: (_kind: string, id: string, _error: unknown, next: number) => void due.set(id, next),
  }
  const call = (async (method: string, ...args: never[]) => methods[method]?.(...args)) as never as StoreCall
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const breaker = createCircuitBreaker({ clock, threshold, onChange: () => undefined, random: () => 0.5 })
  const limiter = createRateLimiter(clock, backgroundRequestsPerSecond, { ticks: clock.now })
  const fetcher = createResourceFetcher({
    call,
    client: {
      async getProcedure(id) {
        const kind = all[Number(id.slice(1))]
        await clock.sleep(kind === 'hangs' ? answerMs : 120)
        if (kind === 'hangs') return fail(appError('timeout'))
        return kind === 'fails' ? fail(appError('service-failed')) : ok({ id, status: 'PENDING' })
      },
      getSignature: () => Promise.reject(new Error('not asked')),
    },
    breaker,
    limiter,
    background: limiter,
    clock,
    log,
    random: () => 0.5,
    onKept: () => undefined,
  })
  const backgroundPolling = createBackgroundPolling({
    call,
    fetcher,
    breaker,
    clock,
    log,
    supervisor: quietSupervisor,
    perSecond: backgroundRequestsPerSecond,
    isRelayed: () => false,
    runChores: async () => null,
    onState: () => undefined,
    onCaughtUp: () => undefined,
    onWake: () => undefined,
  })
  backgroundPolling.start()
  const good = all.filter((kind) => kind === 'good').length
  for (let waited = 0; kept.size < good && waited < 120_000; waited += 50) await clock.advance(50)
  const stopped = Promise.all([fetcher.close(), backgroundPolling.stop()])
  await clock.advance(answerMs)
  await stopped
  return kept.size < good ? Infinity : Math.max(...kept.values())
}

test('resources that fail or hang cost the others no more than if they were answered', async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async (all) => {
      const allGood = await sweep(all.map(() => 'good'))
      expect(await sweep(all)).toBeLessThanOrEqual(1.5 * allGood + 1_000)
    }),
    { numRuns: 40 },
  )
})
