import type { PartyRole, Finding, FindingKind, Found } from './finding.ts'
import { addressesIn } from './find-addresses.ts'
import { amountsIn, datesIn, takeMessageHeads } from './find-dates-and-amounts.ts'
import { emailsIn, invoicesIn, phonesIn, platesIn, takeOthers, taxIdsIn, vinsIn } from './find-identifiers.ts'
import { namesIn } from './find-names.ts'
import { type Passage, passageOf, piecesOf, type TableHead } from './passages.ts'
import { type OpenRole, passageRoles } from './roles.ts'

/**
 * Corrections of a party in a text: «comprador anulado: Juan. Nuevo comprador: Ana», «Ana en vez de Juan», «Juan ya
 * no compra». In a corrected party, only people after a word for the new one keep their role.
 */

const PARTY =
  '(?:parte )?(?:comprador(?:a|es|as)?|adquir[ie]+ntes?|cesionari[oa]|buyer|vendedor(?:a|es|as)?|venedora?|transmit?entes?|cedente|seller)'
const NEW = `(?:nuev[oa]s?|nou|nova|novo|new|otr[oa]) ${PARTY}|${PARTY} (?:nuev[oa]s?|definitiv[oa]s?|correct[oa]s?)`
const NOW_IS = 'ahora (?:es|son|l[oa] compra|compra|l[oa] vende|vende|va)|pasa a (?:ser|nombre)'
const OLD =
  'anulad[oa]s?|anterior(?:es)?|inicial(?:es)?|antigu[oa]s?|viej[oa]s?|equivocad[oa]s?|err[óo]ne[oa]s?|descartad[oa]s?|cancelad[oa]s?|sustituid[oa]s?|anul·lat'
const WAS =
  '(?:antes|hasta ahora|inicialmente|al principio|abans|iba a)(?: l[oa])? (?:era|eran|ser|iba|figuraba|estaba|constaba|compraba|vend[íi]a)'
const NO_MORE = '(?:(?:ya|al final|finalmente|ahora|ja|xa) )?(?:no|non)'
const TRADES =
  '(?:compr(?:a|an|[óo]|aron|ar[áa]n?|ar)|vend(?:e|en|i[óo]|ieron|er[áa]n?|er)|quieren? (?:comprar|vender))'

/** Words that correct a party by themselves. */
const CORRECTED_PARTY = new RegExp(
  `(?<![\\p{L}\\d])(?:${[
    NEW,
    `(?:cambi(?:o|a|an|ar|amos|ad|ado)|canvi|sustituci[óo]n|error) (?:de |del |de la |el |la |al |en el |en la )?${PARTY}`,
    `${PARTY}[\\s(,:–-]{1,3}(?:${OLD})`,
    `(?:anterior|antigu[oa]|primer|ex|baja de|baja del|baja de la) ${PARTY}`,
    `${NO_MORE} (?:(?:se|me|nos|le) )?(?:(?:l[oa]s?|va a|van a|quier[eo]n?) ){0,2}${TRADES}`,
    `${NO_MORE} (?:es|ser[áa]|va a ser|figura|consta)(?: como)?(?: el| la)? ${PARTY}`,
    `${PARTY} (?:(?:(?:ya|ja|xa) )?non? (?:es|ser[áa]|va)|(?:deja|dej[óo]|ha dejado) de ser)`,
    `${WAS}(?: de| como)?(?: el| la)? ${PARTY}`,
    'donde (?:pone|dice|pon[íi]a|dec[íi]a)|rectific(?:o|amos)|corrijo|correcci[óo]n(?=:)|(?:no|ay|uy),? perd[oó]n[ae]?|me he equivocado|nos hemos equivocado',
    'se (?:ha |han )?(?:echa|echan|echado|ech[óo]) (?:para )?atr[áa]s',
    '(?:desiste|renuncia) (?:de|a) (?:la compra|la venta|comprar|vender)',
  ].join('|')})(?!\\p{L})`,
  'giu',
)
/** Words that correct a party if a person follows. */
const OF_NEXT = new RegExp(
  `(?<![\\p{L}\\d])(?:${[
    'en (?:vez|lugar|sustituci[óo]n) de|en comptes de|en lloc de|em vez de|instead of',
    '(?:sustitu|substitu|reempla)\\p{L}{1,8} (?=(?:a|al|por) )',
    '(?:anul|quit|elimin|borr|descart)\\p{L}{1,4} (?=(?:a|al) )',
    `(?<isVerb>${WAS}|${NO_MORE} (?:es|ser[áa]|va a ser))`,
  ].join('|')})`,
  'giu',
)
const BEFORE_NAME =
  '^l?:?\\s?(?:(?:a|al|por|de|del|el|la|su|mi|nombre|don|doña|D\\.ª?|Dña\\.?|[Ss]ra?\\.?|señora?|\\p{L}{5,10}dora?) ){0,4}'
const SOMEBODY_NEXT = new RegExp(`${BEFORE_NAME}(?:\\p{Lu}\\p{L}+|[XYZ]?\\d{7})`, 'u')
/** After a verb a capital is not enough: «si no es el Destinatario». */
const FULL_NAME_NEXT = new RegExp(`${BEFORE_NAME}(?:\\p{Lu}\\p{L}+ \\p{Lu}|[XYZ]?\\d{7})`, 'u')
/** Words that correct a party if a person precedes them: «Juan Pérez, 12345678Z (anulado)», «Juan → Ana». */
const OF_LAST =
  /(?<!\p{L})(?:anulad[oa]|error|equivocad[oa]|err[óo]ne[oa]|cancelad[oa]|descartad[oa]|no(?=\s*(?:[.;)\n]|$)))(?!\p{L})|[-=]>|→|~/giu
