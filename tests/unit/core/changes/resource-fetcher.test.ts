import { expect, test } from 'vitest'
import { ok } from '#shared/bridge/result.ts'
import { SPACING_MS } from '#electron/core/features/changes/resource-fetcher.ts'
import { createResourceFetcher } from '#electron/core/features/changes/resource-fetcher.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import type { StoreCall } from '#electron/core/store/client.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

/** A fetcher whose answers arrive at once, and are stored when the test says so. */
function startFetcher() {
  const clock = createManualClock()
  const storing: (() => void)[] = []
  let requests = 0
  const call = (async (method: string) => {
    if (method !== 'resourceAnswered') throw new Error(method)
    await new Promise<void>((resolve) => storing.push(resolve))
    return { result: 'changed', seqs: [] }
  }) as never as StoreCall
  const limiter = createRateLimiter(clock, 1_000, { ticks: clock.now })
  const fetcher = createResourceFetcher({
    call,
    client: {
      async getProcedure(id) {
        requests++
        return ok({ id, status: 'PENDING' })
      },
      getSignature: () => Promise.reject(new Error('not asked')),
    },
    breaker: createCircuitBreaker({ clock, threshold: 4, onChange: () => undefined, random: () => 0 }),
    limiter,
    background: limiter,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    random: () => 0.5,
    onKept: () => undefined,
  })
  return {
    clock,
    requests: () => requests,
    changed: () => fetcher.refresh('procedure', 'p1', { lane: 'interactive', changed: true }),
    async store() {
      await clock.advance(0)
      storing.shift()?.()
      await clock.advance(0)
    },
  }
}

test('an event that comes while the answer is stored is another request, at its distance', async () => {
  const { clock, requests, changed, store } = startFetcher()
  const done = changed()
  await clock.advance(0)
  expect(requests()).toBe(1)
  void changed()
  await store()
  await clock.advance(SPACING_MS - 1)
  expect(requests()).toBe(1)
  await clock.advance(1)
  expect(requests()).toBe(2)
  await store()
  expect(await done).toEqual(ok('changed'))
})

test('an event that comes once the answer is stored is another request, at its distance', async () => {
  const { clock, requests, changed, store } = startFetcher()
  const first = changed()
  await store()
  await first
  const second = changed()
  await clock.advance(SPACING_MS - 1)
  expect(requests()).toBe(1)
  await clock.advance(1)
  expect(requests()).toBe(2)
  await store()
  await second
})
