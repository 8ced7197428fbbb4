/** A time offered for snoozing, in this PC's zone. */
export interface SnoozeTime {
  id: 'hour' | 'afternoon' | 'tomorrow' | 'monday'
  at: number
}

const HOUR_MS = 3_600_000
const MORNING = 9
const AFTERNOON = 16
const FRIDAY = 5
const SATURDAY = 6
const SUNDAY = 0

/**
 * Times offered at a moment. The office is closed at weekends: what is snoozed on a Friday returns on Monday.
 * An hour is exact; the others are local times.
 * @returns the soonest first, all of them later than now
 */
export function snoozeTimes(now: number): SnoozeTime[] {
  const times: SnoozeTime[] = [{ id: 'hour', at: now + HOUR_MS }]
  const weekday = new Date(now).getDay()
  const afternoon = wallClock(now, 0, AFTERNOON)
  const atWork = weekday !== SATURDAY && weekday !== SUNDAY
  // Within the hour it would duplicate the previous one.
  if (atWork && afternoon > now + HOUR_MS) times.push({ id: 'afternoon', at: afternoon })
  if (weekday !== FRIDAY && weekday !== SATURDAY)
    times.push({ id: 'tomorrow', at: wallClock(now, 1, MORNING) })
  const untilMonday = (8 - weekday) % 7 || 7
  if (untilMonday > 1) times.push({ id: 'monday', at: wallClock(now, untilMonday, MORNING) })
  return times
}

/** Typed day and hour; `null` when invalid or past. */
export function snoozeMoment(date: string, time: string, now: number): number | null {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) || at <= now ? null : at
}

function wallClock(now: number, days: number, hour: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime()
}
