import { wordsOf } from '../search-text.ts'
import { type RecognisedType, UNKNOWN_TYPE, guessDocumentType } from './document-type.ts'

/** Words of a text that indicate a type, with their weights. They count more in titles. */
type Evidence = readonly (readonly [weight: number, words: RegExp])[]

/** Characters of a text that are examined. The first pages show the type. */
const MAX_TEXT = 20_000
/** Characters of the title at the top of a page, and of the whole heading. */
const TITLE = 90
const HEADING = 260

/**
 * Titles and field names as forms print them: DNI and TIE (RD 1553/2005, RD 557/2011), permiso de circulación and ITV
 * (RD 2822/1998, annexes X and XIII), NIF card (RD 1065/2007), mandate of the gestores' model, 620 and IVTM.
 * One word alone is not enough, because contracts name the documents that accompany them.
 */
const EVIDENCE: Partial<Record<RecognisedType, Evidence>> = {
  national_id: [
    [5, /documento nacional de identidad/],
    [3, /national identity card/],
    [5, /\bidesp\w/],
    [2, /\bnum soport|\bidesp\b/],
    [1, /\bvalidez\b/],
    [1, /\bhij[oa] de\b/],
  ],
  foreigner_id: [
    [5, /numero de identidad de extranjero|tarjeta de identidad de extranjero/],
    [5, /certificado de registro de ciudadano de la union/],
    [4, /permiso de residencia|residence permit|tarjeta de residencia/],
    [1, /\bnie\b/],
  ],
  passport: [
    [3, /\bpasaporte\b/],
    [3, /\bpassport\b|\bpasseport\b/],
    [3, /\bp ?(?:esp|rou|mar|ita|fra|deu|prt|col|ven|arg)[a-z]{4,}/],
  ],
  tax_id: [
    [6, /tarjeta (?:acreditativa del|de) (?:numero de )?identificacion fiscal/],
    [5, /comunicacion (?:acreditativa )?del? numero de identificacion fiscal/],
    [5, /codigo de identificacion fiscal/],
    [2, /denominacion o razon social/],
    [1, /agencia tributaria/],
  ],
  veh_registration_cert: [
    [5, /permiso de circulacion/],
    [3, /\bc 1 1\b/],
    [2, /\bd 1\b.*\bd 3\b/],
    [2, /fecha (?:de )?(?:primera )?matriculacion/],
    [1, /direccion general de trafico|jefatura (?:provincial )?de trafico/],
  ],
  technical_sheet: [
    [6, /tarjeta (?:de )?(?:itv|inspeccion tecnica)|inspeccion tecnica de vehiculos/],
    [5, /ficha tecnica|certificado de caracteristicas/],
    [3, /contrasena de homologacion|numero de homologacion/],
    [2, /masa en orden de marcha|masa maxima|\bm m a\b|\btara\b/],
    [1, /neumaticos|cilindrada/],
  ],
  sales_agreement: [
    [6, /contrato ?(?:privado )?de ?compra ?venta/],
    [3, /compra ?venta de vehiculo/],
    [2, /\bvendedor\b.*\bcomprador\b/],
    [1, /\breunidos\b|\bestipulaciones\b/],
  ],
  invoice: [
    [3, /\bfactura\b/],
    [3, /base imponible/],
    [2, /total (?:factura|a pagar)|(?:numero|n|no) (?:de )?factura/],
    [1, /\biva\b|\bigic\b/],
  ],
  power_of_attorney: [
    [6, /escritura de (?:apoderamiento|poder|constitucion|elevacion|nombramiento)/],
    [5, /poder (?:general|especial|notarial|para pleitos)/],
    [4, /confiere poder|copia simple de poder/],
    [1, /\bnotari[oa]\b/],
    [1, /apoderad/],
  ],
  inheritance_deed: [
    [7, /(?:aceptacion|adjudicacion|particion) (?:y \w+ )?de (?:la )?herencia/],
    [6, /declaracion de herederos|acta de notoriedad de herederos/],
    [2, /\bcausante\b|\bfinad[oa]\b/],
    [2, /herederos/],
    [1, /\bnotari[oa]\b/],
  ],
  leasing_renting_contract: [
    [7, /contrato de (?:arrendamiento financiero|leasing|renting|arrendamiento a largo plazo)/],
    [3, /\b(?:leasing|renting)\b/],
    [3, /arrendamiento financiero/],
    [2, /arrendatari[oa]/],
    [1, /opcion de compra|cuotas mensuales/],
  ],
  lost_documents_declaration: [
    [7, /declaracion (?:jurada |responsable )?(?:de|por) (?:extravio|perdida|sustraccion)/],
    [3, /\bextravi\w+/],
    [1, /\bsustra\w+|\bdenuncia\b/],
  ],
  responsible_declaration: [
    [6, /declaracion responsable/],
    [3, /(?:declar\w+|bajo) (?:bajo )?(?:mi|su) (?:propia )?responsabilidad/],
  ],
  representation_auth: [
    [6, /mandato (?:general|especifico|con representacion|para)|contrato de mandato/],
    [6, /otorgamiento de (?:la )?representacion/],
    [4, /autorizacion (?:de|para la) (?:representacion|tramitacion)/],
    [2, /\bmandatari[oa]\b/],
    [2, /\bmandante\b/],
    [2, /gestor(?:es)? administrativ/],
    [2, /\bautoriz[oa]\b/],
  ],
  residence_registration_cert: [
    [6, /(?:certificado|volante|certificacion) (?:\w+ )?de empadronamiento/],
    [4, /padron (?:municipal|de habitantes)/],
    [2, /\bempadronad[oa]s?\b/],
    [1, /\bayuntamiento\b/],
  ],
  es_itp_doc: [
    [5, /impuesto sobre transmisiones patrimoniales/],
    [5, /modelo 62[01]\b/],
    [2, /medios de transporte usados/],
    [1, /autoliquidacion|valor declarado/],
  ],
  es_ivtm_payment_proof: [
    [6, /impuesto sobre vehiculos de traccion mecanica/],
    [3, /\bivtm\b/],
    [1, /recibo|justificante de pago|domiciliad/],
  ],
  // Other documents with the same words.
  [UNKNOWN_TYPE]: [
    [7, /poliza (?:de seguro|n)|contrato de (?:seguro|trabajo|alquiler)|condiciones particulares/],
    [7, /permiso de conduc\w+|driving licence/],
    [6, /informe de (?:vida laboral|siniestros)|nomina\b/],
  ],
}

