import { wordsOf } from '../search-text.ts'
import type { GeneratedDocumentType, InputDocumentType } from '../vocabulary.ts'

/** Type of an unrecognised document. The list is open, and the user may type another. */
export const UNKNOWN_TYPE = 'other'

/** Types that the service does not list. They are sent as text, like a type that the user writes. */
export const OTHER_TYPES = {
  familyBook: 'Libro de familia',
  coOwner: 'DNI de otro titular',
  deathCertificate: 'Certificado de defunción',
  inheritanceTax: 'Impuesto de sucesiones',
  leaseCancellation: 'Cancelación de leasing',
  foreignRegistration: 'Permiso de circulación extranjero',
  importVat: 'IVA de importación o DUA',
} as const

/** Recognised types. Tax documents have the types that the service gives to its own documents. */
type OtherType = (typeof OTHER_TYPES)[keyof typeof OTHER_TYPES]
export type RecognisedType = InputDocumentType | GeneratedDocumentType | OtherType | typeof UNKNOWN_TYPE

/** Patterns of file names. The first match wins, so specific words precede common ones. */
const GUESSES: readonly (readonly [type: RecognisedType, words: RegExp])[] = [
  // Other documents with the same words.
  [
    UNKNOWN_TYPE,
    /\b(?:permiso|carnet|carne) (?:de )?conduc|\b(?:poliza|seguro)\b|contrato (?:de )?(?:trabajo|alquiler)/,
  ],
  [OTHER_TYPES.deathCertificate, /defuncion/],
  [OTHER_TYPES.familyBook, /libro (?:de )?familia/],
  [OTHER_TYPES.inheritanceTax, /impuesto (?:de )?sucesiones|(?:mod(?:elo)? ?)650/],
  [OTHER_TYPES.leaseCancellation, /cancelacion (?:de(?:l)? )?(?:leasing|renting)/],
  [OTHER_TYPES.importVat, /\bdua\b|iva (?:de )?importacion/],
  ['lost_documents_declaration', /extravi|perdida (?:de )?doc/],
  ['responsible_declaration', /declaracion responsable|\bdec(?:laracion)? ?resp\b|responsable/],
  ['inheritance_deed', /herencia|herederos|adjudicacion|testament/],
  ['tax_id', /\bcif\b|nif (?:de )?(?:la )?(?:empresa|sociedad)/],
  ['es_ivtm_payment_proof', /\bivtm\b|\bnumerito\b|impuesto (?:de )?circulacion/],
  ['es_itp_doc', /(?:^| )(?:mod(?:elo)? ?)?62[01](?: |$)|\bitp\b/],
  ['power_of_attorney', /\bpoder(?:es)?\b|apoderad|escritura/],
  ['representation_auth', /mandato|representacion|autorizacion/],
  ['leasing_renting_contract', /leasing|renting/],
  [
    'foreigner_id',
    /\bnie\b|\btie\b|extranjer|(?:permiso|tarjeta) (?:de )?residencia|residencia (?:ue|comunitari)/,
  ],
  ['residence_registration_cert', /empadron|\bpadron\b|residencia/],
  ['sales_agreement', /contrato|compra ?venta|\bcv\b/],
  ['invoice', /factura|invoice|\bfra\b/],
  ['technical_sheet', /ficha|tecnica|\bitv\b/],
  ['veh_registration_cert', /permiso|circulacion|\bpc\b/],
  ['passport', /pasaporte|passport/],
  ['national_id', /\bdni\b|\bnif\b|identidad/],
]

/** Guesses a document's type by its file name. `UNKNOWN_TYPE` without a match. The user can always change it. */
export function guessDocumentType(name: string): RecognisedType {
  const words = wordsOfFileName(name).join(' ')
  return GUESSES.find(([, pattern]) => pattern.test(words))?.[0] ?? UNKNOWN_TYPE
}

/** Folded words of a file name without its extension. */
export const wordsOfFileName = (name: string): string[] =>
  wordsOf(
    name
      // Splits words at a change of case, and between letters and digits: `DNIcomprador`, `dni_vendedor2`.
      .replace(/([A-Z]{2,})([a-z]{2,})/g, '$1 $2')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4')
      .replace(/\.[A-Za-z0-9]{1,5}$/, ''),
  )
