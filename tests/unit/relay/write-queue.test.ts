import { expect, test } from 'vitest'
import { WriteQueue } from '#relay/store/write-queue.ts'
import { getWriteOffice, type Write, type WriteOutcome } from '#relay/store/writes.ts'

/** Longer than any test, however slow the machine. */
const NEVER_MS = 600_000

/** A queue over a backend whose batches end when the test calls `end`. */
function createHeldQueue(lanes: number, parallelAfterMs = NEVER_MS) {
  const batches: { writes: readonly Write[]; end: () => void }[] = []
  const backend = {
    lanes,
    run: (writes: readonly Write[]) =>
      new Promise<WriteOutcome[]>((resolve) => {
        const end = () => resolve(writes.map((): WriteOutcome => ({ ok: true, value: undefined })))
        batches.push({ writes, end })
      }),
    close: async () => {},
  }
  const log = { info: () => {}, error: () => {} }
  const queue = new WriteQueue({ backend, log, deadlineMs: NEVER_MS, parallelAfterMs })
  const event = { hard: '', soft: null, near: null, body: '{}', extra: null, sealedTo: null }
  /** Queues events of one office, numbered by `receivedMs` from 0. */
  const writeEvents = (officeId: number, count: number, size?: number) =>
    Promise.all(
      Array.from({ length: count }, (_, receivedMs) =>
        queue.write('ingest', { officeId, receivedMs, ...event }, size),
      ),
    )
  let offices = 1_000_000
  /** Queues one event for each of `count` new offices. */
  const writeOfOthers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => writeEvents(++offices, 1)))
  const sizes = () => batches.map(({ writes }) => writes.length)
  return { batches, writeEvents, writeOfOthers, sizes }
}

const countByOffice = (writes: readonly Write[] = []) =>
  Object.fromEntries([...Map.groupBy(writes, getWriteOffice)].map(([office, own]) => [office, own.length]))

test('writes that come during a commit share the next one', async () => {
  const { batches, writeOfOthers, sizes } = createHeldQueue(2)
  const first = writeOfOthers(1)
  const others = writeOfOthers(10)
  expect(sizes()).toEqual([1])
  batches[0]?.end()
  await first
  expect(sizes()).toEqual([1, 10])
  batches[1]?.end()
  await others
})

test('a second batch starts beside a commit that takes long', async () => {
  const { batches, writeOfOthers, sizes } = createHeldQueue(2, 20)
  const first = writeOfOthers(1)
  const others = writeOfOthers(10)
  await expect.poll(sizes).toEqual([1, 10])
  // Both lanes are taken now, however long that lasts.
  const last = writeOfOthers(1)
  batches[1]?.end()
  await others
  await expect.poll(sizes).toEqual([1, 10, 1])
  for (const { end } of batches) end()
  await Promise.all([first, last])
})

test('a full batch starts beside a commit at once', async () => {
  const { batches, writeOfOthers, sizes } = createHeldQueue(2)
  const first = writeOfOthers(1)
  const others = writeOfOthers(513)
  expect(sizes()).toEqual([1, 512])
  for (const { end } of batches) end()
  await first
  await expect.poll(sizes).toEqual([1, 512, 1])
  batches[2]?.end()
  await others
})

test('a busy office does not delay the others, and takes the room that they leave', async () => {
  const { batches, writeEvents, writeOfOthers } = createHeldQueue(1)
  const first = writeOfOthers(1)
  const others = [writeEvents(1, 1_000), writeEvents(2, 1), writeEvents(3, 3)]
  batches[0]?.end()
  await first
  const { writes = [] } = batches[1] ?? {}
  expect(countByOffice(writes)).toEqual({ 1: 508, 2: 1, 3: 3 })
  const times = writes.flatMap((write) =>
    write.name === 'ingest' && write.args.officeId === 1 ? [write.args.receivedMs] : [],
  )
  expect(times).toEqual(Array.from({ length: 508 }, (_, index) => index))
  batches[1]?.end()
  await expect.poll(() => countByOffice(batches[2]?.writes)).toEqual({ 1: 492 })
  batches[2]?.end()
  await Promise.all(others)
})

test('with more offices than a batch has room for, each has its turn', async () => {
  const { batches, writeEvents, writeOfOthers, sizes } = createHeldQueue(1)
  const first = writeOfOthers(1)
  const others = Array.from({ length: 600 }, (_, index) => writeEvents(index + 1, 2))
  batches[0]?.end()
  await first
  batches[1]?.end()
  await expect.poll(sizes).toEqual([1, 512, 512])
  const served = [...(batches[1]?.writes ?? []), ...(batches[2]?.writes ?? [])]
  expect(new Set(served.map(getWriteOffice)).size).toBe(600)
  batches[2]?.end()
  await expect.poll(sizes).toEqual([1, 512, 512, 176])
  batches[3]?.end()
  await Promise.all(others)
})

test('an office waits for its own commit, and bytes limit a batch', async () => {
  const { batches, writeEvents } = createHeldQueue(2, 20)
  const megabyte = 1024 * 1024
  const first = writeEvents(1, 1)
  const same = writeEvents(1, 5)
  const large = writeEvents(2, 5, megabyte)
  await expect.poll(() => batches.map(({ writes }) => countByOffice(writes))).toEqual([{ 1: 1 }, { 2: 4 }])
  for (const { end } of batches) end()
  await expect
    .poll(() => countByOffice(batches.slice(2).flatMap(({ writes }) => writes)))
    .toEqual({ 1: 5, 2: 1 })
  for (const { end } of batches) end()
  await Promise.all([first, same, large])
})
