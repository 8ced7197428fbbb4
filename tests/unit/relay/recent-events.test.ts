import { expect, test } from 'vitest'
import { createRecentEvents } from '#relay/stream/recent-events.ts'

const KB = 1024
const entryOf = (seq: number, bytes: number) => ({ seq, json: '', frame: Buffer.alloc(bytes) })
const seqsAfter = (recent: ReturnType<typeof createRecentEvents>, officeId: number, seq: number) =>
  recent.after(officeId, seq)?.map((entry) => entry.seq) ?? null

test('all offices together have so many bytes, and the one whose last event is the oldest is forgotten', () => {
  const recent = createRecentEvents(30 * KB)
  for (const officeId of [1, 2, 3]) recent.add(officeId, entryOf(1, 10 * KB))
  recent.add(1, entryOf(2, 5 * KB))
  expect(seqsAfter(recent, 2, 0)).toBeNull()
  expect(seqsAfter(recent, 1, 0)).toEqual([1, 2])
  expect(seqsAfter(recent, 3, 0)).toEqual([1])
  // What was forgotten has made room.
  recent.add(2, entryOf(2, 5 * KB))
  expect(seqsAfter(recent, 3, 0)).toEqual([1])
})

test('what comes after a number is there whole or not at all', () => {
  const recent = createRecentEvents()
  expect(recent.after(1, 0)).toBeNull()
  for (const seq of [5, 6, 7]) recent.add(1, entryOf(seq, KB))
  expect(seqsAfter(recent, 1, 3)).toBeNull()
  expect(seqsAfter(recent, 1, 4)).toEqual([5, 6, 7])
  expect(seqsAfter(recent, 1, 7)).toEqual([])
  recent.forgetBefore(1, 7)
  expect(seqsAfter(recent, 1, 5)).toBeNull()
  expect(seqsAfter(recent, 1, 6)).toEqual([7])
  recent.forget(1)
  expect(recent.after(1, 6)).toBeNull()
})
