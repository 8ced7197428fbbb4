import { asItLooks } from './normalize-text.ts'
import { provinceNames } from '../text/labels.ts'
import { wordsOf } from './search-text.ts'

/**
 * Deliverable e-mail address (RFC 5321, with the letters of RFC 6531), except quoted local parts. `z.email` rejects
 * `a&b@c.es` and names with an accent.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[^\s\p{Cc}@"(),:;<>[\]\\]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]{2,59})$/u

/** Maximum characters of an address. */
export const MAX_EMAIL = 254

export type EmailCheck =
  { ok: true; email: string } | { ok: false; problem: 'no-at' | 'no-ending' | 'invalid' }

/**
 * Validates a typed or pasted address as the service does. `email` is the sent value, without the spaces around it.
 */
export function checkEmail(text: string): EmailCheck {
  const email = text.trim()
  if (email.length <= MAX_EMAIL && EMAIL.test(email)) return { ok: true, email }
  if (!email.includes('@')) return { ok: false, problem: 'no-at' }
  // `ana@gestoria`: a domain without its ending.
  const lacksEnding = email.length < MAX_EMAIL - 2 && EMAIL.test(`${email.replace(/\.$/, '')}.es`)
  return { ok: false, problem: lacksEnding ? 'no-ending' : 'invalid' }
}

/** Spanish postal codes: five figures, of which the first two are the province (INE). */

const POSTAL_CODE = /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** `CP 28001`, `C.P.: 28001`, `Código postal 28001`, `E-28001`, `ES-28001`; `Codi postal`, `Posta-kodea`. */
const BEFORE =
  /^(?:(?:[cdz]\.? ?p(?![a-z])\.?|c(?:[oó]d(?:igo|i)?)?\.? ?postal|postal|posta[- ]?kodea)[ .:º-]*)?(?:es?[ -]*(?=\d))?/iu
/** Marks of a text or a spreadsheet around a code: `="08940"`, `(48001)`. */
const EDGES = /^[ =("'“‘]+|[ )"'”’;,.]+$/g
/** Decimals that a spreadsheet writes after a whole number: `28001.0`, `28001,00`. */
const DECIMALS = /(?<=^\d[\d.]*)[.,]0{1,2}$/
/** Town in the same cell: `28001 Madrid`, `28001 - Madrid (Madrid)`. */
const TOWN = /^(\d{1,2}[ .]?\d{3})(?: ?[-–,(/]+ ?| )(?=\p{L}['’\p{L}])[^\d]*$/u

/** Code without its label, country, decimals of a spreadsheet, town, spaces, points and hyphens. */
export const cleanPostalCode = (text: string): string =>
  asItLooks(text)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replaceAll(EDGES, '')
    .replace(BEFORE, '')
    .replace(DECIMALS, '')
    .replace(TOWN, '$1')
    .replace(/[\s.\p{Pd}]/gu, '')

/**
 * Code of four figures with the zero that a spreadsheet removed (`8001` is `08001`). `null` if no province has the
 * code. A foreign code may also have four figures.
 */
export function postalCodeWithZero(text: string): string | null {
  const code = cleanPostalCode(text)
  return /^\d{4}$/.test(code) && POSTAL_CODE.test(`0${code}`) ? `0${code}` : null
}

/** True if the code's province exists. The codes themselves are only in the list of Correos, which is not public. */
export const isPostalCode = (text: string): boolean => POSTAL_CODE.test(cleanPostalCode(text))

/**
 * INE code of the province, `01`–`52` (51 Ceuta, 52 Melilla), or `null` for an invalid code. `shared/text/labels.ts`
 * has the names.
 * Use it only for prefilling and warnings, because the next province serves a few enclaves.
 */
export function provinceOfPostalCode(text: string): string | null {
  const code = cleanPostalCode(text)
  return POSTAL_CODE.test(code) ? code.slice(0, 2) : null
}

/** Alternative names: co-official and older ones. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '01': ['Araba', 'Araba/Álava', 'Álava/Araba'],
  '03': ['Alacant', 'Alicante/Alacant', 'Alacant/Alicante'],
  '07': ['Baleares', 'Islas Baleares', 'Mallorca'],
  '12': ['Castelló', 'Castellón/Castelló', 'Castellón de la Plana', 'Castelló de la Plana'],
  '15': ['La Coruña', 'Coruña'],
  '17': ['Gerona'],
  '20': ['Gipuzkoa', 'Gipuzkoa/Guipúzcoa'],
  '25': ['Lérida'],
  '26': ['Rioja'],
  '31': ['Nafarroa', 'Navarra/Nafarroa'],
  '32': ['Orense'],
  '33': ['Oviedo'],
  '35': ['Palmas', 'Gran Canaria'],
  '38': ['Tenerife', 'S.C. Tenerife', 'Sta. Cruz de Tenerife'],
  '39': ['Santander'],
  '46': ['València', 'Valencia/València'],
  '48': ['Bizkaia', 'Bizkaia/Vizcaya'],
}

/**
 * Comparable form of a name, without accents, case, separators and order of an article: `Coruña, A` is `A Coruña`.
 */
const provinceKey = (name: string): string => wordsOf(name).toSorted().join(' ')

const PROVINCE_CODES: ReadonlyMap<string, string> = new Map(
  [...provinceNames].flatMap(([code, name]) =>
    [name, ...(OTHER_NAMES[code] ?? [])].map((one) => [provinceKey(one), code] as const),
  ),
)

/** INE code of a province by any of its names, or `null`. */
export const provinceOfName = (name: string): string | null => PROVINCE_CODES.get(provinceKey(name)) ?? null
