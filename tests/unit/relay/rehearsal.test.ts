import { expect, test } from 'vitest'
import { deviceProblems, eventProblems, officeProblems } from '#relay/rehearsal/compare.rules.ts'

const office = (id: number, head: number, name = `o${id}`) => ({ id, name, head })

test('a copy ends where the live list ended at some moment of the backup', () => {
  const [before, after] = [[office(1, 5)], [office(1, 9)]]
  expect(officeProblems(before, [office(1, 5)], after)).toEqual([])
  expect(officeProblems(before, [office(1, 9)], after)).toEqual([])
  expect(officeProblems(before, [office(1, 4)], after)).toEqual([
    'the list of office 1 ends at 4, and the live one at 5 or later',
  ])
  expect(officeProblems(before, [office(1, 10)], after)).toHaveLength(1)
})

test('an office that is missing or has another name is said', () => {
  const offices = [office(1, 1), office(2, 1)]
  expect(officeProblems(offices, [office(2, 1)], offices)).toEqual(['office 1 is missing'])
  expect(officeProblems(offices, [office(1, 1), office(2, 1, 'x')], offices)).toEqual([
    'office 2 has another name',
  ])
  // It was renamed meanwhile.
  expect(officeProblems([office(1, 1, 'a')], [office(1, 1, 'b')], [office(1, 1, 'b')])).toEqual([])
})

test('PCs that are missing or strange are counted, and those that come or go meanwhile are not', () => {
  const pcs = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(deviceProblems(1, pcs('a', 'b'), pcs('a', 'b', 'c'), pcs('b', 'c'))).toEqual([])
  expect(deviceProblems(1, pcs('a', 'b'), pcs('b'), pcs('b'))).toEqual([])
  expect(deviceProblems(1, pcs('a'), pcs(), pcs('a'))).toEqual(['1 PCs of office 1 are missing'])
  expect(deviceProblems(1, pcs('a'), pcs('a', 'z'), pcs('a'))).toEqual([
    'office 1 has 1 PCs that the live one has not',
  ])
})

test('events that are missing or different are counted, and those that retention took meanwhile are not', () => {
  const event = (seq: number, body = `b${seq}`) => ({ seq, receivedMs: seq, body })
  const range = { from: 1, upTo: 3 }
  const all = [event(1), event(2), event(3)]
  expect(eventProblems(1, range, all, all)).toEqual([])
  expect(eventProblems(1, range, all, all.slice(1))).toEqual([])
  expect(eventProblems(1, range, [event(1), event(3)], all)).toEqual(['1 events of office 1 are missing'])
  expect(eventProblems(1, range, [event(1), event(2, 'x'), event(3)], all)).toEqual([
    '1 events of office 1 differ from the live ones',
  ])
  expect(eventProblems(1, { from: 1, upTo: 0 }, [], [])).toEqual([])
})
