import { expect, test } from 'vitest'
import { judgeRecordChange } from '#relay/store/writes.ts'
import { RECORD_LIMITS } from '#shared/api/relay-records.ts'

const change = (body: string | null, after = 0) => ({ id: 'a', after, body })
const stored = (body: string | null) => ({ id: 'a', seq: 5, body })

test('counts records and bytes', () => {
  const empty = { head: 0, count: 0, bytes: 0 }
  expect(judgeRecordChange(change('four'), null, empty).totals).toEqual({ head: 1, count: 1, bytes: 4 })
  expect(judgeRecordChange(change('six...', 5), stored('four'), { head: 9, count: 1, bytes: 4 })).toEqual({
    outcome: { outcome: 'stored', id: 'a', seq: 10 },
    totals: { head: 10, count: 1, bytes: 6 },
  })
  expect(judgeRecordChange(change(null, 5), stored('four'), { head: 9, count: 1, bytes: 4 }).totals).toEqual({
    head: 10,
    count: 1,
    bytes: 0,
  })
})

test.each([
  { what: 'records', full: { head: 9, count: RECORD_LIMITS.records, bytes: 10 } },
  { what: 'bytes', full: { head: 9, count: 10, bytes: RECORD_LIMITS.officeBytes } },
])('an office that is full of $what takes no more, and lets go', ({ full }) => {
  expect(judgeRecordChange(change('new'), null, full)).toEqual({
    outcome: { outcome: 'full', id: 'a' },
    totals: full,
  })
  expect(judgeRecordChange(change('a', 5), stored('four'), full).outcome.outcome).toBe('stored')
  expect(judgeRecordChange(change(null, 5), stored('four'), full).outcome.outcome).toBe('stored')
})
