import type { PartyRole } from './finding.ts'

/** Words that name a party, and headings of none, in the languages of the mails of a Spanish office. */
export const ROLE_WORDS: Readonly<Record<PartyRole | 'none', string>> = {
  seller: [
    'vendedor(?:\\/a|a|es|as)?',
    'vended',
    'vdor\\.',
    'transmitentes?',
    'transmisor[ae]?',
    '(?:parte )?vendedora',
    'cedente',
    'donante',
    'saltzaile(?:a|ak|aren)?',
    'venedor(?:a|s|es)?',
    'transmitent',
    'transmetent',
    'sellers?',
    '(?:titular|propietari[oa]|dueñ[oa])(?:es|s)? (?:actual(?:es)?|anterior(?:es)?|saliente|antigu[oa])',
    '(?:antigu[oa]|anterior|actual|antic) (?:titular|propietari[oa]?|dueñ[oa])',
    '(?:est[áa]|estaba|figura|figuraba|consta|constaba|sigue|aparece) (?:puesto |todav[íi]a |a[úu]n )?a nom(?:bre|e) de',
    '(?:lo|la|me lo|nos lo) vende',
    'vende el (?:coche|veh[íi]culo)',
    '(?:quien|quen|el\\sque|la\\sque)\\svende',
    'qui ven',
    'el ven',
    'vende',
    'vend[íi]a',
    'v e n d e d o r',
  ].join('|'),
  buyer: [
    'comprador(?:\\/a|a|es|as|s)?',
    'cprador\\.',
    'adquir[ie]+ntes?',
    '(?:parte )?compradora',
    'nuev[oa] (?:titular|propietari[oa]|dueñ[oa])',
    '(?:nou|novo|new) (?:titular|propietari|owner)',
    '(?:titular|propietari[oa]|dueñ[oa])(?:es|s)? (?:nuev[oa]s?|entrante|futur[oa])',
    'futur[oa] (?:titular|propietari[oa])',
    'cesionari[oa]',
    'donatari[oa]',
    '(?:erosle|jabe berri)(?:a|ak|aren)?',
    'adquirents?',
    'buyers?',
    'purchasers?',
    '(?:se )?(?:lo|la) (?:compra|ha comprado)',
    '(?:quien|quen|el\\sque|la\\sque)\\scompra',
    'qui compra',
    'el compra',
    'compra',
    'c o m p r a d o r',
    'se l[oa] queda',
    'a nombre de',
    "a nom d['’e]",
    'a nome de',
    'a favor de',
  ].join('|'),
  representative: [
    'representantes?(?: legal)?',
    'representant(?: legal)?',
    'apoderad[oa]',
    'administrador[a]?(?: [úu]nic[oa])?',
    'gerente',
    'representad[oa] (?:en este acto )?por',
    'representada per',
    'l[ao] representa',
    'en (?:nombre y )?representaci[óo]n de',
    'en representaci[óo] de',
    'autorizad[oa]',
    'legal representative',
  ].join('|'),
  dealer: ['concesionari[oa]', 'concessionari', 'concesi[óo]n', 'dealer', 'compraventa', 'compravenda'].join(
    '|',
  ),
  none: [
    'sociedad',
    'empresa',
    'mercantil',
    'entidad',
    'veh[íi]culo',
    'vehicle',
    'datos del veh[íi]culo',
    'dades del vehicle',
    'operaci[óo]n',
    'precio',
    'preu',
    'condiciones',
    'cl[áa]usulas',
    'estipulaciones',
    'manifiestan',
    'acuerdan',
    'exponen',
    'firmas?',
    'pago',
    'forma de pago',
    'notas?',
    'observaciones',
    'asunto',
    'para',
    'de',
    'cc',
    'gestor[íi]a',
    'gestor[a]?',
    'un saludo',
    'saludos(?: cordiales)?',
    'atentamente',
    'atte',
    'gracias',
    'gr[àa]cies',
    'grazas',
    'salutacions',
    'regards',
    'banco',
    'aseguradora',
    'tramitador[a]?',
    'notari[oa]',
    'testigos?',
    'conductor[a]?(?: habitual)?',
    'c[óo]n(?:yuge|xuge|juge)',
    'avalista',
    '(?:entidad )?financiera',
    'mandatari[oa]',
    'mandante',
    'intermediari[oa]',
    'mediador[a]?',
    'tomador[a]?(?: del seguro)?',
    'arrendador[a]?',
    'arrendatari[oa]',
  ].join('|'),
}
/** People and companies beside a sale, even within a sentence: «…, testigo Ana Gil Ruiz». */
export const BESIDE_SALE =
  'testigos?|conductor[a]?(?: habitual)?|c[óo]n(?:yuge|xuge|juge)|avalista|(?:entidad )?financiera|aseguradora|mandatari[oa]|intermediari[oa]|mediador[a]?|tomador[a]?|arrendador[a]?|arrendatari[oa]|gestor[íi]a|tramitador[a]?|notari[oa]'

