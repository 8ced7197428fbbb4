import type { CaseFilter } from '#shared/bridge/cases.ts'
import { boundsOf, type Months } from '#shared/domain/months.ts'
import { calendarDay, runningLegalDay } from './case-functions.store.ts'
import type { CaseLabels } from './case-labels.store.ts'
import type { CaseRecords } from './case-records.store.ts'

type Condition = (slot: number) => boolean

/** A term that ran out longer ago is no longer one of the coming days: it is under *Vencidos* of *Plazos*. */
export const PAST_DEADLINE_DAYS = 30

/** Condition that always holds. */
export const always: Condition = () => true

/**
 * Conditions of a filter besides those that find its candidates (case-index.store.ts). Of several states, types or labels any matches; those three are
 * separate from the rest, because the counts of each leave its own out.
 */
export function conditionsOf(
  filter: CaseFilter,
  records: CaseRecords,
  labels: CaseLabels,
  now: number,
): { status: Condition; type: Condition; label: Condition; rest: Condition } {
  const { columns } = records
  const { marked, ended, quietDays, endedToday, deadlineDays, began, closed } = filter
  const statuses = filter.statuses && records.statuses.codes(filter.statuses)
  const types = filter.types && records.types.codes(filter.types)
  const wanted = filter.labels && new Set(filter.labels)
  const isOver: Condition = (slot) => records.isEnded(columns.status[slot] ?? 0)

  const rest: Condition[] = []
  if (marked !== undefined) rest.push((slot) => (columns.marked[slot] === 1) === marked)
  if (ended !== undefined) rest.push((slot) => isOver(slot) === ended)
  if (quietDays !== undefined) {
    // Whole calendar days: it was in that state already when the first of them began.
    const before = midnight(now, 1 - quietDays)
    rest.push((slot) => !isOver(slot) && (columns.since[slot] ?? 0) < before)
  }
  if (endedToday !== undefined) {
    const from = midnight(now, 0)
    rest.push((slot) => (columns.closedAt[slot] ?? 0) >= from === endedToday)
  }
  if (deadlineDays !== undefined) {
    const first = calendarDay(midnight(now, -PAST_DEADLINE_DAYS))
    const last = calendarDay(midnight(now, deadlineDays))
    const runningDay = runningLegalDay(now)
    rest.push((slot) => {
      const day = runningDay(columns.firstDay[slot] ?? 0, columns.lastDay[slot] ?? 0)
      return day >= first && day <= last
    })
  }
  if (began !== undefined) rest.push(within(columns.beganAt, began))
  if (closed !== undefined) rest.push(within(columns.closedAt, closed))
  return {
    status: statuses ? (slot) => statuses.has(columns.status[slot] ?? 0) : always,
    type: types ? (slot) => types.has(columns.type[slot] ?? 0) : always,
    label: wanted ? (slot) => labels.of(columns.seq[slot] ?? 0).some((name) => wanted.has(name)) : always,
    rest: rest.length === 0 ? always : (slot) => rest.every((condition) => condition(slot)),
  }
}

function within(column: Float64Array, months: Months): Condition {
  const [from, until] = boundsOf(months)
  return (slot) => {
    const at = column[slot] ?? 0
    return at >= from && at < until
  }
}

/** Start of the day so many days from today, in this PC's zone. */
function midnight(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}
