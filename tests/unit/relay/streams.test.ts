import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetrics } from '#relay/ops/metrics.ts'
import { createHub } from '#relay/stream/hub.ts'
import { createStreams, defaultStreamTimes } from '#relay/stream/streams.ts'
import { createFakeClock } from '#tests/integration/service/support/fake-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('streams that were opened together do not beat together, and none waits longer for it', async () => {
  const count = 200
  let beats = 0
  const place = { officeId: 1, head: 0, floor: 1, epoch: null, recordHead: 0, recordFloor: 0 }
  const reader = { listPlaces: async () => [place], readEvents: async () => [] }
  const hub = createHub({ epoch: 'abcd', reader })
  await hub.refresh(1)
  const streams = createStreams({
    hub,
    clock: createFakeClock(),
    metrics: createMetrics(),
    times: defaultStreamTimes,
    random: evenly(count),
  })
  for (let index = 0; index < count; index++) {
    const response = Object.assign(new EventEmitter(), {
      writableLength: 0,
      writeHead: () => {},
      write(text: string) {
        if (text.includes('event: hb')) beats++
        return true
      },
    })
    streams.open(
      { officeId: 1, deviceId: null },
      { seq: 0, isKnown: true },
      response as unknown as ServerResponse,
    )
  }
  // Each at once.
  expect(beats).toBe(count)
  const steps = 10
  for (let round = 1; round <= 2; round++)
    for (let step = 1; step <= steps; step++) {
      vi.advanceTimersByTime(defaultStreamTimes.heartbeat / steps)
      expect(beats).toBeCloseTo(count * (round + step / steps), -1)
    }
})

/** Shares from 0 to 1, two for each stream: one for its first beat and one for its age. */
function evenly(count: number): () => number {
  let calls = 0
  return () => Math.floor(calls++ / 2) / count
}
