import type { Found, PartyRole } from './finding.ts'
import type { Passage } from './passages.ts'
import { SHORT_NAME } from './find-names.ts'
import { BESIDE_SALE, ROLE_WORDS, saleRoles } from './role-words.ts'

/**
 * Parties that a passage names, and the range of each name. A heading reaches to the next heading, a label to the end
 * of its line or sentence. «…, en adelante el vendedor» refers to the text before it.
 */

const MARKER = new RegExp(
  `(?<![\\p{L}\\d@./_-])(?:${Object.entries(ROLE_WORDS)
    .filter(([role]) => role !== 'none')
    .map(([role, words]) => `(?<${role}>${words})`)
    .join('|')})(?![\\p{L}@])`,
  'giu',
)
/** Headings and closings of no party. They end the range of the party before them. */
const NEUTRAL = new RegExp(
  `(?:^[>\\s*•·#_-]*|[.;] (?:La |El )(?=sociedad|empresa|mercantil|entidad))(?:${ROLE_WORDS.none})\\b[ *]*(?::|[.,]?$|\\.-)|(?<=[.;,] )(?:el |la |los )?(?:${BESIDE_SALE}):? (?=\\p{Lu})`,
  'gimu',
)
/** Only marks and an article before the word: a heading, if a colon or nothing follows. */
const LINE_START =
  /(?:^|\n)[>\s*•·#_"«(|–—-]*(?:\d{1,2}[.)ªº-]*\s*)?(?:datos (?:del?|de la|de los?)|dades (?:del?|de la)|parte|el|la|los|las|l['’]|o|a|the|del|de la)?\s*(?:parte\s)?$/iu
const HEADING_END = /^[*_"»)\s]*(?:\(s\)|\(es\)|\(a\))?[*_"»)]*[ \t.]{0,30}(?::|\||—|=|→|\.-|–|-\s|\n|$|\t)/u
/** «…, en adelante el vendedor», «(comprador)», «… como vendedor». */
const SAID_AFTER =
  /(?:en adelante|en lo sucesivo|en diante|d['’]ara endavant|hereinafter|como|com a|en calidad de|en concepto de|denominad[oa]s?|actuando|act[úu]a|que ser[áa]|es|[(,–-])[\s,:"«“*]*(?:(?:el|la|los|las|l['’]|o|a|the|parte|de|su|es|como)[\s"«“]+){0,3}["«“]?$/iu
const SAID_AFTER_END =
  /^["»”]?(?:\s*\))?\s*(?:[).,;]|\n|$|y\b|e\b|i\b|and\b|de una parte|de otra|(?:del? (?:la |este |esta |dich[oa] |citad[oa] |meu |seu )?|de l['’])(?:veh[íi]c(?:ulo|le)|coche|cotxe|turismo|moto(?:cicleta)?|furgoneta|mism[oa])(?![\p{L}])(?! *:))/u
/** «Ana Gil Ruiz compradora», «12345678Z vendedor»: at the end of a line, after a name or an identifier. */
const NAME_BEFORE =
  /(?:(?:^|[^\p{L}])\p{Lu}[\p{L}'’.-]+,? (?:(?:de|del|la|las|los|y|i) ){0,3}(?:\p{Lu}[\p{L}'’.-]+,? ){1,4}|\d{7}[\d-]?-?[A-Z]\)? )$/u
const FORM_WORD =
  /(?<!\p{L})(?:nombre|apellidos?|nom|cognoms|dni|nif|datos|firma|documento|raz[óo]n|domicilio)(?!\p{L})/iu
