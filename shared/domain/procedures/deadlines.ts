import type { DraftKind } from './fields.ts'

/** Calendar dates as the desk types them. A date is midnight of that day in this PC's zone. */

/** Days from the contract: the seller notifies within 10, the buyer applies within 30 (RGV arts. 32 and 33). */
const LEGAL_DAYS: Readonly<Partial<Record<DraftKind, number>>> = { transfer: 30, notification: 10 }

const DAY_MS = 86_400_000
const SHAPE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** Midnight of a day typed DD/MM/YYYY, or `null` when there is no such day. */
export function parseDay(text: string): number | null {
  const [, day, month, year] = SHAPE.exec(text.normalize('NFKC').trim()) ?? []
  if (day === undefined || month === undefined || year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  const isThatDay = date.getDate() === Number(day) && date.getMonth() === Number(month) - 1
  return isThatDay && Number(year) >= 1900 ? date.getTime() : null
}

/** The last day of the legal term of a contract signed that day, or `null` without a term or a day. */
export function deadlineOf(kind: DraftKind, contractDate: string): number | null {
  const days = LEGAL_DAYS[kind]
  const from = parseDay(contractDate)
  if (days === undefined || from === null) return null
  const start = new Date(from)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + days).getTime()
}

/**
 * The days that the desk watches of a procedure, the earliest first. A transfer has two: the seller's 10 to notify it and
 * the buyer's 30 to apply for it.
 * @param type the service's word for it; that of notifications is not shown, so whatever names one is taken for it
 */
export function legalDaysOf(type: string, contractDate: string): number[] {
  const kinds: readonly DraftKind[] =
    type === 'VEHICLE_TRANSFER' ? ['notification', 'transfer'] : /notif/i.test(type) ? ['notification'] : []
  return kinds.flatMap((kind) => deadlineOf(kind, contractDate) ?? [])
}

/** The one that runs today or, once all of them are past, the last. */
export const nextLegalDay = (days: readonly number[], now: number): number | undefined =>
  days.find((day) => daysUntil(day, now) >= 0) ?? days.at(-1)

/** Whole days left until that day: 0 on the day itself, negative after it. Summer time does not change them. */
export function daysUntil(day: number, now: number): number {
  const today = new Date(now)
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime()
  return Math.round((day - midnight) / DAY_MS)
}
