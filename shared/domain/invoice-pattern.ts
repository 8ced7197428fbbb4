import { FIELD_LENGTHS } from './procedures/fields.ts'

/** Invoice numbers by a pattern: `F-2026/{n:4}` gives F-2026/0001, F-2026/0002… Pure. */

/** `same`: no number in it: one invoice for all. `width`: figures at least, with zeros before. */
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
  // However long its numbers grow, they fit in the field.
  if (rest.length + MAX_INVOICE_WIDTH > FIELD_LENGTHS.invoiceNumber)
    return { kind: 'invalid', why: 'too-long' }
  return {
    kind: 'ok',
    before: text.slice(0, hole.index),
    width,
    after: text.slice(hole.index + hole[0].length),
  }
}

/** Invoice of a number, by a pattern that has one. */
export const invoiceOf = (
  { before, width, after }: Extract<InvoicePattern, { kind: 'ok' }>,
  number: number,
): string => `${before}${String(number).padStart(width, '0')}${after}`

/** First number typed, 1 by default; `null` for what is none. */
export function firstNumber(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return 1
  return /^\d{1,8}$/.test(text) ? Number(text) : null
}

/**
 * Numbers in order from the first, without those taken already. `null` while the first is no number; a pattern without
 * a number gives the same invoice each time.
 */
export function numbersOf(
  pattern: Exclude<InvoicePattern, { kind: 'empty' | 'invalid' }>,
  first: string,
  taken: ReadonlySet<number>,
): Generator<{ text: string; number: number | null }, never> | null {
  if (pattern.kind === 'same') return sameInvoice(pattern.text)
  const from = firstNumber(first)
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
    if (!taken.has(number)) yield { text: invoiceOf(pattern, number), number }
}