/** A name or an identifier follows, so the word is its label. */
const NAMES_NEXT = /^\s*(?:[:=]|(?:es |a |d\.|dña|don |doña |sr|sra)|\p{Lu}\p{L}+ \p{Lu}|\(?\d)/u

interface RoleMarker {
  role: PartyRole | 'none'
  start: number
  end: number
  reach: 'heading' | 'label' | 'back'
  /** «representada por»: the text before it waits for its own party. */
  isPassive: boolean
  /** «vendedores»: several people may have the role. */
  isPlural: boolean
  /** «vende», «lo compra»: the sentence may say more (`role-words.ts`). */
  isVerb: boolean
}

/** Heading that ends its passage and continues in the next one, up to one identifier. */
export type OpenRole = { role: PartyRole; isIdentified: boolean } | null
const IDENTITY =
  /(?<![\p{L}\d])(?:[XYZ]?[ .-]?\d{1,2}[. ]?\d{3}[. ]?\d{3}[ .-]?[A-Z]|[A-W][ .-]?\d{2}\.?\d{3}\.?\d{3})(?![\p{L}\d])/iu

export interface Roles {
  /** Party of a datum. Call it in the order of the text: a word for one party is of the first person after it. */
  of: (found: Found) => PartyRole | undefined
  /** Role of a heading at the end, which may continue in the next passage. */
  open: OpenRole
}

const MAX_BACK = 400
const MAX_LABEL = 200

/** @param opened party of the heading under which the passage begins */
export function passageRoles({ headsOf, ...passage }: Passage, opened: OpenRole): Roles {
  // The author of a message has no role.
  const text = passage.untaken()
  const markers = markersOf(text)
  const firstHeading = markers.find(({ reach }) => reach === 'heading')
  // The signature of a mail below a party's form has an identifier of its own.
  const isOther = opened?.isIdentified === true && IDENTITY.test(text.slice(0, firstHeading?.start))
  const inherited = isOther ? null : opened
  const saleRole = saleRoles(text.replaceAll(NO_SENTENCE_END, blank).replaceAll(INITIALS, blank))
  const rolesOfHeads = new Map<string, PartyRole | undefined>()
  const ofHead = (head: string) => {
    if (!rolesOfHeads.has(head)) rolesOfHeads.set(head, roleIn(head))
    return rolesOfHeads.get(head)
  }
  const isFirst = firstOfEach(text)
  return {
    of(found) {
      const { start, end } = found
      // «Comprador | DNI | Teléfono»: a column without a party belongs to the one before it.
      const heads = headsOf(start)
      if (heads.length > 0)
        return heads.map(ofHead).find((role) => role !== undefined) ?? roleOfRow(text, markers, start)
      const said = saidJustBefore(text, markers, found)
      if (said) return said
      const before = lastReaching(text, markers, start)
      // «X, representada por Z, como vendedora»: X is the seller, and Z is not.
      if (before?.role === 'representative' && before.reach === 'label') return before.role
      const next = markers.find((one) => one.start >= end && !(one.reach === 'label' && one.isPassive))
      if (next?.reach === 'back' && next.start - end <= MAX_BACK && next.role !== 'none') return next.role
      const sale = saleRole(start)
      // «Vende el vendedor Juan al comprador Luis»: a word for the party is nearer than the verb.
      if (sale && !(before?.reach === 'label' && !before.isVerb && before.start >= sale.from))
        return sale.role !== undefined && isFirst(found, `${sale.from} ${sale.role}`) ? sale.role : undefined
      const role = before ? before.role : (inherited?.role ?? 'none')
      if (role === 'none') return undefined
      if (!before) return inherited?.isIdentified === true && isName(found) ? undefined : role
      return before.isPlural || isFirst(found, `${before.start}`) ? role : undefined
    },
    open: openAtEnd(text, markers, inherited),
  }
}

const isName = ({ kind }: Found): boolean => kind === 'person' || kind === 'company'

/**
 * True for the first name and the first identifier after a role word, and for names that «y» joins to the first. The
 * text does not tell the role of a later name: in «Comprador: Ana Gil, 12345678Z. Lo trae Luis Gil», Luis may be a
 * relative or an employee.
 */
function firstOfEach(text: string): (found: Found, source: string) => boolean {
  const last = new Map<string, Found>()
  return (found, source) => {
    if (!isName(found) && found.kind !== 'taxId') return true
    const key = `${source} ${isName(found)}`
    const known = last.get(key)
    const isOfParty =
      known === undefined || known.value === found.value || JOINED.test(text.slice(known.end, found.start))
    if (isOfParty) last.set(key, found)
    return isOfParty
  }
}
const JOINED = /^(?:[^.;\n]|\.(?! ))*[\s,)](?:y|e|i|&|and|eta)\s(?:[^.;\n]|\.(?! ))*$/iu

