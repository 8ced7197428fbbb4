import { expect, test } from 'vitest'
import { createWriteQueue } from '#relay/store/write-queue.ts'
import type { Write, WriteOutcome } from '#relay/store/writes.ts'

/** A backend of two lanes, each of whose batches ends when it is told. */
function createHeld() {
  const batches: { size: number; end: () => void }[] = []
  const backend = {
    lanes: 2,
    run: (writes: readonly Write[]) =>
      new Promise<WriteOutcome[]>((resolve) => {
        const end = () => resolve(writes.map((): WriteOutcome => ({ ok: true, value: undefined })))
        batches.push({ size: writes.length, end })
      }),
    close: async () => {},
  }
  const queue = createWriteQueue({ backend, log: { info: () => {}, error: () => {} }, deadlineMs: 60_000 })
  let offices = 0
  /** An event of each of so many other offices. */
  const write = (count: number) => {
    const event = { receivedMs: 0, hard: '', soft: null, near: null, body: '{}', extra: null, sealedTo: null }
    return Promise.all(
      Array.from({ length: count }, () => queue.write('ingest', { officeId: ++offices, ...event })),
    )
  }
  return { batches, write }
}

test('what comes during a commit goes together after it', async () => {
  const { batches, write } = createHeld()
  const first = write(1)
  const others = write(10)
  expect(batches.map(({ size }) => size)).toEqual([1])
  batches[0]?.end()
  await first
  expect(batches.map(({ size }) => size)).toEqual([1, 10])
  batches[1]?.end()
  await others
})

test('a commit that takes long does not hold up what comes', async () => {
  const { batches, write } = createHeld()
  const first = write(1)
  const others = write(10)
  await expect.poll(() => batches.map(({ size }) => size)).toEqual([1, 10])
  // All lanes are taken now, however long that lasts.
  const last = write(1)
  batches[1]?.end()
  await others
  await expect.poll(() => batches.map(({ size }) => size)).toEqual([1, 10, 1])
  for (const { end } of batches) end()
  await Promise.all([first, last])
})

test('a whole batch begins beside a commit at once', async () => {
  const { batches, write } = createHeld()
  const first = write(1)
  const others = write(513)
  expect(batches.map(({ size }) => size)).toEqual([1, 512])
  for (const { end } of batches) end()
  await first
  await expect.poll(() => batches.map(({ size }) => size)).toEqual([1, 512, 1])
  batches[2]?.end()
  await others
})
