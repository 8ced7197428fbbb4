import { type LegalDeadline, legalDeadlines, legalTermsOf } from '#shared/domain/procedures/deadlines.ts'
import { daysUntil, readTypedDay } from '#shared/domain/typed-day.ts'

export interface LegalClock {
  contract: number
  /** Days from the contract to today, or to the day it ended. */
  day: number
  deadlines: LegalDeadline[]
  /** The next of them that still runs; `null` when none does. */
  next: LegalDeadline | null
  /** It ended, and nothing runs any more. */
  ended: boolean
}

export type ClockReading =
  | { kind: 'none' }
  /** Written down, and no day that a contract can be of. */
  | { kind: 'invalid' | 'future'; typed: string }
  | { kind: 'clock'; clock: LegalClock }

/** Whether the law gives terms to procedures of this type. */
export const hasLegalTerms = (type: string): boolean => legalTermsOf(type).length > 0

/**
 * The legal clock of a procedure. Days are the calendar's, so that the change of the hour moves none of them.
 * @param contractDate as it was typed
 * @param endedAt when it ended, `null` while it is open
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
