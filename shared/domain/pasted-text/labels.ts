import type { Subject } from './finding.ts'

/**
 * Words before a datum that tell its kind, in the languages of the mails of a Spanish office: Spanish, Catalan,
 * Galician, Portuguese and English. Each pattern is matched on a short text that ends where a candidate starts.
 */

/** Characters between a label and its value: a colon, a number sign, bold marks, a quote, the end of the line. */
const END = '[\\s.:#=º°ª(«"“\'*_>→–-]{0,12}$'
const NUMBER =
  '(?:\\s*(?:n[úu]m(?:ero|\\.)?|n\\.?\\s?[º°o]\\.?|no\\.|number|nr\\.?|d[eo]l?|es|[ée]s|é|és|is|con|amb|com))?'
const OF_PARTY =
  "(?:\\s*(?:\\/|de la|del|de l['’]|de|do|da|of the)?\\s*(?:parte\\s)?(?:vendedor[a]?|comprador[a]?|transmitente|adquirente|venedor[a]?|representante(?:\\slegal)?|apoderad[oa]|administrador[a]?|titular|empresa|sociedad|cliente|seller|buyer|interesad[oa]))?"

/** Pattern of a label directly before a position. */
const before = (words: string, gap = '') =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})${gap}${NUMBER}${END}`, 'iu')

export const IS_TAX_ID = before(
  'd\\.?\\s?n\\.?\\s?i\\.?|n\\.?\\s?i\\.?\\s?[fe]\\.?|c\\.?\\s?i\\.?\\s?f\\.?|nif\\/cif|cif\\/nif|dni\\/nif|nif\\/nie|dni\\/nie|n\\.?a\\.?n\\.?|if[zk]|documento(?: de identidad| nacional de identidad)?|doc\\. identidad|identificad[oa] con|vat|tax id|nipc|contribuinte',
  OF_PARTY,
)
export const IS_VIN = before(
  'bastidor|vin|n[º.°] de bastidor|chasis|n[úu]mero de bastidor|chassis|xass[ií]s|bastidor \\(?(?:vin|e)\\)?',
)
export const IS_PHONE = before(
  'tel(?:[ée]f(?:ono|on|\\.)?|\\.|f\\.?|fno\\.?)?|tfno\\.?|tf\\.?|tlfn?o?\\.?|tel[ée]fonos?|tel[èe]fon|telemóvel|m[óo]vil|m[òo]bil|m[óo]v\\.|mob(?:ile)?|phone|whats?app|wasap|(?:tel|tlf|m[óo]v(?:il)?)\\.?\\s?\\d|ll[aá]m(?:ame|adme|ar|ale|arle|a)(?: al?)?|truca(?:r)?(?: al)?|fijo|contacto',
  OF_PARTY,
)
export const IS_EMAIL = before(
  'e-?mail|mail|correo(?: electr[óo]nico)?|correu(?: electr[òo]nic)?|c\\.e\\.|correio|@',
  OF_PARTY,
)
export const IS_INVOICE_NUMBER = before('n[º.°]\\s?(?:de )?fra\\.?|factura|fra\\.?|fact\\.?|invoice|fatura')
export const IS_POSTAL_CODE = before(
  'c\\.?\\s?p\\.?|c[óo]d(?:igo|\\.)? postal|codi postal|d\\.?p\\.?|post(?:al )?code|zip',
)
export const IS_TOWN = before(
  'poblaci[óo]n?|municipio?|localidad|localitat|concello|ciudad|ciutat|city|town|localidade|vecin[oa] de|con domicilio en|domiciliad[oa] en',
)
export const IS_PROVINCE = before('prov(?:[íi]ncia|\\.)|province')
export const IS_PERSON = before(
  "nombre(?: y apellidos| completo)?|apellidos(?:,? y nombre)?|nom(?: i cognoms| complet)?|cognoms i nom|nome(?: e apelidos| completo)?|(?:full )?name|a nombre de|a nom d['’e]|a nome de|a favor de|titular(?: actual| anterior)?|antiguo titular|nuevo titular|nou titular|novo titular|interesad[oa]|cliente|firmante|se llama",
  OF_PARTY,
)
export const IS_COMPANY = before(
  'raz[óo]n social|ra[óo] social|denominaci[óo]n(?: social)?|empresa|sociedad|societat|nombre comercial|company',
  OF_PARTY,
)
export const IS_DATE = before(
  'fecha|data|date|f\\.|d[íi]a|desde|el|a|on|con fecha',
  "(?:\\s(?:de|del|de la|d['’])?\\s?\\p{L}{3,16}){0,3}",
)

/**
 * Labels of other numbers, such as an order, a policy or an account. The following number is no datum, whatever its
 * form.
 */
const OTHER = before(
  'p[óo]lizas?|env[íi]os?|paquete|p[òo]lissa|pedidos?|comanda|encargo|expediente|expte\\.?|exp\\.|expedient|ref(?:er[eè]ncia)?s?\\.?|localizador|c[óo]digo(?: seguro)?(?: de verificaci[óo]n)?|codi|csv|nrc|justificante|registro(?: mercantil)?|tomo|folio|hoja|inscripci[óo]n|protocolo|soporte|idesp|lote|serie|s\\/n|sku|art[íi]culo|ticket|seguimiento|tracking|booking|cuenta(?: corriente)?|iban|ccc|compte|tarjeta|pasaporte|passport|contador|cups|siniestro|parte|certificado|licencia|contrato n[º.°o]+|modelo|model|presupuesto|pressupost|albar[áa]n|proforma|tasa|autoliquidaci[óo]n|seguridad social|naf|nuss|poliza|policy|order|account|reservation|case',
)
/** The label's own words may stand between: «contraseña provisional es». */
const SECRET =
  /(?<!\p{L})(?:contrase(?:ñ|ny|n)as?|contrasinal|clave|password|pin|usuario|user|n[úu]mero de serie)(?!\p{L})[^.\n]{0,24}$/iu

/** True if the text before a position announces another number. */
export const isOtherNumberLabel = (text: string): boolean => OTHER.test(text) || SECRET.test(text)

const SUBJECT_WORDS: Readonly<Record<Subject, string>> = {
  base: 'base(?: imponible| imposable| impo[ñn]ible)?|valor declarado|taxable base|b\\.\\s?i\\.',
  price:
    'precio(?: de venta| total| final| pactado| acordado)?|importe(?: de la venta| de venta)?|preu|prezo|preço|price|cantidad|suma|vend\\p{L}{1,5} en|por(?: (?:la cantidad|la suma|el precio|un importe|un precio|importe|valor) de)?|valor de (?:la )?(?:venta|compraventa)|importe de la factura|amount|import',
  total: 'total|importe total|total factura|a pagar',
  tax: 'i\\.?v\\.?a\\.?|itp|impuestos?|igic|ipsi|vat|cuota|modelo 620|620|ive',
  fees: 'tasas?|honorarios|gesti[óo]n|gesti[óo]|gastos|tr[áa]mites?|provisi[óo]n(?: de fondos)?|taxes?|seguro|fees?|suplidos?|portes|multas?|embargo|deuda',
  deposit: 'se[ñn]al|reserva|entrada|paga i senyal|arras|sinal|deposit|a cuenta',
  contract:
    'contrat[oe]?|contracte|compraventa|compravenda|venta|venda|firma(?:do|da|mos|n|ron)?|signat(?:ura)?|sinatura|assinatura|signed|sold|sale|entrega|vendid[oa]|operaci[óo]n|transmisi[óo]n|acuerdo|se vendi[óo]|vendimos|vend[íi]|compr[óoée]|comprad[oa]',
  invoice: 'factura|fra\\.?|facturaci[óo]n|emisi[óo]n|expedici[óo]n|invoice|fatura',
  born: 'nacimiento|nacid[oa]|naixement|nacemento|nascimento|of birth|nac\\.',
  registration:
    'matriculaci[óo]n|matriculad[oa]|matriculació|1[ªa]\\.? mat|1ª matr\\.?|primera matr\\p{L}*|matr\\.|registration',
  expiry:
    'caduc\\p{L}*|v[áa]lid[oa]\\p{L}*|validez|vence|vencimiento|itv|hasta(?: el)?|expir\\p{L}*|vigencia|cita|reuni[óo]n|entregaremos|pago|transferencia',
}
const SUBJECT_PATTERNS = (Object.entries(SUBJECT_WORDS) as [Subject, string][]).map(
  ([subject, words]) => [subject, new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}])`, 'giu')] as const,
)
const AMOUNT_SUBJECTS: ReadonlySet<Subject> = new Set(['base', 'price', 'total', 'tax', 'fees', 'deposit'])

