import { isoDay } from '#shared/domain/iso-day.ts'
import {
  countWatchDays,
  isWatchEnd,
  MAX_WATCH_INTERVAL,
  nextWatchDay,
  offeredEnd,
  type WatchDays,
} from '#shared/domain/watch-days.ts'
import type { WatchesOf } from './watch-dialog.tsx'

/** The form as it is filled in. */
export interface WatchFields {
  every: WatchDays['every']
  on: number[]
  count: string
  until: string
  note: string
}

/** Begins as the plates are watched now, where all are so; otherwise with what is usual. */
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
    until: isOn ? first.until : offeredEnd(now),
    note: isAlike ? first.note : '',
  }
}

/** The days as filled in; `null` while something is missing. */
export function daysOf({ every, on, count }: Pick<WatchFields, 'every' | 'on' | 'count'>): WatchDays | null {
  if (every === 'working-day') return { every }
  if (every === 'week') return on.length > 0 ? { every, on: on.toSorted((a, b) => a - b) } : null
  const days = /^\d{1,2}$/.test(count.trim()) ? Number(count) : 0
  return days >= 1 && days <= MAX_WATCH_INTERVAL ? { every, count: days } : null
}

/** What the watch will do: its next day and its number of lookups, at most. */
export function planOf(days: WatchDays | null, until: string, known: WatchesOf, vrms: number, now: number) {
  if (!days || !isWatchEnd(until, now)) return null
  const today = isoDay(now)
  const isOn = known.watches.length === vrms && known.watches.every(({ state }) => state === 'active')
  // One that begins is looked up today, whatever its days.
  const next = isOn ? nextWatchDay(days, today) : today
  const lookups = countWatchDays(days, today, until) + (isOn ? 0 : 1)
  return { next: next <= until ? next : null, lookups: lookups * vrms }
}

/** Plates beyond the most that can be watched. */
export function beyondRoom({ watches, room }: WatchesOf, vrms: number): boolean {
  const already = watches.filter(({ state }) => state === 'active').length
  return vrms - already > room
}
