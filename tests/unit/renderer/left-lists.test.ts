import { expect, test } from 'vitest'
import { createLeftLists } from '#renderer/replica/client.ts'

const rows = (name: string) => ({ size: 24, pages: [[0, [name]]] as const, total: 1 })

test('a list is found again as it was left', () => {
  const lists = createLeftLists()
  const place = lists.open<string>('desk all')
  expect(place.left).toBeUndefined()
  place.leave(rows('1234BCD'))
  expect(lists.open('desk all').left).toEqual(rows('1234BCD'))
  expect(lists.open('desk other').left).toBeUndefined()
})

test('what was not read leaves what was there', () => {
  const lists = createLeftLists()
  lists.open<string>('desk all').leave(rows('1234BCD'))
  lists.open<string>('desk all').leave(undefined)
  expect(lists.open('desk all').left).toEqual(rows('1234BCD'))
})

test('a lock or another account forgets them, and what was open then is not kept when it is left', () => {
  const lists = createLeftLists()
  lists.open<string>('desk all').leave(rows('1234BCD'))
  const place = lists.open<string>('desk other')
  lists.clear()
  place.leave(rows('of another account'))
  expect(lists.open('desk all').left).toBeUndefined()
  expect(lists.open('desk other').left).toBeUndefined()
  lists.open<string>('desk other').leave(rows('of this one'))
  expect(lists.open('desk other').left).toEqual(rows('of this one'))
})

test('only the last few are kept', () => {
  const lists = createLeftLists()
  for (let at = 0; at < 20; at += 1) lists.open<string>(`desk ${at}`).leave(rows(`${at}`))
  const kept = Array.from({ length: 20 }, (_, at) => lists.open(`desk ${at}`).left).filter(Boolean)
  expect(kept).toHaveLength(4)
  expect(lists.open('desk 19').left).toEqual(rows('19'))
})
