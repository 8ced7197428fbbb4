import { afterEach, expect, test, vi } from 'vitest'
import { createClock, createLeftLists } from '#renderer/replica/client.ts'

afterEach(() => void vi.useRealTimers())

test('all watchers have the same time, and the clock stops with the last watcher', () => {
  vi.useFakeTimers()
  const clock = createClock(Date.now)
  vi.advanceTimersByTime(10_000)
  const stops = [clock.watch(), clock.watch()]
  expect(clock.store.getState()).toBe(Date.now())
  const told: number[] = []
  clock.store.subscribe((time) => told.push(time))
  stops[0]!()
  vi.advanceTimersByTime(3_000)
  expect(told).toHaveLength(3)
  expect(told.at(-1)).toBe(Date.now())
  stops[1]!()
  expect(vi.getTimerCount()).toBe(0)
})

const rows = (name: string) => ({ size: 24, pages: [[0, [name]]] as const, total: 1 })

test('a list is found again as it was left', () => {
  const lists = createLeftLists()
  const place = lists.open<string>('cases all')
  expect(place.left).toBeUndefined()
  place.leave(rows('1234BCD'))
  expect(lists.open('cases all').left).toEqual(rows('1234BCD'))
  expect(lists.open('cases other').left).toBeUndefined()
})

test('a list without an answer does not replace the list as it was left', () => {
  const lists = createLeftLists()
  lists.open<string>('cases all').leave(rows('1234BCD'))
  lists.open<string>('cases all').leave(undefined)
  expect(lists.open('cases all').left).toEqual(rows('1234BCD'))
})

test('a lock or another account forgets the left lists, and a list that was open then is not kept', () => {
  const lists = createLeftLists()
  lists.open<string>('cases all').leave(rows('1234BCD'))
  const place = lists.open<string>('cases other')
  lists.clear()
  place.leave(rows('of another account'))
  expect(lists.open('cases all').left).toBeUndefined()
  expect(lists.open('cases other').left).toBeUndefined()
  lists.open<string>('cases other').leave(rows('of this one'))
  expect(lists.open('cases other').left).toEqual(rows('of this one'))
})

test('only the lists left last are kept', () => {
  const lists = createLeftLists()
  for (let at = 0; at < 20; at += 1) lists.open<string>(`cases ${at}`).leave(rows(`${at}`))
  const kept = Array.from({ length: 20 }, (_, at) => lists.open(`cases ${at}`).left).filter(Boolean)
  expect(kept).toHaveLength(4)
  expect(lists.open('cases 19').left).toEqual(rows('19'))
})