/**
 * Parties in a sentence about a sale: «Juan le vende el coche a Ana», «Ana se lo ha comprado a Juan», «lo vende
 * Juan». The subject of the verb is one party, and the person after «a» is the other.
 */

const CLITICS = "(?:(?:no\\s)?(?:(?:se|me|nos|le|les|li|te)\\s)?(?:(?:lo|la|los|las|l['’]|el)\\s?)?)"
const HAVE =
  '(?:(?:ha|han|he|hemos|haber|hab[íi]a|va a|van a|voy a|vamos a|quiere|quieren|desea|acaba de|vol|va)\\s)'
const SELLS =
  `vend(?:e|en|o|emos|i[óo]|ieron|[íi]|imos|[íi]an?|er[áa]n?)|${HAVE}(?:vendid[oa]|vender(?:se|l[eo]s?|sel[oa])?|venut|vendre)` +
  '|vendeu(?:ll[eoa]s?)?|v[ée]ndell[eoa]s?|transmit(?:e|en|i[óo]|ieron)|sells|sold|is selling'
const BUYS =
  `compr(?:a|an|o|amos|[óo]|aron|[ée]|aba|ar[áa]n?)|${HAVE}(?:comprad[oa]|comprar(?:se|l[eo]s?|sel[oa])?|comprat)` +
  '|(?:merc|compr)ou(?:ll[eoa]s?)?|(?:m[ée]rca|c[óo]mpra)ll[eoa]s?|adquier(?:e|en)|adquiri[óo]|buys|bought|is buying|se l[oa] queda|se queda (?:con )?el'
/** «ven» is a Catalan verb of sale only beside another Catalan word: «li ven», «ven el cotxe». */
const SELLS_BEFORE =
  "(?:(?<=\\b(?:li|me|us|se|l[ao]|l['’]|qui)\\s(?:l[ao]\\s|el\\s)?)ven|ven(?=\\s(?:el|la)\\s(?:cotxe|vehicle|turisme|se[uv]a?|me[uv]a?)(?!\\p{L})))"

