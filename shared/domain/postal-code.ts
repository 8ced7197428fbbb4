/** Spanish postal codes: five figures, of which the first two are the province in the INE's numbering. */

const POSTAL_CODE = /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** Code alone, without typed spaces, points and hyphens. */
export const cleanPostalCode = (text: string): string => text.normalize('NFKC').replace(/[\s.-]/g, '')

/** True if its province exists. Only Correos' list, which is not public, has the codes themselves. */
export const isPostalCode = (text: string): boolean => POSTAL_CODE.test(cleanPostalCode(text))

/**
 * INE code of its province, `01`–`52` (51 Ceuta, 52 Melilla), or `null` for an invalid code. Names are
 * `shared/text/labels-provinces.ts`. Only good for prefilling and warning: a few enclaves get their post from
 * the next province.
 */
export function provinceOfPostalCode(text: string): string | null {
  const code = cleanPostalCode(text)
  return POSTAL_CODE.test(code) ? code.slice(0, 2) : null
}
