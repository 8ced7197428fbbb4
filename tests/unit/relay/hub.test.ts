import { expect, test } from 'vitest'
import type { PageSize } from '#relay/store/store.ts'
import type { StoredEvent } from '#relay/store/writes.ts'
import { createHub } from '#relay/stream/hub.ts'

const KB = 1024

/** A hub over a store in memory, which records what was asked of it. */
async function createHubOver(stored: StoredEvent[], place = { floor: 1, head: 0 }) {
  const asked: number[] = []
  const sizes: PageSize[] = []
  const reader = {
    listPlaces: async () => [{ officeId: 1, epoch: null, recordHead: 0, recordFloor: 0, ...place }],
    async readEvents(_office: number, after: number, upTo: number, size: PageSize) {
      asked.push(after)
      sizes.push(size)
      return stored.filter(({ seq }) => seq > after && seq <= upTo && seq >= place.floor).slice(0, size.limit)
    },
  }
  const hub = createHub({ epoch: 'abcd', reader })
  await hub.refresh(1)
  const seqsAfter = async (seq: number) => (await hub.after(1, seq, 100)).entries.map((entry) => entry.seq)
  return { hub, asked, sizes, place, seqsAfter }
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
])('$what', async ({ bytes, kept }) => {
  const stored = eventsOf(200, bytes)
  const { hub, asked, seqsAfter } = await createHubOver(stored)
  for (const event of stored) hub.append(1, event)

  const first = 200 - kept
  expect((await seqsAfter(first))[0]).toBe(first + 1)
  expect(asked).toEqual([])
  if (first === 0) return
  // What is no longer in memory comes from the store, the same list.
  expect((await seqsAfter(first - 1))[0]).toBe(first)
  expect(asked).toEqual([first - 1])
})

test('a page of large events is bounded, and so is what is read for it', async () => {
  const stored = eventsOf(200, 200 * KB)
  const { hub, sizes, seqsAfter } = await createHubOver(stored)
  for (const event of stored) hub.append(1, event)
  expect(await seqsAfter(0)).toEqual([1])
  expect(sizes).toEqual([{ limit: 100, bytes: 256 * KB }])
})

test('an event that comes between an empty page and the wait for it is not waited for', async () => {
  const stored = eventsOf(2, 10)
  const { hub, seqsAfter } = await createHubOver(stored)
  expect(await seqsAfter(0)).toEqual([])
  for (const event of stored) hub.append(1, event)
  await new Promise<void>((resolve) => void hub.listen(1, 0, resolve))
  expect(await seqsAfter(0)).toEqual([1, 2])
})

test('what another process has numbered is read before what this one numbers after it', async () => {
  const stored = eventsOf(3, 10)
  const [first, , third] = stored
  const { hub, place, seqsAfter } = await createHubOver(stored)
  const heard: number[] = []
  hub.listen(1, 0, () => heard.push(hub.place(1).head))
  if (first === undefined || third === undefined) throw new Error()
  hub.append(1, first)
  place.head = 3
  hub.append(1, third)
  await expect.poll(() => heard).toEqual([1, 3])
  expect(await seqsAfter(0)).toEqual([1, 2, 3])
  // Told late, and known already.
  hub.append(1, third)
  expect(heard).toEqual([1, 3])
})

test('events that retention deletes while they are read are a gap, never a hole', async () => {
  const { hub, place } = await createHubOver(eventsOf(300, 10), { floor: 1, head: 300 })
  place.floor = 21
  const page = await hub.after(1, 5, 100)
  expect(page.gap).toEqual({ from: 6, to: 20, reason: 'retention' })
  expect(page.entries[0]?.seq).toBe(21)
})

test('what moves while a list is being read is read after it', async () => {
  const stored = eventsOf(2, 10)
  const place = { officeId: 1, epoch: null, floor: 1, head: 0, recordHead: 0, recordFloor: 0 }
  let gate = Promise.resolve()
  const reader = {
    async listPlaces() {
      // The place of the moment at which it was asked for.
      const then = { ...place }
      await gate
      return [then]
    },
    readEvents: async (_office: number, after: number, upTo: number) =>
      stored.filter(({ seq }) => seq > after && seq <= upTo),
  }
  const hub = createHub({ epoch: 'abcd', reader })
  await hub.refresh(1)
  hub.listen(1, 0, () => {})
  const held = Promise.withResolvers<void>()
  gate = held.promise
  place.head = 1
  const reading = hub.moved([1])
  place.head = 2
  const meanwhile = hub.moved([1])
  held.resolve()
  await Promise.all([reading, meanwhile])
  expect(hub.place(1).head).toBe(2)
})
