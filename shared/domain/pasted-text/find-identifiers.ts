import { checkEmail } from '../addresses.ts'
import { checkPhone } from '../phone.ts'
import { CONTEXT, isOtherLabel, surePlates } from '../plates/text-rules.ts'
import { checkTaxId } from '../tax-id.ts'
import { checkVin } from '../vin.ts'
import type { Found, Sureness } from './finding.ts'
import { IS_EMAIL, IS_INVOICE_NUMBER, IS_PHONE, IS_TAX_ID, IS_VIN, isOtherNumberLabel } from './labels.ts'
import type { Passage } from './passages.ts'

/** Identifiers of a passage. Every pattern has bounded repeats, so the time is linear. */

const EMAIL =
  /(?<![\p{L}\p{N}._%+&'-])[\p{L}\p{N}._%+&'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu
const ADDRESS_OF_WEB = /(?:https?:\/\/|www\.)\S{1,2000}/giu
/** Account number in groups of four, or card number. */
const ACCOUNT =
  /(?<![\p{L}\d])(?:[A-Z]{2}\d{2}(?:[ -]?[\dA-Z]{4}){4,7}(?:[ -]?[\dA-Z]{1,4})?|\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,4})?)(?![\p{L}\d])/gu

/** Marks web addresses and accounts of the passage as read, because their figures are no other datum. */
export function takeOthers(passage: Passage): void {
  for (const pattern of [ADDRESS_OF_WEB, ACCOUNT])
    for (const { 0: found, index } of passage.text.matchAll(pattern))
      passage.take(index, index + found.length)
}

