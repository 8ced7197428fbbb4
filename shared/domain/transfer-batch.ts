import { FIELD_LENGTHS, emptyForm, type Acceptable, type DraftForm } from './procedures/fields.ts'
import { type Duplicate, preflight, type Preflight, type PreflightInput } from './procedures/preflight.ts'
import { BUILT_IN_CHECKLISTS } from './procedures/checklists.ts'

/**
 * Batches of transfers, and their invoice numbers. A pattern such as `F-2026/{n:4}` gives F-2026/0001, F-2026/0002…
 */

/** `same`: pattern without a number, which gives one invoice for all. `width`: minimum figures, padded with zeros. */
export type InvoicePattern =
  | { kind: 'ok'; before: string; width: number; after: string }
  | { kind: 'same'; text: string }
  | { kind: 'empty' }
  | { kind: 'invalid'; why: 'several' | 'malformed' | 'too-long' }

const MAX_INVOICE_WIDTH = 9
const HOLE = /\{n(?::(\d{1,2}))?\}/g

export function readInvoicePattern(typed: string): InvoicePattern {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  const holes = [...text.matchAll(HOLE)]
  const rest = text.replace(HOLE, '')
  if (/[{}]/.test(rest)) return { kind: 'invalid', why: 'malformed' }
  const [hole, second] = holes
  if (second) return { kind: 'invalid', why: 'several' }
  if (!hole) return { kind: 'same', text }
  const width = Number(hole[1] ?? '1')
  if (width < 1 || width > MAX_INVOICE_WIDTH) return { kind: 'invalid', why: 'malformed' }
  // The largest number has to fit in the field.
  if (rest.length + MAX_INVOICE_WIDTH > FIELD_LENGTHS.invoiceNumber)
    return { kind: 'invalid', why: 'too-long' }
  return {
    kind: 'ok',
    before: text.slice(0, hole.index),
    width,
    after: text.slice(hole.index + hole[0].length),
  }
}

/** Invoice number of a pattern. */
export const writeInvoice = (
  { before, width, after }: Extract<InvoicePattern, { kind: 'ok' }>,
  number: number,
): string => `${before}${String(number).padStart(width, '0')}${after}`

/** First number of the invoices. Default: 1. `null` for an invalid text. */
export function parseFirstNumber(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return 1
  return /^\d{1,8}$/.test(text) ? Number(text) : null
}

/**
 * Invoices in order from the first number, without taken numbers. `null` if the first number is invalid. A pattern
 * without a number repeats one invoice.
 */
export function invoiceSequence(
  pattern: Exclude<InvoicePattern, { kind: 'empty' | 'invalid' }>,
  first: string,
  taken: ReadonlySet<number>,
): Generator<{ text: string; number: number | null }, never> | null {
  if (pattern.kind === 'same') return sameInvoice(pattern.text)
  const from = parseFirstNumber(first)
  return from === null ? null : nextInvoices(pattern, from, taken)
}

function* sameInvoice(text: string): Generator<{ text: string; number: null }, never> {
  for (;;) yield { text, number: null }
}

function* nextInvoices(
  pattern: Extract<InvoicePattern, { kind: 'ok' }>,
  from: number,
  taken: ReadonlySet<number>,
): Generator<{ text: string; number: number }, never> {
  for (let number = from; ; number++)
    if (!taken.has(number)) yield { text: writeInvoice(pattern, number), number }
}

/**
 * Transfers begun together from a list of plates: their common data, and the data of each row. A row is the form of
 * an ordinary draft (`batchForm`), checked by the rules of the wizard's review.
 */

export const MAX_BATCH_ROWS = 500

/** Maximum fields saved by one call, so that they fit in a frame. */
export const MAX_SAVED_FIELDS = 100

/** Columns of the grid, in order. `other`: the party that is not the dealer. */
export const BATCH_COLUMNS = [
  'otherTaxId',
  'otherName',
  'taxableBase',
  'invoiceNumber',
  'contractDate',
  'notes',
] as const
export type BatchColumn = (typeof BATCH_COLUMNS)[number]

