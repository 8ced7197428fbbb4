import { numbersOf, readInvoicePattern } from './invoice-pattern.ts'
import type { Duplicate } from './procedures/duplicates.ts'
import { emptyForm, FIELD_LENGTHS, type Acceptable, type DraftForm } from './procedures/fields.ts'
import { preflight, type Preflight, type PreflightInput } from './procedures/preflight.ts'
import { REQUIREMENTS } from './procedures/requirements.ts'

/**
 * Transfers begun together from a list of plates: what they share, and what differs from row to row. A row is the form
 * of an ordinary draft (`batchForm`), checked by the rules of the wizard's review.
 */

export const MAX_BATCH_ROWS = 500

/** Fields saved by one call: fewer than a frame holds, however long they are. */
export const MAX_SAVED_FIELDS = 100

/** What differs: the columns of the grid, in their order. `other`: the party that is not the dealer. */
export const BATCH_COLUMNS = [
  'otherTaxId',
  'otherName',
  'taxableBase',
  'invoiceNumber',
  'contractDate',
  'notes',
] as const
export type BatchColumn = (typeof BATCH_COLUMNS)[number]

/** What is common. A row's own value goes before it. */
export const BATCH_COMMON = [
  /** Side of the dealer: `seller` or `buyer`. */
  'dealer',
  'dealerTaxId',
  'dealerName',
  'otherTaxId',
  'otherName',
  'taxableBase',
  'invoicePattern',
  'invoiceFirst',
  'contractDate',
  'userEmail',
  'client',
  'notes',
  /** Documents expected, by their ids; empty for the usual ones. */
  'expected',
] as const
export type BatchCommon = (typeof BATCH_COMMON)[number]

/** A field of the batch: a common one, or a cell (`cellField`). */
export type BatchField = BatchCommon | `${number}.${BatchColumn}`
export type BatchValues = Readonly<Record<string, string>>

export const BATCH_LENGTHS: Readonly<Record<BatchCommon | BatchColumn, number>> = {
  dealer: 6,
  dealerTaxId: FIELD_LENGTHS.sellerTaxId,
  dealerName: FIELD_LENGTHS.sellerName,
  otherTaxId: FIELD_LENGTHS.buyerTaxId,
  otherName: FIELD_LENGTHS.buyerName,
  taxableBase: FIELD_LENGTHS.taxableBase,
  invoicePattern: FIELD_LENGTHS.invoiceNumber,
  invoiceFirst: 9,
  invoiceNumber: FIELD_LENGTHS.invoiceNumber,
  contractDate: FIELD_LENGTHS.contractDate,
  userEmail: FIELD_LENGTHS.userEmail,
  client: FIELD_LENGTHS.client,
  /** Shorter than a draft's: 500 of them are saved together. */
  notes: 500,
  expected: 200,
}

/** A row as the rules need it. */
export interface BatchRow {
  /** Its place, which never changes. */
  ord: number
  vrm: string
  /** Its draft was made: its data are the draft's. */
  isMade: boolean
  /** Number of the pattern that its draft took. */
  number: number | null
}

export const cellField = (ord: number, column: BatchColumn): BatchField => `${ord}.${column}`

/** Row and column of a field; `null` for a common one, or for none of a batch. */
export function cellOf(field: string): { ord: number; column: BatchColumn } | null {
  const [, ord, name] = /^(\d{1,4})\.(\w+)$/.exec(field) ?? []
  const column = BATCH_COLUMNS.find((one) => one === name)
  return ord === undefined || column === undefined ? null : { ord: Number(ord), column }
}

export const commonOf = (field: string): BatchCommon | null =>
  BATCH_COMMON.find((one) => one === field) ?? null

/** What a user has accepted: written in one list for the whole batch. */
export const DEALER_CONTROL = 'dealer-control'
export const COMMON_CONTROL = 'common-control'
export const rowControl = (ord: number): string => `${ord} control`
/** The row stays out of the batch. */
export const rowOut = (ord: number): string => `${ord} out`
/** The plate's other procedures and drafts, as they were seen. */
export const rowDuplicates = (ord: number, found: readonly Duplicate[]): string =>
  `${ord} duplicates ${plateDuplicates(found)
    .map(({ where, id }) => `${where} ${id}`)
    .toSorted()
    .join(' ')}`

/** Those that hold a row back: of the same plate. The invoice of several cars may be one. */
export const plateDuplicates = (found: readonly Duplicate[]): readonly Duplicate[] =>
  found.filter(({ by }) => by === 'vrm')

