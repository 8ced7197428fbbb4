import type { AlarmSettings } from '#shared/api/relay-alarm.ts'

/** State of an office's alarm. Times are milliseconds since the epoch. */
export interface Attention {
  /** Events that no PC has confirmed. */
  waiting: number
  /** Receipt time of the first waiting event. */
  waitingMs: number | null
  /** Time of the last confirmation by any PC. */
  confirmedMs: number | null
  raisedMs: number | null
  /** First confirmation after the alarm was raised, and the name of the PC that sent it. */
  heardMs: number | null
  heardBy: string | null
}

export type AlarmStep = 'raise' | 'clear' | 'withdraw'

const HOUR_MS = 3_600_000

/**
 * Decides the next step of an office's alarm.
 *
 * `raise`: events wait, and no PC has confirmed any for the configured hours.
 * `clear`: a PC has confirmed an event since the alarm was raised.
 * `withdraw`: nothing waits, and no PC confirmed anything. Retention deleted the waiting events.
 */
export function decideAlarmStep(
  attention: Attention,
  settings: Pick<AlarmSettings, 'afterHours' | 'hours'>,
  now: number,
): AlarmStep | null {
  const { waiting, waitingMs, confirmedMs, raisedMs, heardMs } = attention
  if (raisedMs !== null) return heardMs !== null ? 'clear' : waiting === 0 ? 'withdraw' : null
  if (waiting === 0 || waitingMs === null) return null
  const since = Math.max(waitingMs, confirmedMs ?? 0)
  const wantedMs = settings.afterHours * HOUR_MS
  if (now - since < wantedMs) return null
  return settings.hours === 'all' || countWorkingMs(since, now) >= wantedMs ? 'raise' : null
}

const ZONE = 'Europe/Madrid'
const DAY_MS = 24 * HOUR_MS
/** Working hours of the day, Monday to Friday. */
const OPENS = 8
const CLOSES = 20
/** Longest period that is counted. The longest delay of an alarm is shorter. */
const FURTHEST_MS = 60 * DAY_MS

let formatter: Intl.DateTimeFormat | undefined
/** Created on first use: the time zone data take some megabytes. */
const getFormatter = () =>
  (formatter ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }))

/** Local date in mainland Spain as midnight UTC, and the zone's offset from UTC, both in milliseconds. */
function toLocalDay(at: number): { day: number; offset: number } {
  const part = Object.fromEntries(
    getFormatter()
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0 } = part
  const hours = Date.UTC(year, month - 1, day, hour)
  return { day: Date.UTC(year, month - 1, day), offset: hours - Math.floor(at / HOUR_MS) * HOUR_MS }
}

/**
 * Milliseconds between two times that fall on Monday to Friday, 8:00 to 20:00, in mainland Spain. Public holidays
 * count as working days, because they differ by town. A false alarm is better than a missing one.
 */
export function countWorkingMs(from: number, to: number): number {
  let total = 0
  for (let { day } = toLocalDay(Math.max(from, to - FURTHEST_MS)); day <= to + DAY_MS; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    // Clocks change on Sundays, so a working day has one offset.
    const { offset } = toLocalDay(day + 12 * HOUR_MS)
    const start = day + OPENS * HOUR_MS - offset
    const end = day + CLOSES * HOUR_MS - offset
    total += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  return total
}
