import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetrics } from '#relay/ops/metrics.ts'
import { createHub } from '#relay/stream/hub.ts'
import { createStreams, defaultStreamTimes } from '#relay/stream/streams.ts'
import { createFakeClock } from '#tests/integration/service/support/fake-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function createOfficeStreams(random?: () => number) {
  const place = { officeId: 1, head: 0, floor: 1, epoch: null, recordHead: 0, recordFloor: 0 }
  const reader = { listPlaces: async () => [place], readEvents: async () => [] }
  const hub = createHub({ epoch: 'abcd', reader })
  await hub.refresh(1)
  return createStreams({
    hub,
    clock: createFakeClock(),
    metrics: createMetrics(),
    times: defaultStreamTimes,
    ...(random && { random }),
  })
}

/** A response whose `write` the test answers. */
function createResponse(write: (text: string) => boolean): ServerResponse & EventEmitter {
  const parts = { writableLength: 0, writeHead: () => {}, write }
  return Object.assign(new EventEmitter(), parts) as unknown as ServerResponse
}

test('streams that were opened together do not beat together, and none waits longer for it', async () => {
  const count = 200
  let beats = 0
  const streams = await createOfficeStreams(evenly(count))
  for (let index = 0; index < count; index++) {
    const response = createResponse((text) => {
      if (text.includes('event: hb')) beats++
      return true
    })
    streams.open({ officeId: 1, deviceId: null }, { seq: 0, isKnown: true }, response)
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

test('a slow reader keeps no presence in memory, and hears the next one', async () => {
  const streams = await createOfficeStreams()
  const written: string[] = []
  let isSlow = true
  const response = createResponse((text) => {
    written.push(text)
    return !isSlow
  })
  streams.open({ officeId: 1, deviceId: 'pc-1' }, { seq: 0, isKnown: true }, response)
  const post = (body: string) => streams.sendPresence({ officeId: 1, deviceId: 'pc-2', body })
  for (let index = 0; index < 10; index++) post(`missed-${index}`)
  isSlow = false
  response.emit('drain')
  post('heard')
  expect(written.filter((text) => text.startsWith('event: presence'))).toEqual([
    'event: presence\ndata: {"deviceId":"pc-2","body":"heard"}\n\n',
  ])
})

/** Shares from 0 to 1, two for each stream: one for its first beat and one for its age. */
function evenly(count: number): () => number {
  let calls = 0
  return () => Math.floor(calls++ / 2) / count
}