export const isRowOut = (ord: number, accepted: readonly string[]): boolean => accepted.includes(rowOut(ord))

/**
 * Invoice number of each row that is to be made, by its place. Rows without their own take the pattern's numbers in
 * order, and none that a draft of the batch has taken.
 */
export function batchInvoices(
  rows: readonly BatchRow[],
  values: BatchValues,
  accepted: readonly string[],
): ReadonlyMap<number, { text: string; number: number | null }> {
  const pattern = readInvoicePattern(values['invoicePattern'] ?? '')
  const taken = new Set(rows.flatMap(({ number }) => (number === null ? [] : [number])))
  const numbers =
    pattern.kind === 'ok' || pattern.kind === 'same'
      ? numbersOf(pattern, values['invoiceFirst'] ?? '', taken)
      : null
  const out = new Set(accepted.filter((one) => one.endsWith(' out')))
  const invoices = new Map<number, { text: string; number: number | null }>()
  for (const { ord, isMade } of rows) {
    if (isMade || out.has(rowOut(ord))) continue
    const own = (values[cellField(ord, 'invoiceNumber')] ?? '').trim()
    const next = own === '' ? numbers?.next().value : undefined
    invoices.set(ord, next ?? { text: own, number: null })
  }
  return invoices
}

/** Side that is not the dealer's. */
export const sidesOf = (values: BatchValues): { dealer: 'seller' | 'buyer'; other: 'seller' | 'buyer' } =>
  values['dealer'] === 'buyer' ? { dealer: 'buyer', other: 'seller' } : { dealer: 'seller', other: 'buyer' }

/** Form of a row's draft: what is common, and over it what the row has. */
export function batchForm(
  { ord, vrm }: Pick<BatchRow, 'ord' | 'vrm'>,
  invoiceNumber: string,
  values: BatchValues,
  accepted: readonly string[],
): DraftForm {
  const own = (column: BatchColumn): string => (values[cellField(ord, column)] ?? '').trim()
  const common = (name: BatchCommon): string => (values[name] ?? '').trim()
  const { dealer, other } = sidesOf(values)
  // The name belongs to its number: a row with its own party takes nothing of the common one.
  const hasOwnParty = own('otherTaxId') !== '' || own('otherName') !== ''
  const otherTaxId = hasOwnParty ? own('otherTaxId') : common('otherTaxId')
  const expected = REQUIREMENTS.filter((id) => common('expected').split(' ').includes(id))
  const control: Readonly<Record<'seller' | 'buyer', Acceptable>> = {
    seller: 'seller-control',
    buyer: 'buyer-control',
  }
  return {
    fields: {
      ...emptyForm().fields,
      vrm,
      taxableBase: own('taxableBase') || common('taxableBase'),
      invoiceNumber,
      contractDate: own('contractDate') || common('contractDate'),
      userEmail: common('userEmail'),
      client: common('client'),
      notes: own('notes') || common('notes'),
      [`${dealer}TaxId`]: common('dealerTaxId'),
      [`${dealer}Name`]: common('dealerName'),
      [`${other}TaxId`]: otherTaxId,
      [`${other}Name`]: hasOwnParty ? own('otherName') : common('otherName'),
    },
    accepted: [
      ...(accepted.includes(DEALER_CONTROL) ? [control[dealer]] : []),
      ...(accepted.includes(hasOwnParty ? rowControl(ord) : COMMON_CONTROL) ? [control[other]] : []),
    ],
    ...(expected.length > 0 && { expected }),
  }
}

/** What is known of a row's plate beside the batch. */
export interface BatchCircumstances extends Pick<PreflightInput, 'verdict' | 'duplicates'> {}

export interface BatchCheck {
  /** `out`: the user leaves it; `blocked`: its form has problems; `duplicate`: its plate has another, not seen yet. */
  state: 'out' | 'blocked' | 'duplicate' | 'ready'
  preflight: Preflight
}

/** Checks a row before its draft is made. Pure. */
export function checkBatchRow(
  ord: number,
  form: DraftForm,
  { verdict, duplicates }: BatchCircumstances,
  accepted: readonly string[],
  now: number,
): BatchCheck {
  const result = preflight({
    kind: 'transfer',
    form,
    documents: [],
    verdict,
    duplicates,
    available: 'yes',
    online: true,
    now,
  })
  const isSeen = plateDuplicates(duplicates).length === 0 || accepted.includes(rowDuplicates(ord, duplicates))
  const state = isRowOut(ord, accepted) ? 'out' : !result.clear ? 'blocked' : isSeen ? 'ready' : 'duplicate'
  return { state, preflight: result }
}
