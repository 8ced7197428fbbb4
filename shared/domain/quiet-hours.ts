import type { NotificationSettings } from '../bridge/inbox.ts'

type Quiet = NotificationSettings['quiet']

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Clocks are changed at whole or half hours: no hop crosses one unseen. */
const HOP_MINUTES = 30
/** Longer than any stretch of quiet or of its absence: the five days between two weekends. */
const HORIZON_MS = 8 * DAY_MINUTES * MINUTE_MS

/** In this PC's zone; across midnight when it begins later than it ends. */
export function isQuiet({ enabled, from, to, weekends }: Quiet, now: number): boolean {
  if (!enabled) return false
  const date = new Date(now)
  if (weekends && (date.getDay() === 0 || date.getDay() === 6)) return true
  const minute = date.getHours() * 60 + date.getMinutes()
  const start = minutes(from)
  const end = minutes(to)
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** The first moment after `now` when it begins or ends being quiet; `null` when it never does. */
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