/** Role of the only cell of a row that names a party: «Ana Gil | 12345678Z | Vendedora». */
function roleOfRow(text: string, markers: readonly RoleMarker[], at: number): PartyRole | undefined {
  const from = text.lastIndexOf('\n', at) + 1
  const newline = text.indexOf('\n', at)
  const to = newline < 0 ? text.length : newline
  const [only, ...more] = markers.filter(({ start, end }) => start >= from && end <= to)
  const isCell =
    only &&
    /(?:^|[\t|;]) *$/.test(text.slice(from, only.start)) &&
    /^ *(?:$|[\t|;])/.test(text.slice(only.end, to))
  return isCell && more.length === 0 && only.role !== 'none' ? only.role : undefined
}

const roleIn = (text: string): PartyRole | undefined => {
  const groups = [...text.matchAll(MARKER)].at(-1)?.groups
  return (Object.keys(ROLE_WORDS) as (PartyRole | 'none')[]).find(
    (role): role is PartyRole => role !== 'none' && groups?.[role] !== undefined,
  )
}

function markersOf(text: string): RoleMarker[] {
  const markers: RoleMarker[] = []
  for (const match of text.matchAll(MARKER)) {
    const start = match.index
    const end = start + match[0].length
    const role = (Object.keys(match.groups ?? {}) as PartyRole[]).find(
      (one) => match.groups?.[one] !== undefined,
    )
    if (!role) continue
    const before = text.slice(Math.max(0, start - 48), start)
    const after = text.slice(end, end + 24)
    if (ONE_OF_BOTH.test(after)) continue
    if (IN_ORDER.test(text.slice(end, end + 60))) continue
    if (IS_VERB.test(match[0]) && !VERB_NAMES.test(after)) continue
    const isPassive = /^representad/i.test(match[0])
    markers.push({
      role,
      start,
      end,
      reach: reachOf(match[0], before, after),
      isPassive,
      isPlural: /s$/i.test(match[0]) || /^(?:\((?:e?s|as)\)|\/e?s)/i.test(after),
      isVerb: HAS_VERB.test(match[0]),
    })
  }
  // A single «V: …» or «C: …» means nothing.
  const letters = [...text.matchAll(PARTY_LETTER)]
  if (new Set(letters.map(({ 1: letter }) => letter)).size > 1)
    for (const { 0: found, 1: letter, index } of letters)
      markers.push({
        role: letter === 'V' || letter === 'T' ? 'seller' : 'buyer',
        start: index,
        end: index + found.length,
        reach: 'heading',
        isPassive: false,
        isPlural: false,
        isVerb: false,
      })
  for (const { 0: found, index } of text.matchAll(NEUTRAL))
    if (!markers.some(({ start }) => start >= index && start < index + found.length))
      markers.push({
        role: 'none',
        start: index,
        end: index + found.length,
        reach: 'heading',
        isPassive: false,
        isPlural: false,
        isVerb: false,
      })
  const ordered = withoutColumns(
    text,
    markers.toSorted((a, b) => a.start - b.start),
  )
  return isBelowNames(text, ordered)
    ? ordered.map((marker) => ({ ...marker, reach: 'back' as const }))
    : ordered
}

/**
 * «EL VENDEDOR      EL COMPRADOR» are heads of columns that plain text has lost. Neither refers to the following
 * text.
 */
function withoutColumns(text: string, markers: readonly RoleMarker[]): RoleMarker[] {
  const isBeside = (one: RoleMarker | undefined, next: RoleMarker | undefined) =>
    one !== undefined &&
    next !== undefined &&
    one.role !== next.role &&
    [one, next].every((head) => isPartyNoun(text, head)) &&
    BESIDE.test(text.slice(one.end, next.start))
  return markers.map((marker, index) =>
    isBeside(markers[index - 1], marker) || isBeside(marker, markers[index + 1])
      ? { ...marker, role: 'none', reach: 'heading' }
      : marker,
  )
}
const isPartyNoun = (text: string, { role, start, end, isVerb }: RoleMarker): boolean =>
  (role === 'seller' || role === 'buyer') &&
  !isVerb &&
  !/\sa? ?(?:nom|favor)/i.test(` ${text.slice(start, end)}`)
