import type { PartyRole } from './finding.ts'

/**
 * Parties that a passage names, and how far each name reaches: a heading to the next one, a label to the end of its line
 * or sentence, and «…, en adelante el vendedor» back to what is before it.
 */

const WORDS: Readonly<Record<PartyRole | 'none', string>> = {
  seller:
    'vendedor(?:\\/a|a|es|as)?|vended|vdor\\.|transmitentes?|transmisor[ae]?|(?:parte )?vendedora|cedente|venedor(?:a|s|es)?|transmitent|transmetent|sellers?|titular (?:actual|anterior|saliente)|(?:antiguo|anterior|actual|antic) titular|(?:lo|la|me lo|nos lo) vende|vende el (?:coche|veh[íi]culo)|quien vende|qui ven|el ven',
  buyer:
    "comprador(?:\\/a|a|es|as|s)?|cprador\\.|adquir[ie]+ntes?|(?:parte )?compradora|nuev[oa] (?:titular|propietari[oa]|dueñ[oa])|(?:nou|novo|new) (?:titular|propietari|owner)|titular (?:nuevo|entrante)|adquirents?|buyers?|purchasers?|(?:se )?(?:lo|la) compra(?: con)?|quien compra|qui compra|el compra|se lo queda|a nombre de|a nom d['’e]|a nome de|a favor de",
  representative:
    'representantes?(?: legal)?|representant(?: legal)?|apoderad[oa]|administrador[a]?(?: [úu]nic[oa])?|gerente|representad[oa] (?:en este acto )?por|representada per|en (?:nombre y )?representaci[óo]n de|en representaci[óo] de|autorizad[oa]|legal representative',
  dealer:
    'concesionari[oa]|concessionari|concesi[óo]n|dealer|compraventa(?=\\s*:|\\s+\\p{Lu})|compravenda(?=\\s*:)',
  none: 'veh[íi]culo|vehicle|datos del veh[íi]culo|dades del vehicle|operaci[óo]n|precio|preu|condiciones|cl[áa]usulas|estipulaciones|manifiestan|acuerdan|exponen|firmas?|pago|forma de pago|notas?|observaciones|asunto|para|de|cc|gestor[íi]a|gestor[a]?|un saludo|saludos(?: cordiales)?|atentamente|atte|gracias|gr[àa]cies|grazas|salutacions|regards|banco|aseguradora|tramitador[a]?|notari[oa]|testigos?|conductor[a]?(?: habitual)?',
}
const MARKER = new RegExp(
  `(?<![\\p{L}\\d@./_-])(?:${(Object.entries(WORDS) as [string, string][])
    .filter(([role]) => role !== 'none')
    .map(([role, words]) => `(?<${role}>${words})`)
    .join('|')})(?![\\p{L}@])`,
  'giu',
)
/** A heading or a closing that is of no party ends the party before it. */
const NEUTRAL = new RegExp(`^[>\\s*•·#_-]*(?:${WORDS.none})\\b[ *]*(?::|[.,]?$|\\.-)`, 'gimu')
/** Nothing but marks and an article before it: a heading, when a colon or nothing is after it. */
const LINE_START =
  /(?:^|\n)[>\s*•·#_"«(–-]*(?:\d{1,2}[.)ªº-]*\s*)?(?:datos (?:del?|de la|de los?)|dades (?:del?|de la)|parte|el|la|los|las|l['’]|o|a|the|del|de la)?\s*(?:parte\s)?$/iu
const HEADING_END = /^[*_"»)\s]*(?:\(s\)|\(es\)|\(a\))?[*_"»)]*[ \t]*(?::|=|\.-|–|-\s|\n|$|\t)/u
/** «…, en adelante el vendedor», «(comprador)», «… como vendedor». */
const SAID_AFTER =
  /(?:en adelante|en lo sucesivo|en diante|d['’]ara endavant|hereinafter|como|com a|en calidad de|en concepto de|denominad[oa]s?|actuando|act[úu]a|que ser[áa]|es|[(,–-])[\s,:"«“*]*(?:(?:el|la|los|las|l['’]|o|a|the|parte|de|su|es|como)[\s"«“]+){0,3}["«“]?$/iu
