/** Days since 1 January 1970, UTC: registrations have a date and no hour. */
export type Day = number

const DAY_MS = 86_400_000

/** The day of an ISO date such as `2000-09-18`. */
export const dayOf = (iso: string): Day => Date.parse(`${iso}T00:00:00Z`) / DAY_MS

export const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear()

/** Formats as the registry does: DD/MM/YYYY. */
export function formatDay(day: Day): string {
  const [year, month, date] = new Date(day * DAY_MS).toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Moves a weekend day to the Monday after it, when the traffic offices open. Keeps the order of days. */
export function toOfficeDay(day: Day): Day {
  const weekday = new Date(day * DAY_MS).getUTCDay()
  return day + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

/** Known point of a sequence: this position was issued on this day. */
export type CalibrationPoint = readonly [position: number, day: Day]

/** Day that a position was issued, by linear interpolation between the two known points around it. */
export function interpolate(points: readonly CalibrationPoint[], position: number): Day {
  let [before] = points
  if (before === undefined) throw new Error('A sequence needs a calibration point.')
  for (const point of points) {
    if (position < point[0]) {
      const share = (position - before[0]) / (point[0] - before[0])
      return Math.floor(before[1] + Math.max(share, 0) * (point[1] - before[1]))
    }
    before = point
  }
  return before[1]
}
