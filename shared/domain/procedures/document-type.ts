import type { InputDocumentType } from '../vocabulary.ts'

/** The type of what nobody recognises: the list is open, and the person may write another. */
export const UNKNOWN_TYPE = 'other'

/** Words of file names, the first that fits wins: what is more particular goes before what is more common. */
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

/** What a file probably is by its name; `UNKNOWN_TYPE` when the name says nothing. Always the person's to change. */
export function guessDocumentType(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // `DNIcomprador`, `dni_vendedor2`: words are cut where the writing changes.
    .replace(/([A-Z]{2,})([a-z]{2,})/g, '$1 $2')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  return GUESSES.find(([, pattern]) => pattern.test(words))?.[0] ?? UNKNOWN_TYPE
}