const BESIDE = /^[ \t|/,]*(?:(?:y|e|i|o|and) )?(?:(?:el|la|parte)\s)*$/iu

/** «Ana Gil Ruiz / 12345678Z / VENDEDORA», as in signatures: each role word ends the data of its party. */
function isBelowNames(text: string, markers: readonly RoleMarker[]): boolean {
  const [first] = markers
  const last = markers.at(-1)
  if (!first || !last || /[^\s.*_]/.test(text.slice(last.end)) || !IDENTITY.test(text.slice(0, first.start)))
    return false
  return markers.every(({ role, reach }) => role !== 'none' && reach === 'heading')
}

/** «Vendedor/comprador: …» does not tell which. */
const ONE_OF_BOTH = /^\s?(?:\/|o)\s?(?:comprador|vendedor|adquirent|transmitent|venedor)/i
/** «vendedora y comprador, respectivamente»: roles of two people before the words. */
const IN_ORDER = /^[^.;\n]*(?<!\p{L})respectivamente?(?!\p{L})/iu
/** «V:» and «C:» of a note (vendedor, comprador), «T:» and «A:» (transmitente, adquirente). */
const PARTY_LETTER = /^[> \t*•-]{0,8}(V|C|T|A)[.:)](?=[ \t]+\p{Lu})/gmu
/** Words of any sentence. They name a party only with a colon or a name after them. */
const IS_VERB = /^(?:compra|vende|vend[íi]a|compraventa|compravenda)$/i
const HAS_VERB = /(?:^|\s)(?:compra(?:do)?|vende|vend[íi]a|ven|queda)(?:\s|$)/i
const VERB_NAMES = /^\s*(?:[:=]|(?:d\.|D\.|Dña|don |doña |a )?\s?\p{Lu}\p{L}+[ \n]\p{Lu})/u
const REPRESENTS = /^(?:representante|representant|apoderad|administrador|gerente)/i
const OF_COMPANY = /^ de (?:la (?:empresa|sociedad|mercantil|entidad|compañía)(?! *:)|l['’])?\s?[\p{Lu}«"]/u
/** «Comparecen: como vendedor, X»: the role refers to the following text. */
const SAID_BEFORE = /(?:^|[:;.\n])\s*(?:y\s)?(?:como|en calidad de)\s+(?:(?:el|la|parte)\s)?$/iu

function reachOf(word: string, before: string, after: string): RoleMarker['reach'] {
  if (/^en (?:nombre|representaci)/i.test(word)) return 'back'
  // «X, administrador de Z»: Z is the company.
  if (REPRESENTS.test(word) && OF_COMPANY.test(after)) return 'back'
  // «Transmitente (vendedor): …».
  if (/(?:^|\n)[^\n:]{0,24}\($/.test(before) && /^\)[\s*]*[:=]/.test(after)) return 'heading'
  if (LINE_START.test(before)) return HEADING_END.test(after) ? 'heading' : 'label'
  if (
    SAID_AFTER.test(before) &&
    !SAID_BEFORE.test(before) &&
    SAID_AFTER_END.test(after) &&
    !NAMES_NEXT.test(after)
  )
    return 'back'
  if (!HAS_VERB.test(word) && /^[ \t]*[.,;)]?[ \t]*(?:\n|$)/.test(after) && isNamedBefore(before))
    return 'back'
  return 'label'
}

function isNamedBefore(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return NAME_BEFORE.test(line) && !FORM_WORD.test(line)
}

/** Abbreviations, and sentences that continue the same party: «…, Murcia. Móvil …». */
const NO_SENTENCE_END =
  /(?<!\p{L})(?:D|Dª|Dña|Sr|Sra|Srta|n|núm|C|Avda?|Pza|S|Coop|S\.L|S\.A|S\.L\.U)\.|\.(?=\s+(?:Tel|Tlf|M[óo]vil|Mòbil|Correo|Correu|E-?mail|Mail|DNI|NIF|NIE|CIF|Se llama|Su |Domicili|Direcci|Adre|Endere|Vive|Con ))/gu

/** «J. A. Gil», «Fco. Gil», «Fdez. Gil». */
const INITIALS = new RegExp(`(?<![\\p{L}\\d.])(?:${SHORT_NAME})(?=\\s+\\p{Lu})`, 'gu')
const blank = (word: string): string => word.replaceAll('.', ' ')

/** Last marker whose range includes a position. A backward reference ends the labels before it, and no heading. */
function lastReaching(text: string, markers: readonly RoleMarker[], at: number): RoleMarker | undefined {
  let isSpent = false
  for (let place = markers.length - 1; place >= 0; place--) {
    const marker = markers[place]
    if (!marker || marker.end > at) continue
    if (marker.reach === 'back') isSpent = true
    else if ((marker.reach === 'heading' || !isSpent) && reaches(text, marker, at)) return marker
  }
  return undefined
}

/** «X, como vendedor, con DNI …»: the identifier belongs to the party just named, up to the next person. */
function saidJustBefore(
  text: string,
  markers: readonly RoleMarker[],
  { kind, start, end }: Found,
): PartyRole | undefined {
  const last = markers.findLast((one) => one.end <= start)
  if (last?.reach !== 'back' || last.role === 'none' || start - last.end > MAX_SAID) return undefined
  const between = text.slice(last.end, start)
  if (!GOES_ON.test(between) && !(kind === 'taxId' && NUMBER_NEXT.test(between))) return undefined
  const next = markers.find((one) => one.start >= end)
  const isOfNext = next?.reach === 'back' && !NEXT_PERSON.test(text.slice(end, next.start))
  return isOfNext ? undefined : last.role
}
const MAX_SAID = 60
const GOES_ON =
  /^["»”)]?[\s,]*(?:(?:y )?con|provist[oa] de|titular de|mayor de edad|d\.?n\.?i|n\.?i\.?[fe]|c\.?i\.?f)(?:(?![;\n]|\s[yei]\s\p{Lu}).)*$/iu
/** «Ana Gil Ruiz (compradora) - 12345678Z». */
const NUMBER_NEXT = /^["»”]?\)[ ,:·|–—-]*$/u
const NEXT_PERSON = /\s(?:y|e|i|and)\s|de otra|;|\n/iu

/** True if a marker gives the party of a later position. */
function reaches(text: string, { reach, end }: RoleMarker, at: number): boolean {
  if (reach === 'heading') return true
  if (at - end > MAX_LABEL) return false
  const between = text.slice(end, at)
  // A label is valid for its line, or for its sentence where lines are wrapped. «El comprador ha venido con su padre,
  // Ana Gil» names another person.
  if (/\s(?:con|de|por) (?:su|un|mi|el|la)s? \p{Ll}{4,}/u.test(between) && !/[:=]/.test(between)) return false
  const sentence = between.replace(NO_SENTENCE_END, ' ').replaceAll(INITIALS, blank)
  if (/[.!?;]\s+(?=\p{Lu}\p{Ll})/u.test(sentence)) return false
  const newline = between.indexOf('\n')
  // «el comprador es Ana Gil / su NIF …».
  if (newline >= 0 && /^\n[>\s]*sus? /.test(between.slice(newline)) && between.indexOf('\n', newline + 1) < 0)
    return true
  return newline < 0 || between.slice(0, newline).trim() === '' || newline > 48
}

function openAtEnd(text: string, markers: readonly RoleMarker[], opened: OpenRole): OpenRole {
  const last = markers.findLast(({ reach }) => reach === 'heading')
  const role = last ? last.role : (opened?.role ?? 'none')
  if (role === 'none') return null
  // Heading alone, or the first lines of a form under it.
  const isForm = text.length < 400 && /^[^\n]{0,60}$/m.test(text)
  if (!isForm) return null
  const isIdentified = IDENTITY.test(text.slice(last?.end ?? 0)) || (!last && opened?.isIdentified === true)
  return { role, isIdentified }
}