const SOMEBODY_BEFORE = /(?:\p{Lu}\p{L}+ \p{Lu}\p{L}+|\d{7}-?[A-Z])[\s,(–-]{0,3}(?:queda |está )?$/u

const IS_BUYER = /compr|adquir|cesionari|buyer/iu
const IS_SELLER = /vend|vened|transmit|cedente|seller/iu

/** Corrected parties of a text. If the sentence of a correction names no party, both count. */
function correctedRoles(text: string): ReadonlySet<PartyRole> {
  const roles = new Set<PartyRole>()
  const addRolesOf = (words: string): boolean => {
    if (IS_BUYER.test(words)) roles.add('buyer')
    if (IS_SELLER.test(words)) roles.add('seller')
    return IS_BUYER.test(words) || IS_SELLER.test(words)
  }
  const addSentence = (at: number) => {
    const before = text
      .slice(Math.max(0, at - 200), at)
      .split(/[.;\n]\s/)
      .at(-1)
    const after = text.slice(at, at + 200).split(/[.;\n]\s|\n/, 1)[0]
    if (!addRolesOf(`${before} ${after}`)) roles.add('buyer').add('seller')
  }
  for (const { 0: found, index } of text.matchAll(CORRECTED_PARTY)) if (!addRolesOf(found)) addSentence(index)
  for (const { 0: found, index, groups } of text.matchAll(OF_NEXT)) {
    const after = text.slice(index + found.length, index + found.length + 64)
    if ((groups?.['isVerb'] === undefined ? SOMEBODY_NEXT : FULL_NAME_NEXT).test(after)) addSentence(index)
  }
  for (const { index } of text.matchAll(OF_LAST))
    if (SOMEBODY_BEFORE.test(text.slice(Math.max(0, index - 64), index))) addSentence(index)
  return roles
}

/** Words that give the party of the next person. The first group is for a new one. */
const CUE = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<isNew>${NEW}|${NOW_IS}|sino|(?<=, )es)|${PARTY}|en vez de|en lugar de|(?:sustitu|reempla)\\p{L}{1,8}|antes|non?|compra|vende)(?!\\p{L})`,
  'giu',
)

/**
 * Tells whether the text corrects the party of a datum, which another person may have now. Call it in the order of
 * the text.
 */
function correctionsIn(text: string): (role: PartyRole, at: number) => boolean {
  const corrected = correctedRoles(text)
  if (corrected.size === 0) return () => false
  const cues = [...text.matchAll(CUE)]
  let next = 0
  return (role, at) => {
    while ((cues[next]?.index ?? Infinity) < at) next++
    return corrected.has(role) && cues[next - 1]?.groups?.['isNew'] === undefined
  }
}

/** Maximum characters of a pasted text that are read. */
const MAX_PASTED = 1_000_000
/** Maximum number of findings kept of one text. */
export const MAX_FINDINGS = 5_000

export interface Progress {
  findings: Finding[]
  /** Characters read so far. */
  read: number
}

/**
 * Finds data in a text passage by passage, so that the caller can stop or yield in between. The time is linear in the
 * length of the text. Never throws.
 * @param now epoch milliseconds, for dates without a year and for letters of plates
 */
export function* findPassages(text: string, now: number): Generator<Progress> {
  const read = text.slice(0, MAX_PASTED)
  let head: TableHead = null
  let open: OpenRole = null
  let sum = 0
  const isCorrected = correctionsIn(read)
  for (const piece of piecesOf(read)) {
    const passage = passageOf(piece, head)
    takeOthers(passage)
    takeMessageHeads(passage)
    const roles = passageRoles(passage, open)
    const findings = foundIn(passage, now)
      .toSorted((a, b) => a.start - b.start)
      .map((found) => {
        const role = roles.of(found)
        const isSure = role !== undefined && !isCorrected(role, passage.start + found.start)
        return placed(found, passage.start, isSure ? role : undefined)
      })
    head = passage.head
    open = roles.open
    sum += findings.length
    yield { findings, read: piece.start + piece.text.length }
    if (sum >= MAX_FINDINGS) return
  }
}

/** All findings of a text at once, in order. For short texts and tests. */
export const findInText = (text: string, now: number): Finding[] =>
  [...findPassages(text, now)].flatMap(({ findings }) => findings).slice(0, MAX_FINDINGS)

/** Unambiguous data are read first, so that nothing else can claim their characters. */
function foundIn(passage: Passage, now: number): Found[] {
  const found: Found[] = [...emailsIn(passage)]
  if (/\d/.test(passage.text)) {
    found.push(...vinsIn(passage), ...invoicesIn(passage), ...datesIn(passage, now))
    const identities = [...taxIdsIn(passage)]
    found.push(...identities, ...platesIn(passage, now), ...phonesIn(passage), ...amountsIn(passage))
    found.push(...addressesIn(passage), ...namesIn(passage, identities))
  } else found.push(...amountsIn(passage), ...addressesIn(passage), ...namesIn(passage, []))
  return found
}

/** Kinds of data that belong to a party. A plate, an amount or a date belongs to the sale. */
const OF_PARTY: ReadonlySet<FindingKind> = new Set([
  'taxId',
  'person',
  'company',
  'address',
  'postalCode',
  'town',
  'province',
  'email',
  'phone',
])

function placed(found: Found, start: number, role: PartyRole | undefined): Finding {
  return {
    ...found,
    start: found.start + start,
    end: found.end + start,
    ...(role !== undefined && OF_PARTY.has(found.kind) && { role }),
  }
}
