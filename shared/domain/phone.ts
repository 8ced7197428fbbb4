import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { asItLooks } from './normalize-text.ts'

/**
 * Telephones in E.164 (`+34612345678`), the "international format" that the service requires. A number
 * without prefix is Spanish (Plan Nacional de Numeración Telefónica, Real Decreto 2296/2004).
 */

/** `other`: Spanish and neither (900, 80x, 70x). `unknown`: foreign, where the small metadata cannot decide. */
export type PhoneLine = 'mobile' | 'landline' | 'other' | 'unknown'

export type PhoneCheck =
  /** A `landline` gets a warning if an SMS may be sent to it. */
  { kind: 'ok'; e164: string; line: PhoneLine } | { kind: 'invalid' }

const SPAIN = '34'

function spanishLine(national: string): PhoneLine {
  if (/^(6|7[1-9])/.test(national)) return 'mobile'
  return /^[89][1-8]/.test(national) ? 'landline' : 'other'
}

const DASHES = /[\p{Pd}\u2212]/gu
const WORD =
  '(?:tel[eéè]fono?[as]?|tel[eé]f|tels?|tfnos?|tfn|tfs?|tl?fnos?|tl?fn|tl?fs?|m[oóò][vb]il(?:es|s)?|m[oó]v|celular|cel|fijo|casa|trabajo|oficina|particular|whats ?app|wh?ats?app|wasap|wpp|wa|phone|mobile|mob|home|work|contacto|contacte|n[úu]m(?:ero)?|n[.º°]|no(?=[.\\s]*t[efl])|[mtf](?=[.:]))'
/** Words of letterheads and of contact programs before a number: `Tlf.:`, `Móvil:`, `tel:`. */
const LABEL_BEFORE = new RegExp(`^(?:${WORD}[\\s.:ºª/=-]*(?:de |del |n[.º°]\\s*)?)+(?=[(+\\d])`, 'iu')
/** The same words after a number: `612 34 56 78 (móvil)`. */
const LABEL_AFTER = new RegExp(`(?<=\\d)[\\s,;-]*[([]?\\s*${WORD}[.\\s]*[)\\]]?$`, 'iu')
/** Prefix in brackets, which libphonenumber refuses with a plus or zeros: `(+34)`, `( 0034 )`. */
const PREFIX_IN_BRACKETS = /^[([]\s*(?:\+|00)\s*(\d{1,3})\s*[)\]]/
/** Marks of a text or a spreadsheet around a number. A bracket may belong to its prefix. */
const PHONE_EDGES = /^(?:=?["'“‘]|\s)+|[\s"'”’;,.]+$/g
/** Zero that is dialled only inside the country: `+34 (0) 612…`. Spain has none. */
const INNER_ZERO = /(?<=^(?:\+|00)[\s.-]*\d{1,3}[\s.-]*)\(\s*0\s*\)/

function tidyPhone(text: string): string {
  return asItLooks(text)
    .normalize('NFKC')
    .replace(DASHES, '-')
    .trim()
    .replace(LABEL_BEFORE, '')
    .replace(LABEL_AFTER, '')
    .replace(PREFIX_IN_BRACKETS, '+$1 ')
    .replace(PHONE_EDGES, '')
}

function parsePhone(text: string) {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'ES', extract: false })
  return phone?.isValid() === true ? phone : null
}

/**
 * Validates a typed or pasted number: `612 34 56 78`, `0034 612…`, `(+34) 612…`, `Tlf.: 612…`, `+351 …`. Two numbers
 * or an extension are invalid (`phonesIn` lists them). Never throws.
 */
export function checkPhone(text: string): PhoneCheck {
  const tidy = tidyPhone(text)
  const phone = parsePhone(tidy) ?? parsePhone(tidy.replace(INNER_ZERO, ' '))
  // E.164 has no extensions. Without its extension, another number would be stored.
  if (!phone || phone.ext !== undefined) return { kind: 'invalid' }
  const line = phone.countryCallingCode === SPAIN ? spanishLine(phone.nationalNumber) : 'unknown'
  return { kind: 'ok', e164: phone.number, line }
}

const BETWEEN_NUMBERS = /\p{L}*[/;,|\n&]|\s[yoe-]\s|\s{2,}/u
const EXTENSION = /(?<=\d)[\s,;.#(-]*(?:ext(?:ensi[oó]n)?|x|#)[\s.:]*\d{1,6}\)?$/iu

/** Every number of a text. A contact often has two in one cell, or one with an extension, which is left out. */
export function phonesIn(text: string): Extract<PhoneCheck, { kind: 'ok' }>[] {
  const tidy = asItLooks(text).normalize('NFKC').replace(DASHES, '-')
  const parts = [tidy, ...tidy.split(BETWEEN_NUMBERS)].map((part) => part.trim().replace(EXTENSION, ''))
  const found = new Map<string, Extract<PhoneCheck, { kind: 'ok' }>>()
  for (const part of parts) {
    const check = checkPhone(part)
    if (check.kind === 'ok') found.set(check.e164, check)
  }
  return [...found.values()]
}

/** `+34 612 34 56 78`, for reading aloud. Any other text stays unchanged. */
export function displayPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164, { defaultCountry: 'ES', extract: false })
  return phone?.isValid() ? phone.formatInternational() : e164
}
