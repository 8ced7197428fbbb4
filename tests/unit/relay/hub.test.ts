import { expect, test } from 'vitest'
import type { StoredEvent } from '#relay/store/ingest.writes.ts'
import type { Reader } from '#relay/store/reader.ts'
import { createHub } from '#relay/stream/hub.ts'

const KB = 1024

/** A hub over a store that records the numbers asked of it, and how many events it has read. */
function createHubOver(stored: StoredEvent[]) {
  const asked: number[] = []
  const counts = { read: 0 }
  const reader = {
    offices: () => [{ id: 1, head: 0, floor: 1 }],
    *events(_office: number, after: number, upTo: number) {
      asked.push(after)
      for (const event of stored) {
        if (event.seq <= after || event.seq > upTo) continue
        counts.read++
        yield event
      }
    },
  } as Pick<Reader, 'offices' | 'events'> as Reader
  const hub = createHub({ epoch: 'abcd', reader })
  return { hub, asked, counts }
}

const eventsOf = (count: number, bytes: number): StoredEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    receivedMs: 0,
    body: JSON.stringify({ event: 'e', data: { id: 'x'.repeat(bytes) } }),
    extra: null,
    revises: null,
    isProbableRetry: false,
    replayOf: null,
  }))

test.each([
  { what: 'small events are all served from memory', bytes: 200, kept: 200 },
  { what: 'of large ones only the last megabyte is', bytes: 200 * KB, kept: 5 },
])('$what', ({ bytes, kept }) => {
  const stored = eventsOf(200, bytes)
  const { hub, asked } = createHubOver(stored)
  for (const event of stored) hub.append(1, event)
  const numbersAfter = (seq: number) => hub.after(1, seq, 100).entries.map((entry) => entry.seq)

  const first = 200 - kept
  expect(numbersAfter(first)[0]).toBe(first + 1)
  expect(asked).toEqual([])
  if (first === 0) return
  // What is no longer in memory comes from the store, the same list.
  expect(numbersAfter(first - 1)[0]).toBe(first)
  expect(asked).toEqual([first - 1])
})

test('a page of large events reads one more than it holds', () => {
  const stored = eventsOf(200, 200 * KB)
  const { hub, counts } = createHubOver(stored)
  for (const event of stored) hub.append(1, event)
  expect(hub.after(1, 0, 100).entries.map(({ seq }) => seq)).toEqual([1])
  expect(counts.read).toBe(2)
})
