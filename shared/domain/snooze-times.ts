/** When something put off may come back, in this PC's zone. */
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
 * What is offered at a moment. Nobody is at the desk on a Saturday or a Sunday: what is put off on a Friday comes back
 * on Monday. An hour is an hour by the clock that does not change; the others are what the clock on the wall says.
 * @returns the soonest first, all of them later than now
 */
export function snoozeTimes(now: number): SnoozeTime[] {
  const times: SnoozeTime[] = [{ id: 'hour', at: now + HOUR_MS }]
  const weekday = new Date(now).getDay()
  const afternoon = wallClock(now, 0, AFTERNOON)
  const atWork = weekday !== SATURDAY && weekday !== SUNDAY
  // Within the hour it would be the same as the one before.
  if (atWork && afternoon > now + HOUR_MS) times.push({ id: 'afternoon', at: afternoon })
  if (weekday !== FRIDAY && weekday !== SATURDAY)
    times.push({ id: 'tomorrow', at: wallClock(now, 1, MORNING) })
  const untilMonday = (8 - weekday) % 7 || 7
  if (untilMonday > 1) times.push({ id: 'monday', at: wallClock(now, untilMonday, MORNING) })
  return times
}

/** A day and an hour typed by a person; `null` when they are no moment or it has passed. */
export function snoozeMoment(date: string, time: string, now: number): number | null {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) || at <= now ? null : at
}

function wallClock(now: number, days: number, hour: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime()
}