const VERB = new RegExp(
  `(?<![\\p{L}\\d@./_-])(?<clitics>${CLITICS})(?:(?<seller>${SELLS}|${SELLS_BEFORE})|(?<buyer>${BUYS}))(?![\\p{L}@])|` +
    // «vendido por Juan a Ana»: no subject before it.
    `(?<![\\p{L}\\d])(?<moved>(?:transferir|traspasar)(?:l[oa]s?)?(?![\\p{L}]))|` +
    `(?<![\\p{L}\\d])(?:(?<soldBy>vendid[oa]s?)|(?<boughtBy>comprad[oa]s?)) por(?![\\p{L}])`,
  'giu',
)
/** Verb in the first person. */
const OWN = /(?:vendo|vend[íi]|vendimos|vendemos|compr(?:o|amos|[ée])|(?:he|hemos) (?:vendido|comprado))$/i
/** The author of the text gives a name. */
const ITSELF = /(?<!\p{L})(?:soy|somos|me llamo|mi nombre es|mi dni|mis datos)(?!\p{L})/iu
/** Word of sale that is no verb: «una compra», «la compra de», «orden de compra». */
const NOUN_BEFORE = /(?:^|[\s(])(?:la|una|de|su|esta|cada|orden de|precio de|fecha de|contrato de|por)\s$/iu

/** Words after «a» that are no person: a time, a price, a manner. */
const NOBODY =
  '(?!(?:quien(?:es)?|(?:el |la |los |las )?que|trav[ée]s|nombre|favor|partir|plazos|cambio|cuenta|pesar|fecha|d[íi]as?|efectos|continuaci[óo]n|las?\\s\\d|raz[óo]n|medias)\\b)'
/** «a Ana», «a la empresa de su hermano, Luis Gil», «al señor Gil», «a X1234567L». */
const TO = new RegExp(
  `(?<![\\p{L}\\d])(?:al?|to|from)\\s+${NOBODY}(?:\\p{Ll}[\\p{L}ªº]*\\.?,?\\s+){0,6}["«“(]?(?:\\p{Lu}|[XYZ]?\\d{7,8})`,
  'gu',
)
/** «compra el coche de Juan»: its owner. */
const OF_OWNER =
  /(?<![\p{L}\d])(?:de|del)\s+(?:(?:don|doña|la empresa|señora?|sra?\.)\s+)?["«“]?\p{Lu}\p{L}+\s+\p{Lu}/gu
/** At the start of a sentence, or after its first words: «Os cuento: a Ana …». */
const FRONTED = /^[>\s*•–-]*(?:[^,:;]{0,40}[,:;]\s*)?(?:[Yy]\s+)?[Aa]l?\s+(?:\p{Ll}+\.?\s+){0,4}["«“]?\p{Lu}/u
/** Start of another clause: «… y Ana lo compra». */
const CLAUSE = /;|\s(?:y|e|i|pero|que|and|mientras|quien)\s/iu
const NAME = /\p{Lu}\p{L}+\.?\s+(?:(?:de|del|la|los|y|i)\s+)*\p{Lu}/u
/** «se lo compró Ana Gil»: the subject follows the verb. */
const SUBJECT_AFTER =
  /^\s*:?\s*(?:(?:el señor|la señora|don|doña|d\.ª?|dña\.?|sra?\.|(?:mi|su|nuestr[oa]|el|la) (?:padre|madre|herman[oa]|hij[oa]|mujer|marido|espos[oa]|suegr[oa]|cuñad[oa]|prim[oa]|ti[oa]|sobrin[oa]|abuel[oa]|niet[oa]|pareja|soci[oa]|amig[oa]|vecin[oa])),?\s+)?\p{Lu}\p{L}+\.?\s+(?:(?:de|del|la|los)\s+)*\p{Lu}/u
/** «Ana, a quien Juan vende el coche»: the person before the words is the other party. */
const LED_BEFORE = /\s(?:a quien(?:es)?|al que|a (?:la|los|las) que|a qui)\s/iu
/** «Juan, que compró el coche a Luis, …». */
const RELATIVE = /,\s(?:que|quien|quienes)\s(?:ya\s|se\s|lo\s|la\s|le\s)*$/iu
const NAMES_PARTY = /(?:^|\s)(?:(?:el|la|l[oa]s)\sque|quien(?:es)?|qui|quen)\s$/iu
const SENTENCE_END = /[.!?;]\s+(?=["«“¿¡]?\p{Lu})|\n(?=\s*\n)/gu
/** A shorter line belongs to a form. A longer one is wrapped. */
const SHORT_LINE = 48

export interface SaleRole {
  /** `undefined`: the sentence of a sale does not tell which party. */
  role: PartyRole | undefined
  /** Start of the words that give the role. */
  from: number
}

interface Sale {
  start: number
  end: number
  /** `undefined`: the office, which is asked to act. */
  subject: PartyRole | undefined
  other: PartyRole
  /** «vendo», «compré»: the subject is the author of the text. */
  isOwn: boolean
  /** «vendido por». */
  isPassive: boolean
  /** «lo vende», «se lo vende». */
  hasPronoun: boolean
  /** «le vende»: the person before the verb may be the other party. */
  hasClitic: boolean
  /** The verb is in a relative clause: «que vende». */
  isRelative: boolean
  /** «…, compra Ana Gil»: the subject follows the verb. */
  isInverted: boolean
}

/**
 * Returns a function that tells the party of a position, where a sentence of a sale gives it.
 * @returns `null` outside such sentences
 */
export function saleRoles(text: string): (at: number) => SaleRole | null {
  const sales = salesIn(text)
  if (sales.length === 0) return () => null
  const ends = sentenceEnds(text)
  const leads = placesOf(TO, text)
  const owners = placesOf(OF_OWNER, text)

  /** Role of a person after the verb. */
  function asObject(sale: Sale, from: number, at: number): PartyRole | undefined {
    // «Compré el coche a Luis Gil, soy Ana Ruiz».
    const said = text.slice(sale.end, at)
    if (ITSELF.test(said)) return sale.isOwn ? sale.subject : undefined
    const isLed = leads.some((lead) => lead >= sale.end && lead < at)
    if (isLed) return isFronted(text, sale, from) ? undefined : sale.other
    if (sale.subject === 'buyer' && owners.some((owner) => isOwner(text, sale, owner, at))) return sale.other
    // «Juan vende el coche con Luis»: the verb already has its subject.
    if (hasSubject(text, sale, from) && !isSubjectAfter(text, sale) && !isFronted(text, sale, from))
      return undefined
    return sale.subject
  }

  /** Role of a person before the verb. */
  function asSubject(sale: Sale, from: number, at: number): PartyRole | undefined {
    if (sale.isPassive) return undefined
    if (LED_BEFORE.test(text.slice(at, sale.start))) return sale.other
    if (isFronted(text, sale, from)) return sale.other
    // «Lo tenía Juan y se lo compró Ana»: the subject is not the person before.
    if (sale.hasPronoun && isSubjectAfter(text, sale)) return undefined
    // «Juan le dice a Ana que se lo vende»: either of two people.
    return leads.some((lead) => lead >= from && lead < at) ? undefined : sale.subject
  }

  return (at) => {
    const to = ends.find((end) => end > at) ?? text.length
    const from = ends.findLast((end) => end <= at) ?? 0
    const own = sales.filter(({ start, end }) => start >= from && end <= to)
    // «Juan, que compró el coche a Luis, se lo vende a Ana»: the text may be about either sale.
    if (own.some((sale, index) => isChain(sale, own[index + 1])))
      return { role: undefined, from: own[0]?.start ?? from }
    const before = own.findLast(({ end }) => end <= at)
    const after = own.find(({ start }) => start >= at)
    if (after && !(before && after.isInverted) && (!before || isOfNext(before, from, at)))
      return { role: asSubject(after, before?.end ?? from, at), from: before?.end ?? from }
    return before ? { role: asObject(before, from, at), from: before.start } : null
  }

  /** «Juan vende el coche y Ana lo compra»: another clause with its own verb begins. */
  function isOfNext(sale: Sale, from: number, at: number): boolean {
    const lead = leads.findLast((one) => one >= sale.end && one < at)
    if (CLAUSE.test(text.slice(lead ?? sale.end, at))) return true
    return lead === undefined && hasSubject(text, sale, from) && !isSubjectAfter(text, sale)
  }
}

/** Two sales in a row, in which the buyer of the first sells. */
function isChain(sale: Sale, next: Sale | undefined): boolean {
  if (!next) return false
  if (sale.subject === next.subject) return !sale.isRelative && next.isRelative
  return (sale.isRelative && !next.isRelative) || (sale.isOwn && next.isOwn)
}

const placesOf = (pattern: RegExp, text: string): number[] =>
  [...text.matchAll(pattern)].map(({ index }) => index)

/** «compra el coche de Juan Gil», and not the particle of a name, as in «compra: Rocío del Alba Mena». */
const isOwner = (text: string, { end }: Sale, owner: number, at: number): boolean =>
  owner >= end && owner < at && !/^[\s:]*\p{Lu}[\p{L} ]*$/u.test(text.slice(end, owner))

/** True if a name stands before the verb in its sentence. */
const hasSubject = (text: string, { start }: Sale, from: number): boolean =>
  NAME.test(text.slice(from, start))

/** True if a name comes right after the verb. */
const isSubjectAfter = (text: string, { end }: Sale): boolean => SUBJECT_AFTER.test(text.slice(end, end + 80))

/** «A Ana le vende el coche Juan»: the other party comes first. */
const isFronted = (text: string, { start, hasClitic }: Sale, from: number): boolean =>
  hasClitic && FRONTED.test(text.slice(from, start))

function salesIn(text: string): Sale[] {
  return [...text.matchAll(VERB)].flatMap((match): Sale[] => {
    const { clitics = '', seller, buyer, moved, soldBy, boughtBy } = match.groups ?? {}
    const start = match.index
    if ((buyer ?? seller) !== undefined && NOUN_BEFORE.test(text.slice(Math.max(0, start - 16), start)))
      return []
    const isSeller = (seller ?? soldBy ?? moved) !== undefined
    const end = start + match[0].length
    const before = text.slice(Math.max(0, start - 24), start)
    // «El que vende es Ana Gil»: a label (see `ROLE_WORDS`).
    if (NAMES_PARTY.test(before) && /^\s(?:es|son|ser[áa]n?|eran?)\s/.test(text.slice(end, end + 8)))
      return []
    return [
      {
        start,
        end,
        subject: moved === undefined ? (isSeller ? 'seller' : 'buyer') : undefined,
        isOwn: OWN.test(match[0]),
        other: isSeller ? 'buyer' : 'seller',
        isPassive: (soldBy ?? boughtBy) !== undefined,
        hasPronoun: clitics.trim() !== '',
        hasClitic: /\b(?:le|les|se|li)\b/i.test(clitics),
        isRelative: RELATIVE.test(before),
        isInverted: /[,;(]\s*$/.test(before) && SUBJECT_AFTER.test(text.slice(end, end + 80)),
      },
    ]
  })
}

function sentenceEnds(text: string): number[] {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ 0: found, index }) => index + found.length)
  let line = 0
  for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', newline + 1)) {
    if (text.slice(line, newline).trim().length < SHORT_LINE) ends.push(newline + 1)
    line = newline + 1
  }
  return ends.toSorted((a, b) => a - b)
}