/**
 * Subject of an amount or a date: the last word of its clause that names one.
 * @returns the subject with its distance in characters
 */
export function subjectBefore(
  text: string,
  kind: 'amount' | 'date',
): { subject: Subject; distance: number } | null {
  let nearest: { subject: Subject; end: number; length: number } | null = null
  for (const [subject, pattern] of SUBJECT_PATTERNS) {
    if (AMOUNT_SUBJECTS.has(subject) !== (kind === 'amount')) continue
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const end = index + word.length
      if (!nearest || end > nearest.end || (end === nearest.end && word.length > nearest.length))
        nearest = { subject, end, length: word.length }
    }
  }
  return nearest && { subject: nearest.subject, distance: text.length - nearest.end }
}

/** Clause that ends at a position. It begins after the last end of a sentence, a line or another amount. */
export function clauseBefore(text: string): string {
  const cut = Math.max(
    text.lastIndexOf('\n', text.trimEnd().length - 1),
    text.lastIndexOf(';'),
    text.lastIndexOf('€'),
    text.lastIndexOf('•'),
    text.search(/[.!?]\s+(?=\p{Lu}\p{Ll})[^.!?]*$/u),
  )
  return text.slice(cut + 1)
}

/** Words before a name, and characters that may stand between both. */

/** Labels of a form. */
const OF_FORM = [
  'nombre(?: y apellidos| completo)?',
  'apellidos(?:,? y nombre)?',
  'nom(?: i cognoms| complet)?',
  'cognoms i nom',
  'nome(?: e apelidos| completo)?',
  '(?:full |company )?name',
  'raz[óo]n social',
  'ra[óo] social',
  'denominaci[óo]n(?: social)?',
  'empresa',
  'cliente',
  'interesad[oa]',
  'izen-?abizenak',
]
const NAME_OF_PARTY = [
  'vendedor(?:\\/a|a)?',
  'comprador(?:\\/a|a)?',
  'transmitente',
  'adquirente',
  'venedora?',
  'transmitent',
  'adquirent',
  'seller',
  'buyer',
  'purchaser',
  'titular(?: actual| anterior| nuevo)?',
  '(?:antigu[oa]|nuev[oa]|nou|novo|actual|anterior) (?:titular|propietari[oa])',
  'propietari[oa] (?:actual|anterior|nuev[oa])',
  'cedente',
  'cesionari[oa]',
  'donante',
  'donatari[oa]',
  '(?:saltzaile|erosle|jabe berri)a',
  'representante(?: legal)?',
  'apoderad[oa]',
  'administrador[a]?',
  'representad[oa] por',
  'concesionario',
  'compraventa',
]
/** Words of sentences: «me llamo …», «lo ha comprado …». */
const OF_SENTENCE = [
  'a nombre de',
  "a nom d['’]e?n?",
  'a nome de',
  'a favor de',
  '(?:se|me) llam[ao]',
  'llamad[oa]',
  'firma de',
  'soy',
  'yo',
  'vende',
  'compra',
  'recib(?:[íi]|id[oa]) de',
  'ordenante',
  'beneficiari[oa]',
  'remitente',
  '(?:la )?herencia de',
  '(?:los )?herederos de',
  'hdros\\.? de',
  'autorizo a',
  '(?:lo|la|me lo|nos lo) (?:ha )?(?:compra(?:do)?|vende|vendido)',
  '(?:mi|su|nuestr[oa]) (?:padre|madre|herman[oa]|hij[oa]|mujer|marido|espos[oa]|suegr[oa]|cuñad[oa]|prim[oa]|t[íi][oa]|sobrin[oa]|abuel[oa]|niet[oa]|pareja|soci[oa]|amig[oa]|vecin[oa]|jef[ea])',
  'se l[oa] queda',
  'l[oa] quiere',
]
/** «nombre del comprador», «apellidos y nombre o razón social». */
const WHOSE =
  '(?:[ \\t]*(?:\\/|de la|del|de|do|da)?[ \\t]*(?:parte )?(?:vendedora?|compradora?|transmitente|adquirente|venedora?|titular|representante|empresa))?'
