import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuditQueries, createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import type { AuditNote } from '#electron/core/features/audit/chain.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { addDays, startOfDay } from '#shared/domain/calendar.ts'

/** The last Sunday of October has 25 hours in Spain. */
const DAY = '2026-10-25'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function openRecord() {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const writer = createAuditWriter(db, null)
  const queries = createAuditQueries(db, writer)
  return {
    write(at: number, operator: string, what: AuditNote['what'], result: AuditNote['result'] = 'ok') {
      vi.setSystemTime(at)
      writer.operator(operator)
      writer.write({ what, kind: '', identifier: '', result })
    },
    workOf: (day: string) => queries.auditWork(startOfDay(day), startOfDay(addDays(day, 1))),
  }
}

test('the work of a day is counted by person and kind, the busiest first, from midnight to midnight', () => {
  const { write, workOf } = openRecord()
  const start = startOfDay(DAY)
  const end = startOfDay(addDays(DAY, 1))
  write(start - 1, 'Ana', 'export')
  write(start, 'Luis', 'report.request')
  write(start + 1, 'Ana', 'client.text')
  write(start + 2, 'Ana', 'procedure.send')
  write(start + 3, 'Ana', 'procedure.send', 'uncertain')
  write(end - 1, 'Ana', 'procedure.send')
  write(end, 'Luis', 'export')
  const named = workOf(DAY).map(({ who, ...work }) => ({ who: who.split(' · ').at(-1), ...work }))
  expect(named).toEqual([
    { who: 'Ana', what: 'procedure.send', done: 2, uncertain: 1 },
    { who: 'Ana', what: 'client.text', done: 1, uncertain: 0 },
    { who: 'Luis', what: 'report.request', done: 1, uncertain: 0 },
  ])
  expect(workOf(addDays(DAY, 1))).toMatchObject([{ what: 'export', done: 1 }])
  expect(workOf(addDays(DAY, 2))).toEqual([])
})

test('what was not done, and what is no work on the cases, is not counted', () => {
  const { write, workOf } = openRecord()
  const start = startOfDay(DAY)
  write(start, 'Ana', 'procedure.send', 'failed')
  write(start, 'Ana', 'lock.failed', 'failed')
  write(start, 'Ana', 'backup')
  write(start, 'Ana', 'simulate')
  expect(workOf(DAY)).toEqual([])
})
