import { daysAfter, daysUntil } from '../calendar.ts'
import { parseDay, readTypedDay } from '../typed-day.ts'
import { type DraftKind, kindOfType, type LegalTerm, PROCEDURE_KINDS } from './kinds.ts'

/** Legal terms from the day of the contract. Every display, order or count by a legal term uses this module. */

/** First term of the kinds that have one. */
export const FIRST_TERM_DAYS = Math.min(
  ...Object.values(PROCEDURE_KINDS).flatMap(({ terms }) => terms.map(({ days }) => days)),
)

/** Last days of a term, which are urgent. */
export const SOON_DAYS = 3

/** Term of one contract. */
export interface LegalDeadline extends LegalTerm {
  /** Last day of the term. */
  last: number
  /** Whole days left: 0 on the last day, negative after it. */
  left: number
}

/** Terms of a contract of that day, earliest first. */
export const legalDeadlines = (terms: readonly LegalTerm[], contract: number, now: number): LegalDeadline[] =>
  terms.map(({ party, days }) => {
    const last = daysAfter(contract, days)
    return { party, days, last, left: daysUntil(last, now) }
  })

/** `legalDeadlines` for a typed contract date. Empty for an invalid or future date. */
export function deadlinesOf(kind: DraftKind, typedDate: string, now: number): LegalDeadline[] {
  const read = readTypedDay(typedDate, now)
  return read.kind === 'day' ? legalDeadlines(PROCEDURE_KINDS[kind].terms, read.day, now) : []
}

/**
 * Terms of a procedure of the service.
 * @param type as the service names it; an unknown type has no term, because it may not be a sale
 */
export function legalTermsOf(type: string): readonly LegalTerm[] {
  const kind = kindOfType(type)
  return kind === null ? [] : PROCEDURE_KINDS[kind].terms
}

/** Last days of a procedure's terms, earliest first. Empty without a valid stored date. */
export function legalDaysOf(type: string, contractDate: string): number[] {
  const contract = parseDay(contractDate)
  return contract === null ? [] : legalTermsOf(type).map(({ days }) => daysAfter(contract, days))
}
