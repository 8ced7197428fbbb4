import type { Disbursement } from './ledger.ts'
import type { DraftKind } from './procedures/kinds.ts'

/**
 * Amounts that the program proposes until the office writes its own tariff. The law of the budget sets the fees of the
 * registry, so `FEE_YEAR` is the year in which they were checked.
 */

export const FEE_YEAR = 2026

interface ProposedAmounts {
  /** Fee of the registry by its number in the list of fees of the DGT. */
  fee: { number: string; cents: number }
  /** Taxes whose amount is different each time. */
  taxes: readonly Disbursement[]
}

export const PROPOSED_AMOUNTS: Readonly<Record<DraftKind, ProposedAmounts>> = {
  registration: { fee: { number: '1.1', cents: 9_977 }, taxes: ['iedmt', 'ivtm'] },
  transfer: { fee: { number: '1.5', cents: 5_570 }, taxes: ['itp'] },
  notification: { fee: { number: '4.1', cents: 867 }, taxes: [] },
}
