import type { InputDocumentType } from '../vocabulary.ts'

/** Type of an unrecognised document: the list is open, and the user may type another. */
export const UNKNOWN_TYPE = 'other'

/** Texts of file names, the first match wins: specific words go before common ones. */
const GUESSES: readonly (readonly [type: InputDocumentType, words: RegExp])[] = [
  ['lost_documents_declaration', /extravi|perdida de doc/],
  ['responsible_declaration', /declaracion responsable|\bdec(?:laracion)? ?resp\b|responsable/],
  ['inheritance_deed', /herencia|herederos|adjudicacion|testament/],
  ['power_of_attorney', /\bpoder(?:es)?\b|apoderad|escritura/],
  ['representation_auth', /mandato|representacion|autorizacion/],
  ['leasing_renting_contract', /leasing|renting/],
  ['residence_registration_cert', /empadron|\bpadron\b|residencia/],
  ['sales_agreement', /contrato|compra ?venta|\bcv\b/],
  ['invoice', /factura|invoice|\bfra\b/],
  ['technical_sheet', /ficha|tecnica|\bitv\b|\bficha ?tec/],
  ['veh_registration_cert', /permiso|circulacion|\bpc\b/],
  ['foreigner_id', /\bnie\b|\btie\b|extranjer/],
  ['passport', /pasaporte|passport/],
  ['tax_id', /\bcif\b|nif (?:de )?(?:la )?(?:empresa|sociedad)/],
  ['national_id', /\bdni\b|\bnif\b|identidad/],
]

/** Guesses a document's type by its name; `UNKNOWN_TYPE` without a match. The user can always change it. */
export function guessDocumentType(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // `DNIcomprador`, `dni_vendedor2`: splits words at a change of case.
    .replace(/([A-Z]{2,})([a-z]{2,})/g, '$1 $2')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  return GUESSES.find(([, pattern]) => pattern.test(words))?.[0] ?? UNKNOWN_TYPE
}
