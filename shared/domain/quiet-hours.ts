import type { NotificationSettings } from '../bridge/inbox.ts'

type Quiet = NotificationSettings['quiet']

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Clocks change at whole or half hours: no step skips a change. */
const HOP_MINUTES = 30
/** Longer than any quiet or active period: the five days between two weekends. */
const HORIZON_MS = 8 * DAY_MINUTES * MINUTE_MS

/** True in quiet hours, in this PC's zone; across midnight when they begin later than they end. */
export function isQuiet({ enabled, from, to, weekends }: Quiet, now: number): boolean {
  if (!enabled) return false
  const date = new Date(now)
  if (weekends && (date.getDay() === 0 || date.getDay() === 6)) return true
  const minute = date.getHours() * 60 + date.getMinutes()
  const start = minutes(from)
  const end = minutes(to)
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Next moment after `now` when quiet hours begin or end; `null` when they never do. */
export function quietChange(quiet: Quiet, now: number): number | null {
  if (!quiet.enabled) return null
  const present = isQuiet(quiet, now)
  const edges = [0, minutes(quiet.from), minutes(quiet.to)]
  for (let at = wholeMinute(now); at - now < HORIZON_MS;) {
    const date = new Date(at)
    const minute = date.getHours() * 60 + date.getMinutes()
    const hops = edges.map((edge) => (edge > minute ? edge - minute : edge + DAY_MINUTES - minute))
    at += Math.min(...hops, HOP_MINUTES - (date.getMinutes() % HOP_MINUTES)) * MINUTE_MS
    if (isQuiet(quiet, at) !== present) return at
  }
  return null
}

const wholeMinute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS

function minutes(time: string): number {
  const [hours = 0, mins = 0] = time.split(':').map(Number)
  return hours * 60 + mins
}
