import { expect, test } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createLivePolling, LOOK_MS } from '#electron/core/features/changes/live-polling.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import type { Refreshed } from '#electron/core/features/changes/resource-fetcher.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setUp(over: boolean | Error = false, answer: Refreshed = ok('same')) {
  const time = createManualClock()
  let off = 0
  // Timers keep running: only the wall clock is set back.
  const clock = { ...time, now: () => time.now() + off }
  let asked = 0
  const logged: string[] = []
  const livePolling = createLivePolling({
    fetcher: {
      refresh: async () => {
        asked++
        return answer
      },
    },
    clock,
    async isOver() {
      if (over instanceof Error) throw over
      return over
    },
    log: createLog((line) => logged.push(line)),
  })
  let told = 0
  /** Number of requests since the last call. */
  const pass = async (ms: number) => {
    for (let done = 0; done < ms; done += 50) await time.advance(50)
    const since = asked - told
    told = asked
    return since
  }
  return { livePolling, pass, logged, setBack: (ms: number) => (off -= ms) }
}

test('what is shown is followed closely, and no longer than somebody looks', async () => {
  const { livePolling, pass } = setUp()
  livePolling.watch('procedure', 'p')
  expect(await pass(3_000)).toBeGreaterThan(15)
  await pass(LOOK_MS)
  expect(await pass(60_000)).toBe(0)
  await livePolling.stop()
})

test('what has ended is asked about once, however long it is shown', async () => {
  const { livePolling, pass } = setUp(true)
  livePolling.watch('procedure', 'p')
  expect(await pass(LOOK_MS / 2)).toBe(1)
  livePolling.watch('procedure', 'p')
  expect(await pass(LOOK_MS / 2)).toBe(0)
  await livePolling.stop()
})

test('what the service does not know is asked about once, however long it is shown', async () => {
  const { livePolling, pass } = setUp(false, fail(appError('not-found')))
  livePolling.watch('procedure', 'p')
  expect(await pass(LOOK_MS / 2)).toBe(1)
  await livePolling.stop()
})

test('a clock that is set back makes nobody look for an hour', async () => {
  const { livePolling, pass, setBack } = setUp()
  livePolling.watch('procedure', 'p')
  await pass(1_000)
  setBack(3_600_000)
  await pass(LOOK_MS)
  expect(await pass(120_000)).toBe(0)
  livePolling.watch('procedure', 'p')
  expect(await pass(1_000)).toBeGreaterThan(3)
  await livePolling.stop()
})

test('a store that fails ends the look with a line in the log, and the next beat begins another', async () => {
  const { livePolling, pass, logged } = setUp(new Error('the store is closed'))
  for (const beat of [1, 2]) {
    livePolling.watch('procedure', 'p')
    expect(await pass(1_000)).toBe(1)
    expect(logged).toHaveLength(beat)
  }
  await livePolling.stop()
})
