/** Spanish postal codes: five figures, of which the first two are the province in the INE's numbering. */

const POSTAL_CODE = /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** The code alone, without the spaces, points and hyphens it may have been typed with. */
export const cleanPostalCode = (text: string): string => text.normalize('NFKC').replace(/[\s.-]/g, '')

/** Whether its province exists. Whether the code itself does is Correos' list, which is not public. */
export const isPostalCode = (text: string): boolean => POSTAL_CODE.test(cleanPostalCode(text))

/**
 * The INE code of its province, `01`–`52` (51 Ceuta, 52 Melilla), or `null` when it is no postal code. Names are
 * `shared/text/labels-provinces.ts`. Only good for prefilling and warning: a few enclaves get their post from the
 * province next door.
 */
export function provinceOfPostalCode(text: string): string | null {
  const code = cleanPostalCode(text)
  return POSTAL_CODE.test(code) ? code.slice(0, 2) : null
}
