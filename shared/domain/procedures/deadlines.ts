import { daysAfter, daysUntil } from '../calendar.ts'
import { parseDay, readTypedDay } from '../typed-day.ts'
import type { DraftKind } from './fields.ts'
import { kindOfType } from './service-procedure.ts'

/** Legal terms from the day of the contract. Every display, order or count by a legal term uses this module. */

export type LegalParty = 'seller' | 'buyer'

export interface LegalTerm {
  party: LegalParty
  /**
   * Calendar days from the contract. This is the strictest reading, so that counting working days never causes a
   * delay.
   */
  days: number
}

/**
 * Reglamento General de Vehículos (RD 2822/1998), articles 32 and 33: the seller notifies the transfer within 10 days
 * and the buyer applies for it within 30.
 */
const SELLER: LegalTerm = { party: 'seller', days: 10 }
const BUYER: LegalTerm = { party: 'buyer', days: 30 }

/** Terms of each kind of procedure, earliest first. A registration has no term from a contract. */
const LEGAL_TERMS: Readonly<Record<DraftKind, readonly LegalTerm[]>> = {
  registration: [],
  transfer: [SELLER, BUYER],
  notification: [SELLER],
}

/** First term of the kinds that have one. */
export const FIRST_TERM_DAYS = SELLER.days

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
  return read.kind === 'day' ? legalDeadlines(LEGAL_TERMS[kind], read.day, now) : []
}

/**
 * Terms of a procedure of the service.
 * @param type as the service names it; an unknown type has no term, because it may not be a sale
 */
export function legalTermsOf(type: string): readonly LegalTerm[] {
  const kind = kindOfType(type)
  return kind === null ? [] : LEGAL_TERMS[kind]
}

/** Last days of a procedure's terms, earliest first. Empty without a valid stored date. */
export function legalDaysOf(type: string, contractDate: string): number[] {
  const contract = parseDay(contractDate)
  return contract === null ? [] : legalTermsOf(type).map(({ days }) => daysAfter(contract, days))
}
