import { type LegalDeadline, legalDeadlines, legalTermsOf } from '#shared/domain/procedures/deadlines.ts'
import { daysUntil } from '#shared/domain/calendar-day.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'

export interface LegalClock {
  contract: number
  /** Days from the contract to today, or to the end of the procedure. */
  day: number
  deadlines: LegalDeadline[]
  /** Next term still running; `null` if none. */
  next: LegalDeadline | null
  /** The procedure has ended, and no term runs. */
  ended: boolean
}

export type ClockReading =
  | { kind: 'none' }
  /** Typed, but not a possible contract date. */
  | { kind: 'invalid' | 'future'; typed: string }
  | { kind: 'clock'; clock: LegalClock }

/** True if the law sets terms for procedures of this type. */
export const hasLegalTerms = (type: string): boolean => legalTermsOf(type).length > 0

/**
 * Legal clock of a procedure. Counts calendar days, which clock changes do not affect.
 * @param contractDate as typed
 * @param endedAt end of the procedure, `null` while it is open
 */
export function legalClock(
  type: string,
  contractDate: string,
  endedAt: number | null,
  now: number,
): ClockReading {
  const typed = contractDate.trim()
  if (!hasLegalTerms(type) || typed === '') return { kind: 'none' }
  const read = readTypedDay(typed, now)
  if (read.kind !== 'day') return { kind: read.kind, typed }
  const deadlines = legalDeadlines(legalTermsOf(type), read.day, now)
  const ended = endedAt !== null
  return {
    kind: 'clock',
    clock: {
      contract: read.day,
      day: 0 - daysUntil(read.day, endedAt ?? now),
      deadlines,
      next: ended ? null : (deadlines.find(({ left }) => left >= 0) ?? null),
      ended,
    },
  }
}
