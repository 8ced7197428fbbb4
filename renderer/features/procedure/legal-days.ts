import { daysUntil, parseDay } from '#shared/domain/procedures/deadlines.ts'

/** A day that the law sets, counted from the contract. */
export interface ClockMark {
  who: 'seller' | 'buyer'
  days: number
  /** Midnight of that day in this PC's zone. */
  last: number
  /** Whole days left until it: 0 on the day itself, negative after it. */
  left: number
}

export interface LegalClock {
  contract: number
  /** Days from the contract to today, or to the day it ended. */
  day: number
  marks: ClockMark[]
  /** The next of them that still runs; `null` when none does. */
  next: ClockMark | null
  /** It ended, and nothing runs any more. */
  ended: boolean
}

export type ClockReading =
  | { kind: 'none' }
  /** Written down, and no day. */
  | { kind: 'wrong'; typed: string }
  | { kind: 'clock'; clock: LegalClock }

/** The seller notifies within 10 days and the buyer applies within 30 (RGV arts. 32 and 33). */
const SELLER = { who: 'seller', days: 10 } as const
const BUYER = { who: 'buyer', days: 30 } as const

/** Which days count, by the type of the procedure: a registration has none. A type never seen may be a sale. */
export function legalMarks(type: string): readonly (typeof SELLER | typeof BUYER)[] {
  if (type === 'VEHICLE_REGISTRATION') return []
  return type === 'VEHICLE_TRANSFER' ? [SELLER, BUYER] : [SELLER]
}

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
  const marks = legalMarks(type)
  const typed = contractDate.trim()
  if (marks.length === 0 || typed === '') return { kind: 'none' }
  const contract = parseDay(typed)
  if (contract === null) return { kind: 'wrong', typed }
  const read = marks.map(({ who, days }): ClockMark => {
    const last = daysAfter(contract, days)
    return { who, days, last, left: daysUntil(last, now) }
  })
  const ended = endedAt !== null
  return {
    kind: 'clock',
    clock: {
      contract,
      day: 0 - daysUntil(contract, endedAt ?? now),
      marks: read,
      next: ended ? null : (read.find(({ left }) => left >= 0) ?? null),
      ended,
    },
  }
}

function daysAfter(day: number, days: number): number {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}
