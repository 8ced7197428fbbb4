import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import {
  activeIndex,
  inboxEntries,
  type InboxEntry,
  nextRow,
  withKept,
} from '#renderer/features/inbox/inbox-items.ts'

const at = (day: number, hour = 10, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
const row = (seq: number, seenAt: number, rest: Partial<InboxRow> = {}): InboxRow => ({
  event: 'procedure.status_changed',
  status: 'DONE',
  detail: {},
  at: seenAt,
  seenAt,
  source: 'poll',
  seq,
  kind: 'procedure',
  id: `p${seq}`,
  subject: {},
  state: 'unread',
  actionable: false,
  ...rest,
})
const report = (seq: number, seenAt: number) =>
  row(seq, seenAt, { event: 'report.completed', kind: 'report' })

const read = (entries: readonly InboxEntry[]) =>
  entries.map((entry) =>
    entry.type === 'head'
      ? `${entry.at === null ? 'notice' : new Date(entry.at).getDate()}:${String(entry.count)}`
      : entry.rows.map(({ seq }) => seq).join('+'),
  )

test('by the day it was seen, with how many where that is known', () => {
  const rows = [row(4, at(20)), row(3, at(20), { at: at(12) }), row(2, at(19)), row(1, at(18))]
  expect(read(inboxEntries(rows, false, null))).toEqual(['20:2', '4', '3', '19:1', '2', '18:1', '1'])
  expect(read(inboxEntries(rows, true, null)).at(-2)).toBe('18:null')
})

test('a clock that was set back makes no day twice', () => {
  const rows = [row(3, at(20)), row(2, at(25)), row(1, at(19))]
  expect(read(inboxEntries(rows, false, null))).toEqual(['20:2', '3', '2', '19:1', '1'])
})

test('three reports that finish together are one; two are not, nor those apart or of another day', () => {
  const close = [report(5, at(20, 10, 9)), report(4, at(20, 10, 5)), report(3, at(20, 10, 0))]
  expect(read(inboxEntries(close, false, null))).toEqual(['20:3', '5+4+3'])
  expect(read(inboxEntries(close.slice(1), false, null))).toEqual(['20:2', '4', '3'])
  expect(read(inboxEntries([close[0]!, close[1]!, report(3, at(20, 9, 50))], false, null))).toEqual([
    '20:3',
    '5',
    '4',
    '3',
  ])
  const midnight = [report(3, at(20, 0, 2)), report(2, at(20, 0, 1)), report(1, at(19, 23, 59))]
  expect(read(inboxEntries(midnight, false, null))).toEqual(['20:2', '3', '2', '19:1', '1'])
})

test('a group keeps its name when another report joins it above', () => {
  const three = [report(3, at(20)), report(2, at(20)), report(1, at(20))]
  const key = (rows: readonly InboxRow[]) => inboxEntries(rows, false, null)[1]?.key
  expect(key([report(4, at(20)), ...three])).toBe(key(three))
})

test('what a notification led to is at the top when it is not in the list', () => {
  const rows = [row(9, at(20))]
  expect(read(inboxEntries(rows, false, row(2, at(3))))).toEqual(['notice:null', '2', '20:1', '9'])
})

test('the keyboard stays with its change; gone, with the one that took its place', () => {
  const entries = inboxEntries([row(9, at(20)), row(7, at(20)), row(4, at(19))], false, row(2, at(3)))
  const there = (seq: number | null) => read([entries[activeIndex(entries, seq)]!])[0]
  expect(there(7)).toBe('7')
  expect(there(8)).toBe('7')
  expect(there(5)).toBe('4')
  expect(there(3)).toBe('4')
  expect(there(2)).toBe('2')
  expect(there(null)).toBe('2')
  expect(activeIndex([], 3)).toBe(-1)
})

test('moving jumps over the heads of the days and ends at the ends', () => {
  const entries = inboxEntries([row(2, at(20)), row(1, at(19))], false, null)
  expect(nextRow(entries, 1, 1)?.key).toBe('1')
  expect(nextRow(entries, 3, -1)?.key).toBe('2')
  expect(nextRow(entries, 3, 1)).toBeNull()
  expect(nextRow(entries, 1, -1)).toBeNull()
})

test('what is kept is where it was, and the list says how it is now', () => {
  const rows = [row(9, at(20)), row(4, at(19))]
  const kept = [row(7, at(20), { state: 'read' }), row(4, at(19), { state: 'read' })]
  expect(withKept(rows, kept).map(({ seq, state }) => [seq, state])).toEqual([
    [9, 'unread'],
    [7, 'read'],
    [4, 'unread'],
  ])
  expect(withKept(rows, [])).toBe(rows)
})

test('whatever comes: every change is once and in order, days only go back, and counts are true', () => {
  const change = fc.record({ seenAt: fc.integer({ min: at(1), max: at(28) }), report: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const rows = changes.map((one, index) =>
        (one.report ? report : row)(changes.length - index, one.seenAt),
      )
      const entries = inboxEntries(rows, false, null)
      const seqs = entries.flatMap((entry) => (entry.type === 'row' ? entry.rows.map(({ seq }) => seq) : []))
      expect(seqs).toEqual(rows.map(({ seq }) => seq))
      const heads = entries.filter((entry) => entry.type === 'head')
      expect(heads.every((head, index) => index === 0 || head.at! < heads[index - 1]!.at!)).toBe(true)
      expect(heads.reduce((sum, head) => sum + head.count!, 0)).toBe(rows.length)
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
      for (const { seq } of rows)
        expect(read([entries[activeIndex(entries, seq)]!])[0]?.split('+')).toContain(String(seq))
    }),
  )
})
