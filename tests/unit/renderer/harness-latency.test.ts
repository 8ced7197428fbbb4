import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { seededLatency } from '#tests/renderer/harness/latency.ts'
import { scenes } from '#tests/renderer/harness/scenes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(seed: number) {
  const { route: _, ...scene } = scenes['settings']!()
  return new FakeBridge(scene, () => 0, seededLatency(seed))
}

/** Duration of each of several concurrent calls. */
async function delays(seed: number, many: number): Promise<number[]> {
  const bridge = start(seed)
  const began = Date.now()
  const answers = Array.from({ length: many }, async () => {
    await bridge.call('app.snapshot', {})
    return Date.now() - began
  })
  await vi.advanceTimersByTimeAsync(1_000)
  return Promise.all(answers)
}

test('every answer takes between 20 and 150 ms, the same ones for the same seed, and in any order', async () => {
  const first = await delays(7, 200)
  expect(Math.min(...first)).toBeGreaterThanOrEqual(19)
  expect(Math.max(...first)).toBeLessThanOrEqual(151)
  expect(await delays(7, 200)).toEqual(first)
  expect(await delays(8, 200)).not.toEqual(first)
  expect(first.toSorted((a, b) => a - b)).not.toEqual(first)
})

test('commands act in the order they were sent, and what they change is heard before they answer', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const bridge = start(seed)
    const seen: unknown[] = []
    bridge.on('slice', ({ value }) => seen.push((value as { undoSeconds: number }).undoSeconds))
    const answers = [0, 5, 10].map((undoSeconds) =>
      bridge.call('settings.update', { undoSeconds }).then(() => seen.push(`answer ${undoSeconds}`)),
    )
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(answers)
    expect(seen.filter((one) => typeof one === 'number')).toEqual([0, 5, 10])
    for (const value of [0, 5, 10]) expect(seen.indexOf(value)).toBeLessThan(seen.indexOf(`answer ${value}`))
  }
})

test('a transfer takes its time too, also one that is refused, and stops when it is cancelled', async () => {
  const bridge = start(3)
  bridge.scene.refuses = { 'lookup.history-csv': { code: 'store-failed', retryable: true } }
  const ends: string[] = []
  const stop = new AbortController()
  void bridge.save('lookup.history-csv', { query: '' }).then(() => ends.push('refused'))
  void bridge.read('complete.pdf', { vrm: '1234BCD' }, stop).then(({ ok }) => ends.push(`read ${ok}`))
  await vi.advanceTimersByTimeAsync(15)
  expect(ends).toEqual([])
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toEqual(['read false'])
  await vi.advanceTimersByTimeAsync(200)
  expect(ends).toEqual(['read false', 'refused'])
})
