/** Words before a name, and what may stand between them and it. */

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
const OF_PARTY = [
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
/** Words of a sentence: «me llamo …», «lo ha comprado …». */
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
/** Parts of one person's name that a form asks for in boxes of their own. */
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
/** A label of a part, up to where the part begins. */
export const PART_OF_NAME = new RegExp(
  `(?<![\\p{L}\\d])(?:${PARTS})${WHOSE}[*_"”»]{0,2}[ \\t.]{0,24}[:=|→\\t\\n][*_"“«]{0,2}[> \\t\\n]{0,4}`,
  'giu',
)
/** A head of a column that is one. */
const PART_HEAD = new RegExp(`^(?:${PARTS})${WHOSE}$`, 'iu')
export const namePartOf = (groups: Record<string, string | undefined> | undefined): NamePart | undefined =>
  (Object.keys(PART_LABELS) as NamePart[]).find((part) => groups?.[part] !== undefined)
export const namePartOfHead = (head: string): NamePart | undefined => namePartOf(PART_HEAD.exec(head)?.groups)

const OR_COMPANY = '[ \\t]*(?:o (?:raz[óo]n social|denominaci[óo]n))?(?:\\([^)\\n]{1,24}\\))?[*_"”»]{0,2}'
/** A colon, a dash, a verb, the end of the line, the next cell; or, in a sentence, a space. */
const COLON = [
  '[ \\t.]{0,24}[:=|→–—-]{1,2}[*_"“«]{0,2}[ \\t]*\\n?[> \\t]{0,4}',
  '[ \\t]+(?:es|és|[ée]|serà|será|ser[áa]|is|a)[ \\t\\n]+',
  '[ \\t]*\\n[> \\t]{0,4}',
  '[ \\t]*\\t[ \\t]*',
  ',?[ \\t]+',
]
const TITLE = '(?:(?:D\\.ª|D\\.|Dª\\.?|Dña\\.?|Don|Doña|Sra?\\.?|el|la|los|las|en|na)[ \\u00A0]+)?'

/** A label of a name, up to where the name begins. `colon`: what stands between both. */
export const LABELLED_NAME = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...OF_FORM, ...OF_PARTY, ...OF_SENTENCE].join('|')})${WHOSE}${OR_COMPANY}` +
    `(?<colon>${COLON.join('|')})[*_"“«]{0,2}${TITLE}`,
  'giu',
)
