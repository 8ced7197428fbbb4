import { asItLooks } from './normalize-text.ts'

/** Spanish postal codes: five figures, of which the first two are the province in the INE's numbering. */

const POSTAL_CODE = /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** `CP 28001`, `C.P.: 28001`, `Código postal 28001`, `E-28001`, `ES-28001`; `Codi postal`, `Posta-kodea`. */
const BEFORE =
  /^(?:(?:[cdz]\.? ?p(?![a-z])\.?|c(?:[oó]d(?:igo|i)?)?\.? ?postal|postal|posta[- ]?kodea)[ .:º-]*)?(?:es?[ -]*(?=\d))?/iu
/** Marks of a text or a spreadsheet around a code: `="08940"`, `(48001)`. */
const EDGES = /^[ =("'“‘]+|[ )"'”’;,.]+$/g
/** Decimals that a spreadsheet writes after a whole number: `28001.0`, `28001,00`. */
const DECIMALS = /(?<=^\d[\d.]*)[.,]0{1,2}$/
/** A town that was written in the same cell: `28001 Madrid`, `28001 - Madrid (Madrid)`. */
const TOWN = /^(\d{1,2}[ .]?\d{3})(?: ?[-–,(/]+ ?| )(?=\p{L}['’\p{L}])[^\d]*$/u

/** Code alone: without its label, its country, the decimals of a spreadsheet, a town, spaces, points and hyphens. */
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
 * Code of four figures with the zero that a spreadsheet took from it (`8001` is `08001`), or `null` if no province
 * has it. A foreign code may also have four figures.
 */
export function postalCodeWithZero(text: string): string | null {
  const code = cleanPostalCode(text)
  return /^\d{4}$/.test(code) && POSTAL_CODE.test(`0${code}`) ? `0${code}` : null
}

/** True if its province exists. Only Correos' list, which is not public, has the codes themselves. */
export const isPostalCode = (text: string): boolean => POSTAL_CODE.test(cleanPostalCode(text))

/**
 * INE code of its province, `01`–`52` (51 Ceuta, 52 Melilla), or `null` for an invalid code. Names are
 * `shared/text/labels.ts`. Only good for prefilling and warning: a few enclaves get their post from
 * the next province.
 */
export function provinceOfPostalCode(text: string): string | null {
  const code = cleanPostalCode(text)
  return POSTAL_CODE.test(code) ? code.slice(0, 2) : null
}