/** Common fields. A row's own value takes precedence. */
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
  /** Ids of the expected documents. Empty for the usual ones. */
  'expected',
] as const
export type BatchCommon = (typeof BATCH_COMMON)[number]

/** Field of the batch: a common one, or a cell (`cellField`). */
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
  /** Shorter than that of a draft, because 500 are saved together. */
  notes: 500,
  expected: 4_000,
}

/** Row as the rules need it. */
export interface BatchRow {
  /** Position of the row, which never changes. */
  ord: number
  vrm: string
  /** True if the draft exists. The row then has the draft's data. */
  isMade: boolean
  /** Number of the pattern that the draft took. */
  number: number | null
}

export const cellField = (ord: number, column: BatchColumn): BatchField => `${ord}.${column}`

/** Row and column of a field. `null` for a common field or an unknown one. */
export function parseCellField(field: string): { ord: number; column: BatchColumn } | null {
  const [, ord, name] = /^(\d{1,4})\.(\w+)$/.exec(field) ?? []
  const column = BATCH_COLUMNS.find((one) => one === name)
  return ord === undefined || column === undefined ? null : { ord: Number(ord), column }
}

export const commonOf = (field: string): BatchCommon | null =>
  BATCH_COMMON.find((one) => one === field) ?? null

/** Acceptances of the user, in one list for the whole batch. */
export const DEALER_CONTROL = 'dealer-control'
export const COMMON_CONTROL = 'common-control'
export const rowControl = (ord: number): string => `${ord} control`
/** Acceptance that leaves a row out of the batch. */
export const rowOut = (ord: number): string => `${ord} out`
/** Acceptance of other procedures and drafts of the plate, as the user saw them. */
export const rowDuplicates = (ord: number, found: readonly Duplicate[]): string =>
  `${ord} duplicates ${plateDuplicates(found)
    .map(({ where, id }) => `${where} ${id}`)
    .toSorted()
    .join(' ')}`

/** Duplicates that block a row: those of the same plate. Several cars may share an invoice. */
export const plateDuplicates = (found: readonly Duplicate[]): readonly Duplicate[] =>
  found.filter(({ by }) => by === 'vrm')

export const isRowOut = (ord: number, accepted: readonly string[]): boolean => accepted.includes(rowOut(ord))

/**
 * Invoice number of each row to be made, by its position. Rows without their own number take the pattern's numbers in
 * order. Numbers of existing drafts are skipped.
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
      ? invoiceSequence(pattern, values['invoiceFirst'] ?? '', taken)
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

/** Sides of the dealer and of the other party. */
export const batchSides = (values: BatchValues): { dealer: 'seller' | 'buyer'; other: 'seller' | 'buyer' } =>
  values['dealer'] === 'buyer' ? { dealer: 'buyer', other: 'seller' } : { dealer: 'seller', other: 'buyer' }

/** Form of a row's draft: the row's values over the common ones. */
export function batchForm(
  { ord, vrm }: Pick<BatchRow, 'ord' | 'vrm'>,
  invoiceNumber: string,
  values: BatchValues,
  accepted: readonly string[],
): DraftForm {
  const own = (column: BatchColumn): string => (values[cellField(ord, column)] ?? '').trim()
  const common = (name: BatchCommon): string => (values[name] ?? '').trim()
  const { dealer, other } = batchSides(values)
  // A name belongs to its tax id, so a row with its own party takes no common party data.
  const hasOwnParty = own('otherTaxId') !== '' || own('otherName') !== ''
  const otherTaxId = hasOwnParty ? own('otherTaxId') : common('otherTaxId')
  const expected = common('expected').split(' ').filter(Boolean)
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

/** Facts about a row's plate outside the batch. */
export interface BatchCircumstances extends Pick<PreflightInput, 'verdict' | 'duplicates'> {}

export interface BatchCheck {
  /**
   * `out`: the user left the row out. `blocked`: its form has problems. `duplicate`: its plate has another procedure
   * that the user has not seen.
   */
  state: 'out' | 'blocked' | 'duplicate' | 'ready'
  preflight: Preflight
}

/** Checks a row before its draft is made. */
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
    // A missing document never blocks, so the lists of the program do.
    checklists: BUILT_IN_CHECKLISTS,
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