interface TextScore {
  type: RecognisedType
  score: number
  /** Score of the second type. */
  second: number
}

/** Best type of a text with its score. Score 0: no type. */
function scoreText(text: string): TextScore {
  const words = wordsOf(spacedOut(text.slice(0, MAX_TEXT))).join(' ')
  const scores = (Object.keys(EVIDENCE) as RecognisedType[])
    .map((type) => ({ type, score: scoreOf(EVIDENCE[type] ?? [], words) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, next] = scores
  if (!best || best.score === 0) return { type: UNKNOWN_TYPE, score: 0, second: 0 }
  return { ...best, second: next?.score ?? 0 }
}

function scoreOf(evidence: Evidence, words: string): number {
  const title = words.slice(0, TITLE)
  const heading = words.slice(0, HEADING)
  return evidence.reduce((sum, [weight, pattern]) => {
    const times = pattern.test(title) ? 3 : pattern.test(heading) ? 2 : pattern.test(words) ? 1 : 0
    return sum + times * weight
  }, 0)
}

/** Closes up spaced titles such as «C O N T R A T O  D E  V E N T A». */
const spacedOut = (text: string): string =>
  text.replace(/(?<!\p{L})(?:\p{L} )+\p{L}(?!\p{L})/gu, (letters) => letters.replaceAll(' ', ''))

/** Reason of a guess. `none`: nothing indicates a type. */
export const GUESS_REASONS = ['text', 'name', 'missing', 'none'] as const
export type GuessReason = (typeof GUESS_REASONS)[number]

/** Facts about a file before the user chooses its type. */
export interface DocumentEvidence {
  name: string
  /** Text layer of the first pages. */
  text?: string
  /** Types that would meet the missing requirements, one list for each. */
  missing?: readonly (readonly string[])[]
}

export interface Recognition {
  type: string
  reason: GuessReason
}

/** Score of a clear type: a title at the top, or several words. */
const CLEAR = 5
/** Score of one word. It counts only together with the name, or with a missing requirement. */
const FAINT = 2
/** Minimum distance to the second type. */
const AHEAD = 2

/**
 * Guesses the type of a document. Its text counts more than its name. A missing requirement decides only if both are
 * silent. The user confirms or corrects every guess.
 */
export function recogniseDocument({ name, text = '', missing = [] }: DocumentEvidence): Recognition {
  const score = scoreText(text)
  const byName = guessDocumentType(name)
  if (isClear(score) && score.type !== UNKNOWN_TYPE) return { type: score.type, reason: 'text' }
  // A document of another kind whose name suggests a usual one.
  if (isClear(score)) return { type: UNKNOWN_TYPE, reason: 'text' }
  if (byName !== UNKNOWN_TYPE) return { type: byName, reason: 'name' }
  if (score.score >= FAINT && missing.some((types) => types.includes(score.type)))
    return { type: score.type, reason: 'text' }
  const only = missing.length === 1 && score.score < FAINT ? missing[0]?.[0] : undefined
  if (only !== undefined) return { type: only, reason: 'missing' }
  return { type: UNKNOWN_TYPE, reason: 'none' }
}

/** True for a guessed type that waits for the user. A document without a guess does not count. */
export const isDeduced = ({ type, guessed }: { type: string; guessed: boolean }): boolean =>
  guessed && type !== UNKNOWN_TYPE

const isClear = ({ score, second }: TextScore): boolean => score >= CLEAR && score - second >= AHEAD

/** Type of a page of a file with several documents, by its text, or `null`. */
export const recognisePage = (text: string): RecognisedType | null => {
  const score = scoreText(text)
  return isClear(score) ? score.type : null
}

/**
 * Pages at which a document seems to begin, from 1. The first page is always included. A page without a type belongs
 * to the document before it.
 */
export function suggestCuts(types: readonly (string | null)[]): number[] {
  let current: string | null = null
  const cuts: number[] = []
  types.forEach((type, at) => {
    if (at === 0 || (type !== null && current !== null && type !== current)) cuts.push(at + 1)
    current = type ?? current
  })
  return cuts
}

/** Document inside a file of several: its type, and the page where it begins. */
export interface FoundPaper {
  type: string
  page: number
}

/** Documents that the pages of a file seem to be, by their types. Empty for a file that seems to be one document. */
export function findPapers(types: readonly (string | null)[]): readonly FoundPaper[] {
  const cuts = suggestCuts(types)
  if (cuts.length < 2) return []
  return cuts.map((page) => ({
    page,
    type: types.slice(page - 1).find((type) => type !== null) ?? UNKNOWN_TYPE,
  }))
}
