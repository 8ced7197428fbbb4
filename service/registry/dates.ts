/** Days since 1 January 1970, UTC: registrations have a date and no hour. */
export type Day = number

const DAY_MS = 86_400_000

/** Parses an ISO date such as `2000-09-18`. */
export const parseDay = (iso: string): Day => Date.parse(`${iso}T00:00:00Z`) / DAY_MS

export const readYear = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear()

/** Formats as the registry does: DD/MM/YYYY. */
export function formatDay(day: Day): string {
  const [year, month, date] = new Date(day * DAY_MS).toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Moves a weekend day to the next Monday, when the traffic offices open. The order of days is kept. */
export function moveToOfficeDay(day: Day): Day {
  const weekday = new Date(day * DAY_MS).getUTCDay()
  return day + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}
