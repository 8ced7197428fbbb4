import type { LedgerEntry, TariffLine } from '#shared/bridge/ledger.ts'
import { daysUntil, isoDay, writeDay } from '#shared/domain/calendar.ts'
import { parseEuros } from '#shared/domain/euros.ts'
import {
  type Amounts,
  type Balance,
  computeBalance,
  computeVat,
  type Disbursement,
  type EntryKind,
  GENERAL_VAT,
} from '#shared/domain/ledger.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'

/** Usual rates of VAT, in hundredths of a percent. */
export const VAT_RATES: readonly number[] = [GENERAL_VAT, 1_000, 400, 0]

/** New entry as typed. */
export interface EntryDraft {
  kind: EntryKind
  /** Concept and rate of VAT that the kinds with one would have. */
  concept: Disbursement
  vatRate: number
  amount: string
  /** `null`: today, whichever day that is when the entry is written. */
  day: string | null
  text: string
  /** Line of the tariff that filled the draft in. */
  line: TariffLine | null
}

export const blankDraft = (kind: EntryKind): EntryDraft => ({
  kind,
  concept: 'dgt-fee',
  vatRate: GENERAL_VAT,
  amount: '',
  day: null,
  text: '',
  line: null,
})

export const isBlank = ({ amount, text }: EntryDraft): boolean => amount.trim() === '' && text.trim() === ''

/** Amount as a user types it, from cents. */
export const typedAmount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

/** Draft with the values of a line of the tariff. */
export const draftOfLine = (line: TariffLine): EntryDraft => ({
  ...blankDraft(line.kind),
  ...(line.concept !== null && { concept: line.concept }),
  ...(line.kind === 'fee' && { vatRate: line.vatRate }),
  amount: line.cents === null ? '' : typedAmount(line.cents),
  text: line.text,
  line,
})

type AmountProblem = 'missing' | 'negative' | 'zero' | 'tooLarge' | 'notAmount'
export type DraftReading =
  | { is: 'entry'; cents: number; vatCents: number; day: string; isFuture: boolean }
  | { is: 'ambiguous'; readings: readonly number[] }
  | { is: 'wrong'; field: 'amount'; problem: AmountProblem }
  | { is: 'wrong'; field: 'day'; problem: 'badDay' | 'farDay' }

const PROBLEMS = {
  empty: 'missing',
  negative: 'negative',
  'too-large': 'tooLarge',
  'not-an-amount': 'notAmount',
} as const

/** Farthest day of an entry, in days from today. */
const MAX_DAYS_AHEAD = 365

export function readDraft(draft: EntryDraft, now: number): DraftReading {
  const euros = parseEuros(draft.amount)
  if (euros.kind === 'ambiguous') return { is: 'ambiguous', readings: euros.readings }
  if (euros.kind === 'invalid') return { is: 'wrong', field: 'amount', problem: PROBLEMS[euros.reason] }
  if (euros.cents === 0) return { is: 'wrong', field: 'amount', problem: 'zero' }
  const day = readTypedDay(draft.day ?? writeDay(now), now)
  if (day.kind === 'invalid') return { is: 'wrong', field: 'day', problem: 'badDay' }
  if (daysUntil(day.day, now) > MAX_DAYS_AHEAD) return { is: 'wrong', field: 'day', problem: 'farDay' }
  return {
    is: 'entry',
    cents: euros.cents,
    vatCents: draft.kind === 'fee' ? computeVat(euros.cents, draft.vatRate) : 0,
    day: isoDay(day.day),
    isFuture: day.kind === 'future',
  }
}

/** Kind that usually comes next. */
export function suggestKind({ requested, received }: Balance): EntryKind {
  if (requested === 0 && received === 0) return 'request'
  return requested > received ? 'payment' : 'disbursement'
}

/** Balance as far as `suggestKind` reads it, with one more entry. */
export const withEntry = (balance: Balance, kind: EntryKind, cents: number): Balance => ({
  ...balance,
  requested: balance.requested + (kind === 'request' ? cents : 0),
  received: balance.received + (kind === 'payment' ? cents : 0),
})

/** Amount in cents that a kind usually has next; 0 for none. */
export function suggestAmount(
  kind: EntryKind,
  { requested, received, disbursed, fees, vat, balance }: Balance,
  proposals: readonly TariffLine[],
): number {
  if (kind === 'request') {
    const expected = proposals.reduce(
      (sum, { cents, vatRate }) => sum + (cents ?? 0) + computeVat(cents ?? 0, vatRate),
      0,
    )
    return Math.max(0, expected + disbursed + fees + vat - requested)
  }
  if (kind === 'payment') return Math.max(0, requested - received) || Math.max(0, -balance)
  return kind === 'refund' ? Math.max(0, balance) : 0
}

/** Part of an entry in the balance, in cents. A request has none. */
export const balanceEffect = (entry: Amounts): number => computeBalance([entry]).balance

/** True if the entry is the later one of two alike entries: it asks the question. */
export function asksAlike(entry: LedgerEntry, entries: readonly LedgerEntry[]): boolean {
  if (entry.alike === null || entry.isCorrected) return false
  const other = entries.find(({ id }) => id === entry.alike)
  return other === undefined || other.at < entry.at || (other.at === entry.at && other.id < entry.id)
}