export function* emailsIn(passage: Passage): Generator<Found> {
  if (!passage.text.includes('@')) return
  for (const { 0: match, index } of passage.text.matchAll(EMAIL)) {
    const found = match.replace(/[.'-]+$/, '')
    const check = checkEmail(found)
    if (!check.ok || !passage.take(index, index + found.length)) continue
    const labelled = IS_EMAIL.test(passage.before(index))
    yield {
      kind: 'email',
      start: index,
      end: index + found.length,
      value: check.email,
      sureness: labelled ? 'sure' : 'likely',
      reason: labelled ? 'label' : 'form',
    }
  }
}

const VIN =
  /(?<![\p{L}\p{N}/_-])(?:[A-Z0-9]{17}|[A-Z0-9]{3}[ -][A-Z0-9]{5,6}[ -]?[A-Z0-9]{2,3}[ -][A-Z0-9]{6}|[A-Z0-9]{3}[ -][A-Z0-9]{6}[ -][A-Z0-9]{8})(?![\p{L}\p{N}/_-])/giu

export function* vinsIn(passage: Passage): Generator<Found> {
  for (const { 0: found, index } of passage.text.matchAll(VIN)) {
    const end = index + found.length
    const before = passage.before(index)
    const labelled = IS_VIN.test(before)
    const check = checkVin(found)
    const isWhole =
      check.kind === 'ok' || (labelled && check.kind === 'invalid' && check.reason === 'letters')
    if (!isWhole || (!labelled && (isOtherNumberLabel(before) || !isVinForm(check.vin, found)))) continue
    if (!passage.take(index, end)) continue
    const sureness: Sureness = check.kind !== 'ok' ? 'doubtful' : labelled ? 'sure' : 'likely'
    yield { kind: 'vin', start: index, end, value: check.vin, sureness, reason: labelled ? 'label' : 'form' }
  }
}

/** Letters of the maker first and figures last, in one word. Words and references do not have this form. */
const isVinForm = (vin: string, written: string): boolean =>
  written.length === vin.length && /^(?=.{0,2}[A-Z])(?=(?:[^A-Z]*[A-Z]){3}).{13}\d{4}$/.test(vin)

/** Plates of the series that offices transfer. Plates before 1971 and plates without their zeros need a label. */
export function* platesIn(passage: Passage, now: number): Generator<Found> {
  const aroundOf = (start: number, end: number) => ({
    before: passage.before(start).slice(-CONTEXT),
    after: passage.after(end).slice(0, CONTEXT),
    header: passage.headOf(start),
  })
  for (const { start, end, plate, padded, hasBand } of surePlates(passage.text, { aroundOf }, now)) {
    if (passage.isTaken(start, end)) continue
    const around = aroundOf(start, end)
    if (isOtherNumberLabel(around.before) || IS_INVOICE_NUMBER.test(around.before)) continue
    const labelled = isPlateLabelled(around.before) || isPlateLabelled(`${around.header} `)
    if (!passage.take(start, end)) continue
    yield {
      kind: 'plate',
      start,
      end,
      value: plate.vrm,
      sureness: padded || hasBand ? 'doubtful' : labelled ? 'sure' : 'likely',
      reason: labelled ? 'label' : 'form',
    }
  }
}

const isPlateLabelled = (before: string): boolean =>
  /(?:matr[ií][ck]ul\p{L}*|\bmatr?\b\.?|\bplacas?\b|\bplate\b|registration)[^.;!?\n]{0,24}$/iu.test(before)

const TAX_ID =
  /(?<![\p{L}\p{N}/_-])(?:ES-?)?(?:\d{8}(?:[ -]| - )?[A-Z]|\d{1,2}\.\d{3}\.\d{3}[ .-]?[A-Z]|\d{7}-?[A-Z]|[XYZKLM][ -]?\d{7,8}[ -]?[A-Z]|[ABCDEFGHJNPQRSUVW][ -]?\d{8}|[ABCDEFGHJNPQRSUVW][ -]?\d{7}-?[A-J]|[ABCDEFGHJNPQRSUVW][ -]?\d{2}\.\d{3}\.\d{3})(?![\p{L}\p{N}/_]|-[\p{L}\p{N}])/giu

export function* taxIdsIn(passage: Passage): Generator<Found> {
  for (const { 0: found, index } of passage.text.matchAll(TAX_ID)) {
    const end = index + found.length
    const before = passage.before(index)
    const labelled = IS_TAX_ID.test(before) || /\b[dnc]\.?[ni]\.?[fie]\.?\b/i.test(passage.headOf(index))
    const check = checkTaxId(found)
    if (check.status === 'unrecognised' || (check.status !== 'valid' && !labelled)) continue
    // Seven figures and a letter may be a DNI without its zero, or a part of anything.
    if (!labelled && /^\d{7}-?[A-Z]$/i.test(found)) continue
    if (!labelled && (isOtherNumberLabel(before) || isOtherLabel(before) || IS_INVOICE_NUMBER.test(before)))
      continue
    if (!passage.take(index, end)) continue
    const sureness =
      check.status !== 'valid' ? 'doubtful' : labelled || check.kind !== 'entity' ? 'sure' : 'likely'
    yield {
      kind: 'taxId',
      start: index,
      end,
      value: check.id,
      sureness,
      reason: labelled ? 'label' : 'control',
    }
  }
}

/** Separators of the figures: typed ones, and the spaces and dashes of word processors. */
const PHONE =
  /(?<![\p{L}\p{N}.,/_+-])(?:(?:\+|00)\d{2,3}[ \u00A0]?\(0\)(?:[ \u00A0\u202F.\u2010-\u2013-]?\d){9}|(?:\+|00)(?:[ \u00A0\u202F.\u2010-\u2013-]?\d){9,14}|(?:\((?:\+|00)?\d{2,3}\)[ \u00A0]?|34[ \u00A0.-](?=[6-9]))?[1-9](?:[ \u00A0\u202F.\u2010-\u2013-]?\d){8})(?![\p{L}\p{N}/_]|[.,-]\d| \d| ?€)/gu

export function* phonesIn(passage: Passage): Generator<Found> {
  for (const { 0: found, index } of passage.text.matchAll(PHONE)) {
    const end = index + found.length
    const before = passage.before(index)
    const labelled = IS_PHONE.test(before) || /tel|m[óo]vil|tlf|phone/i.test(passage.headOf(index))
    const isForeign = /^(?:\+|00|\()/.test(found)
    if (!labelled && (isOtherNumberLabel(before) || isOtherLabel(before) || IS_INVOICE_NUMBER.test(before)))
      continue
    // Nine figures in one run may be a reference. Only a mobile number needs no other reason.
    if (!labelled && !isForeign && !/^(?:[67]\d{8}|[6-9]\d{2}[ .-]|[89]\d[ .-])/.test(found)) continue
    const check = checkPhone(found.replace(/[.-]/g, ' '))
    if (check.kind !== 'ok' || !passage.take(index, end)) continue
    yield {
      kind: 'phone',
      start: index,
      end,
      value: check.e164,
      sureness: labelled || isForeign ? 'sure' : 'likely',
      reason: labelled ? 'label' : 'form',
    }
  }
}

const INVOICE =
  /(?<![\p{L}\d])(?:facturas?|fra\.?|fact\.|invoice|fatura)(?:[ \t]+(?:de (?:venta|compra|la venta)|simplificada|rectificativa|proforma|emitida|comercial))?(?:[ \t]*(?:n[úu]m(?:ero|\.)?|n\.?\s?[º°o]\.?|no\.|number|nr\.?|#|es (?:la|el)|con n[úu]mero|ref\.?))?[ \t]*[:.#º°*–-]{0,4}[ \t\n]?[ \t*_«"“]{0,3}(?<number>[A-Z0-9][A-Z0-9./_-]{0,29})(?![\p{L}\d])/giu
/** Head of a table, or a label that does not begin with the word: «N.º de factura: …». */
const INVOICE_HEAD = /factura|\bfra\b|invoice|fatura/i

export function* invoicesIn(passage: Passage): Generator<Found> {
  for (const match of passage.text.matchAll(INVOICE)) {
    const number = (match.groups?.number ?? '').replace(/[./_-]+$/, '')
    const start = match.index + match[0].length - (match.groups?.number ?? '').length
    if (
      isInvoiceNumber(number, passage.after(start + number.length)) &&
      passage.take(start, start + number.length)
    )
      yield invoice(number, start)
  }
  for (const { 0: number, index } of passage.text.matchAll(
    /(?<=^|[\t|;\n] ?)[A-Z0-9][A-Z0-9./_-]{1,29}(?=\s*(?:[\t|;\n]|$))/giu,
  )) {
    const head = passage.headOf(index)
    if (!INVOICE_HEAD.test(head) || /fecha|importe|base|total|date/i.test(head)) continue
    if (isInvoiceNumber(number, '') && passage.take(index, index + number.length))
      yield invoice(number, index)
  }
}

/** True for a text with a figure that is no date, amount or quantity. */
function isInvoiceNumber(number: string, after: string): boolean {
  if (
    !/\d/.test(number) ||
    /^\s?(?:€|eur|de\s(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic))/iu.test(after)
  )
    return false
  if (/^\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})$/.test(number) || /^\d{1,3}(?:\.\d{3})+$/.test(number))
    return false
  return number.length > 2 || /\d{2}/.test(number)
}

const invoice = (value: string, start: number): Found => ({
  kind: 'invoice',
  start,
  end: start + value.length,
  value,
  sureness: 'sure',
  reason: 'label',
})