/** Parts of a person's name that a form asks for in separate boxes. */
const PART_LABELS = {
  given: 'nombre(?: de pila)?|nom|nome|first name|given name',
  surnames: 'apellidos|cognoms|apelidos|surnames?|last names?',
  first: '(?:primer|1(?:er|[.ºª°]{1,2})?)[ \\t]?(?:apellido|cognom)|(?:apellido|cognom)[ \\t]?1[ºª°]?',
  second:
    '(?:segundo|segon|2(?:do|[.ºª°]{1,2})?)[ \\t]?(?:apellido|cognom)|(?:apellido|cognom)[ \\t]?2[ºª°]?',
} as const
export type NamePart = keyof typeof PART_LABELS
const PARTS = Object.entries(PART_LABELS)
  .map(([part, words]) => `(?<${part}>${words})`)
  .join('|')
/** Label of a part of a name, up to the start of the part. */
export const PART_OF_NAME = new RegExp(
  `(?<![\\p{L}\\d])(?:${PARTS})${WHOSE}[*_"”»]{0,2}[ \\t.]{0,24}[:=|→\\t\\n][*_"“«]{0,2}[> \\t\\n]{0,4}`,
  'giu',
)
/** Head of a column that has a part of a name. */
const PART_HEAD = new RegExp(`^(?:${PARTS})${WHOSE}$`, 'iu')
export const namePartOf = (groups: Record<string, string | undefined> | undefined): NamePart | undefined =>
  (Object.keys(PART_LABELS) as NamePart[]).find((part) => groups?.[part] !== undefined)
