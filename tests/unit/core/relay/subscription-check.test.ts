import { expect, test } from 'vitest'
import { ok } from '#shared/bridge/result.ts'
import type { RelayOffice } from '#shared/api/relay.ts'
import type { Inbox, SubscriptionState } from '#electron/core/features/relay/subscription.ts'
import { createSubscriptionCheck } from '#electron/core/features/relay/relay.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const HOUR_MS = 3_600_000

/** Checks, with the header that each one found at the relay. */
function startChecks({ byApi = true } = {}) {
  const clock = createManualClock()
  const written: (string | null)[] = []
  let value = 'whk_1'
  let state: SubscriptionState = { state: 'unknown', checkedAt: null }
  let next: SubscriptionState['state'] = 'present'
  const inbox = (): Inbox => ({
    url: 'https://relay.example/in/1',
    header: { name: 'X-Relay-Secret', value },
    mode: 'enforce',
  })
  const check = createSubscriptionCheck({
    api: {
      office: async () => ok({ inbox: inbox() } as RelayOffice),
      devices: async () => ok([]),
    },
    subscription: {
      get state() {
        return state
      },
      async ensure({ header }) {
        written.push(header.value)
        state = { state: next, checkedAt: clock.now() }
      },
      remove: async () => ok(null),
      reset: () => undefined,
    },
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    byApi,
    target: async () => ok({ address: 'https://relay.example', token: 'rly_1' }),
    signal: new AbortController().signal,
  })
  return {
    check,
    written,
    rotate: () => (value = 'whk_2'),
    /** Outcome of the next checks. */
    ends: (outcome: SubscriptionState['state']) => (next = outcome),
    async after(ms: number, isAdmin = true) {
      await clock.advance(ms)
      check.scheduleCheck(isAdmin)
      await check.waitUntilIdle()
    },
  }
}

test('it is looked for once a day, with the header that the relay has then', async () => {
  const { written, rotate, after } = startChecks()
  await after(0)
  rotate()
  await after(23 * HOUR_MS)
  expect(written).toEqual(['whk_1'])
  await after(HOUR_MS)
  expect(written).toEqual(['whk_1', 'whk_2'])
})

test('after a failure, or with another relay, it is looked for sooner', async () => {
  const { check, written, ends, after } = startChecks()
  ends('failed')
  await after(0)
  await after(60_000)
  expect(written).toHaveLength(1)
  ends('present')
  await after(HOUR_MS)
  expect(written).toHaveLength(2)
  check.reset()
  await after(0)
  expect(written).toHaveLength(3)
})

test('a PC that does not administer asks for nothing, nor does one of an operator without that API', async () => {
  const first = startChecks()
  await first.after(0, false)
  const second = startChecks({ byApi: false })
  await second.after(0)
  expect([...first.written, ...second.written]).toEqual([])
})
