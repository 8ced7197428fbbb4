import { formatEuros, parseEuros } from '../euros.ts'
import type { Found } from './finding.ts'
import { clauseBefore, isOther, subjectBefore } from './labels.ts'
import type { Passage } from './passages.ts'

const AMOUNT =
  /(?<![\p{L}\p{N}.,/_+-])(?<sign>(?:€|EUR)[ \u00A0]?)?(?<number>\d{1,3}(?:[.,\u00A0\u202F ]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?<after>[ \u00A0\u202F]?(?:€|EUR(?:OS?)?(?!\p{L})|euros?(?!\p{L}))|,-\s?€)?(?![\p{L}\p{N}/_%]|[.,-]\d|[ \u00A0]?(?:km|kg|cv|cc|%|años|h\b|kw))/giu

/** An amount without its sign has a label directly before it: «precio: 12.450», «importe 8.250». */
const MAX_LABEL_DISTANCE = 12
const PLAIN = /^[\s:.=*_(–-]*(?:de\s|es\s|son\s|en\s|por\s|acordado\s|pactado\s|cerrado\s)?[\s:*]*$/i

/** Amounts with their sign or with a label directly before. Those of other things have their subject. */
export function* amountsIn(passage: Passage): Generator<Found> {
  for (const match of passage.text.matchAll(AMOUNT)) {
    const { sign = '', number = '', after = '' } = match.groups ?? {}
    const start = match.index + sign.length
    const end = start + number.length
    const signed = sign !== '' || after !== ''
    // Most numbers of a text are neither: tell them at once.
    if (!signed && !isLikeAmount(number, passage.text.slice(end, end + 24))) continue
    const before = clauseBefore(passage.before(match.index))
    const said = subjectBefore(before, 'amount')
    const between = said ? before.slice(before.length - said.distance) : ''
    const labelled = said !== null && said.distance <= MAX_LABEL_DISTANCE && PLAIN.test(between)
    if (!signed && (!labelled || isOther(before))) continue
    const read = parseEuros(number)
    if (read.kind === 'invalid' || !passage.take(start, end)) continue
    yield {
      kind: 'amount',
      start,
      end,
      value: read.kind === 'ok' ? formatEuros(read.cents).replace(/\s?€$/, '') : number,
      sureness: read.kind === 'ambiguous' ? 'doubtful' : labelled ? 'sure' : 'likely',
      reason: labelled ? 'label' : 'sign',
      ...(said && { subject: said.subject }),
    }
  }
}

/** Three figures at least, and no year, day or share after it. */
const isLikeAmount = (number: string, after: string): boolean =>
  number.replace(/\D/g, '').length >= 3 && !/^\s?(?:%|de \p{L}+ de|[/-]\d)/iu.test(after)
