import { isoDay, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'
import {
  countWatchDays,
  isWatchEnd,
  MAX_WATCH_INTERVAL,
  nextWatchDay,
  offeredEnd,
  type WatchDays,
} from '#shared/domain/watch-days.ts'
import type { WatchesOf } from './watch-dialog.tsx'

/** Values of the form. */
export interface WatchFields {
  every: WatchDays['every']
  on: number[]
  count: string
  until: string
  note: string
}

/** First values of the form: those of the present watches if all are equal, otherwise the usual ones. */
export function fieldsOf({ watches }: WatchesOf, vrms: readonly string[], now: number): WatchFields {
  const [first] = watches
  const isAlike =
    first !== undefined &&
    watches.length === vrms.length &&
    watches.every(
      ({ days, note }) => JSON.stringify(days) === JSON.stringify(first.days) && note === first.note,
    )
  const days: WatchDays = isAlike ? first.days : { every: 'working-day' }
  const isOn = isAlike && watches.every(({ state, until }) => state === 'active' && until === first.until)
  return {
    every: days.every,
    on: days.every === 'week' ? [...days.on] : [1],
    count: days.every === 'days' ? String(days.count) : '7',
    until: writeDay(startOfDay(isOn ? first.until : offeredEnd(now))),
    note: isAlike ? first.note : '',
  }
}

/** Days in the form; `null` while a value is missing. */
export function daysOf({ every, on, count }: Pick<WatchFields, 'every' | 'on' | 'count'>): WatchDays | null {
  if (every === 'working-day') return { every }
  if (every === 'week') return on.length > 0 ? { every, on: on.toSorted((a, b) => a - b) } : null
  const days = /^\d{1,2}$/.test(count.trim()) ? Number(count) : 0
  return days >= 1 && days <= MAX_WATCH_INTERVAL ? { every, count: days } : null
}

/**
 * Reads the last day in any notation of the other dates, as `YYYY-MM-DD`; `null` for an invalid day. A day without a
 * year is the next such day.
 */
export function endOf(typed: string, now: number): string | null {
  const read = readTypedDay(typed, now)
  if (read.kind === 'invalid') return null
  const day = isoDay(read.day)
  const isWithoutYear = /^\d{1,2}\D\d{1,2}$/.test(typed.trim())
  return isWithoutYear && day < isoDay(now) ? sameDayNextYear(read.text, now) : day
}

function sameDayNextYear(text: string, now: number): string | null {
  const next = readTypedDay(`${text.slice(0, -4)}${Number(text.slice(-4)) + 1}`, now)
  return next.kind === 'invalid' ? null : isoDay(next.day)
}

/**
 * Plan of the watch: whether it looks the plates up at once, the next of the chosen days, and the maximum number of
 * lookups.
 */
export function planOf(
  days: WatchDays | null,
  until: string | null,
  known: WatchesOf,
  vrms: number,
  now: number,
) {
  if (!days || until === null || !isWatchEnd(until, now)) return null
  const today = isoDay(now)
  const isOn = known.watches.length === vrms && known.watches.every(({ state }) => state === 'active')
  const next = nextWatchDay(days, today)
  const lookups = countWatchDays(days, today, until) + (isOn ? 0 : 1)
  // A new watch is looked up at once on any day, because later answers are compared with the first.
  return { isAtOnce: !isOn, next: next <= until ? next : null, lookups: lookups * vrms }
}

/** True if the plates exceed the maximum number of watches. */
export function beyondRoom({ watches, room }: WatchesOf, vrms: number): boolean {
  const already = watches.filter(({ state }) => state === 'active').length
  return vrms - already > room
}
