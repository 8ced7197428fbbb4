import { expect, test } from 'vitest'
import { createFairQueue } from '#relay/store/write-queue.ts'

const most = { items: 10, bytes: 1_000 }
const nothing = () => false

function queueOf(counts: Record<number, number>, size = 1) {
  const queue = createFairQueue<{ key: number; size: number; at: number }>()
  for (const [key, count] of Object.entries(counts))
    for (let at = 0; at < count; at++) queue.push({ key: Number(key), size, at })
  return queue
}
const shares = (taken: { key: number }[]) =>
  Object.fromEntries([...Map.groupBy(taken, ({ key }) => key)].map(([key, items]) => [key, items.length]))

test('one that has much waiting does not hold up the others, and takes the room that they leave', () => {
  const queue = queueOf({ 1: 1_000, 2: 1, 3: 3 })
  const taken = queue.take(most, nothing)
  expect(shares(taken)).toEqual({ 1: 6, 2: 1, 3: 3 })
  expect(taken.filter(({ key }) => key === 1).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5])
  expect([queue.count(), queue.countOf(1), queue.bytes()]).toEqual([994, 994, 994])
})

test('with more of them than there is room, each has its turn', () => {
  const queue = queueOf(Object.fromEntries(Array.from({ length: 25 }, (_, key) => [key, 4])))
  const turns = [1, 2, 3].flatMap(() => queue.take(most, nothing))
  expect(new Set(turns.map(({ key }) => key)).size).toBe(25)
})

test('what is held stays, and bytes bound what is taken', () => {
  const queue = queueOf({ 1: 5, 2: 5 }, 400)
  expect(shares(queue.take(most, (key) => key === 1))).toEqual({ 2: 3 })
  expect(queue.take(most, () => true)).toEqual([])
  expect(queue.bytes()).toBe(7 * 400)
})
