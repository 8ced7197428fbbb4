import type { AlarmSettings } from '#shared/api/relay-alarm.ts'

/** Where an office stands. Times are milliseconds since the epoch. */
export interface Attention {
  /** Events that no PC has confirmed. */
  waiting: number
  /** When the first of them was received. */
  waitingMs: number | null
  /** Last time that a PC confirmed an event. */
  confirmedMs: number | null
  raisedMs: number | null
  /** First confirmation since the alarm was raised, and the name of that PC. */
  heardMs: number | null
  heardBy: string | null
}

export type AlarmStep = 'raise' | 'clear' | 'withdraw'

const HOUR_MS = 3_600_000

/**
 * What is to be done about an office's alarm: `raise` when events wait and none has been confirmed for the hours set,
 * `clear` when a PC has confirmed one since, `withdraw` when nothing waits any more although no PC confirmed it (the
 * events were too old to be kept).
 */
export function alarmStep(
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
  return settings.hours === 'all' || workingMs(since, now) >= wantedMs ? 'raise' : null
}

const ZONE = 'Europe/Madrid'
const DAY_MS = 24 * HOUR_MS
/** Hours of the day that count, Monday to Friday. */
const OPENS = 8
const CLOSES = 20
/** Longer ago than any alarm waits. */
const FURTHEST_MS = 60 * DAY_MS

let formatter: Intl.DateTimeFormat | undefined
/** Made when it is first needed: the data of the time zones take some megabytes. */
const zoned = () =>
  (formatter ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }))

/** Local date in mainland Spain as midnight UTC, and the zone's offset from UTC, both in milliseconds. */
function local(at: number): { day: number; offset: number } {
  const part = Object.fromEntries(
    zoned()
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0 } = part
  const hours = Date.UTC(year, month - 1, day, hour)
  return { day: Date.UTC(year, month - 1, day), offset: hours - Math.floor(at / HOUR_MS) * HOUR_MS }
}

/**
 * Milliseconds between two moments that fall on Monday to Friday, 8:00 to 20:00 in mainland Spain. Public holidays
 * count as any day: they differ by town, and an alarm too many is better than one too few.
 */
export function workingMs(from: number, to: number): number {
  let total = 0
  for (let { day } = local(Math.max(from, to - FURTHEST_MS)); day <= to + DAY_MS; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    // Clocks change on Sundays: a working day has one offset.
    const { offset } = local(day + 12 * HOUR_MS)
    const start = day + OPENS * HOUR_MS - offset
    const end = day + CLOSES * HOUR_MS - offset
    total += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  return total
}