export const namePartOfHead = (head: string): NamePart | undefined => namePartOf(PART_HEAD.exec(head)?.groups)

const OR_COMPANY = '[ \\t]*(?:o (?:raz[óo]n social|denominaci[óo]n))?(?:\\([^)\\n]{1,24}\\))?[*_"”»]{0,2}'
/** A colon, a dash, a verb, the end of the line or the next cell. In a sentence, a space. */
const COLON = [
  '[ \\t.]{0,24}[:=|→–—-]{1,2}[*_"“«]{0,2}[ \\t]*\\n?[> \\t]{0,4}',
  '[ \\t]+(?:es|és|[ée]|serà|será|ser[áa]|is|a)[ \\t\\n]+',
  '[ \\t]*\\n[> \\t]{0,4}',
  '[ \\t]*\\t[ \\t]*',
  ',?[ \\t]+',
]
const TITLE = '(?:(?:D\\.ª|D\\.|Dª\\.?|Dña\\.?|Don|Doña|Sra?\\.?|el|la|los|las|en|na)[ \\u00A0]+)?'

/** Label of a name, up to the start of the name. `colon`: the characters between both. */
export const LABELLED_NAME = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...OF_FORM, ...NAME_OF_PARTY, ...OF_SENTENCE].join('|')})${WHOSE}${OR_COMPANY}` +
    `(?<colon>${COLON.join('|')})[*_"“«]{0,2}${TITLE}`,
  'giu',
)