const SAID_AFTER_END = /^["»”]?(?:\s*\))?\s*(?:[).,;]|\n|$|y\b|e\b|i\b|and\b|de una parte|de otra)/u
/** A name or a number comes next: the word is a label of it. */
const NAMES_NEXT = /^\s*(?:[:=]|(?:es |a |d\.|dña|don |doña |sr|sra)|\p{Lu}\p{L}+ \p{Lu}|\(?\d)/u

export interface RoleMarker {
  role: PartyRole | 'none'
  start: number
  end: number
  reach: 'heading' | 'label' | 'back'
}

/** A heading that ends its passage reaches into the next one. */
export type OpenRole = PartyRole | null

export interface Roles {
  at: (start: number, end: number) => PartyRole | undefined
  /** Role under a heading at the end, which may go on in the next passage. */
  open: OpenRole
}

const MAX_BACK = 400
const MAX_LABEL = 200

export function rolesOf(text: string, opened: OpenRole, headOf: (at: number) => string): Roles {
  const markers = markersOf(text)
  const heads = new Map<string, PartyRole | undefined>()
  const ofHead = (head: string) => {
    if (!heads.has(head)) heads.set(head, roleIn(head))
    return heads.get(head)
  }
  return {
    at(start, end) {
      const head = headOf(start)
      if (head !== '') return ofHead(head)
      const next = markers.find((one) => one.start >= end)
      if (next?.reach === 'back' && next.start - end <= MAX_BACK && next.role !== 'none') return next.role
      const before = markers.findLast(
        (one) => one.end <= start && one.reach !== 'back' && reaches(text, one, start),
      )
      const role = before ? before.role : (opened ?? 'none')
      return role === 'none' ? undefined : role
    },
    open: openAtEnd(text, markers, opened),
  }
}

const roleIn = (text: string): PartyRole | undefined => {
  const groups = [...text.matchAll(MARKER)].at(-1)?.groups
  return (Object.keys(WORDS) as (PartyRole | 'none')[]).find(
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
    // «Contrato entre vendedor y comprador»: words of a sentence, of nobody yet.
    markers.push({ role, start, end, reach: reachOf(match[0], before, after) })
  }
  for (const { 0: found, index } of text.matchAll(NEUTRAL))
    if (!markers.some(({ start }) => start >= index && start < index + found.length))
      markers.push({ role: 'none', start: index, end: index + found.length, reach: 'heading' })
  return markers.toSorted((a, b) => a.start - b.start)
}

function reachOf(word: string, before: string, after: string): RoleMarker['reach'] {
  if (/^en (?:nombre|representaci)/i.test(word)) return 'back'
  if (LINE_START.test(before)) return HEADING_END.test(after) ? 'heading' : 'label'
  if (SAID_AFTER.test(before) && SAID_AFTER_END.test(after) && !NAMES_NEXT.test(after)) return 'back'
  return 'label'
}

/** True if a marker says of which party a later place is. */
function reaches(text: string, { reach, end }: RoleMarker, at: number): boolean {
  if (reach === 'heading') return true
  if (at - end > MAX_LABEL) return false
  const between = text.slice(end, at)
  // A label is of its line, or of its sentence where lines are wrapped.
  if (
    /[.!?;]\s+(?=\p{Lu}\p{Ll}{2})/u.test(
      between.replace(/\b(?:D|Dª|Dña|Sr|Sra|Srta|n|núm|C|Avda?|Pza|S\.L|S\.A)\./gu, ' '),
    )
  )
    return false
  const newline = between.indexOf('\n')
  return newline < 0 || between.slice(0, newline).trim() === '' || newline > 48
}

function openAtEnd(text: string, markers: readonly RoleMarker[], opened: OpenRole): OpenRole {
  const last = markers.findLast(({ reach }) => reach === 'heading')
  const role = last ? last.role : (opened ?? 'none')
  if (role === 'none') return null
  // A heading alone, or the first lines of a form under it.
  const isForm = text.length < 400 && /^[^\n]{0,60}$/m.test(text)
  return isForm ? role : null
}
