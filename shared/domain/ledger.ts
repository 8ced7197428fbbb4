/**
 * Ledger of the office: what clients were asked for, what they paid, and what was paid and earned for them. Entries are
 * never edited: a counter-entry corrects one. Amounts are integer cents. It is no invoicing (VERI*FACTU belongs to the
 * invoicing program).
 */

/**
 * `request`: advance asked of the client (*provisión pedida*). `payment`: money received from the client. `disbursement`:
 * paid on behalf of the client, without VAT (*suplido*). `fee`: fee of the office, with VAT (*honorarios*). `refund`:
 * money returned to the client.
 */
export const ENTRY_KINDS = ['request', 'payment', 'disbursement', 'fee', 'refund'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What a disbursement pays. */
export const DISBURSEMENTS = ['dgt-fee', 'itp', 'iedmt', 'ivtm', 'complete-report', 'other'] as const
export type Disbursement = (typeof DISBURSEMENTS)[number]

/** General rate of VAT (Ley 37/1992, article 90), in hundredths of a percent. */
export const GENERAL_VAT = 2_100

/** What a balance reads of an entry. */
export interface Amounts {
  kind: EntryKind
  /** Amount without VAT. Negative in a counter-entry. */
  cents: number
  /** VAT of a fee; 0 for the other kinds. It has the sign of `cents`. */
  vatCents: number
}

/** Totals in cents. */
export interface Balance {
  requested: number
  /** Payments less refunds. */
  received: number
  disbursed: number
  fees: number
  vat: number
  /** Received less disbursements, fees and VAT. Negative: the client owes it. Positive: the office holds it. */
  balance: number
}

/** VAT of an amount, rounded half away from zero to a cent. @param rate hundredths of a percent */
export const computeVat = (cents: number, rate: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * rate) / 10_000)

/** Sums entries. The order does not matter, and amounts stay exact up to `Number.MAX_SAFE_INTEGER`. */
export function computeBalance(entries: Iterable<Amounts>): Balance {
  const sums: Record<EntryKind, number> = { request: 0, payment: 0, disbursement: 0, fee: 0, refund: 0 }
  let vat = 0
  for (const { kind, cents, vatCents } of entries) {
    sums[kind] += cents
    vat += vatCents
  }
  const received = sums.payment - sums.refund
  return {
    requested: sums.request,
    received,
    disbursed: sums.disbursement,
    fees: sums.fee,
    vat,
    balance: received - sums.disbursement - sums.fee - vat,
  }
}

/**
 * Id of the counter-entry of an entry. All PCs of an office make the same id, so that two corrections of one entry are
 * one.
 */
export const counterEntryId = (id: string): string => `${id}~`

/** Number of counter-entries behind an entry: 0 for an original, 1 for its correction, 2 for the correction of that. */
export const correctionDepth = (id: string): number => id.length - originalEntryId(id).length

/** Id of the entry that a chain of corrections began with. */
export const originalEntryId = (id: string): string => id.replace(/~+$/, '')

/** Id of the entry of a paid complete report. It is the same on every PC. */
export const reportEntryId = (reportId: string): string => `report:${reportId}`
