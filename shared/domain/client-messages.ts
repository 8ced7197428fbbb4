import { INCIDENT_TYPES, PROCEDURE_STATES, SIGNATURE_STATES } from './vocabulary.ts'
import { checkEmail, EMAIL, MAX_EMAIL } from './addresses.ts'

/**
 * Fields of the texts of each group, as the office types them. `respuesta`, `comprobar` and `trámite` are our own
 * phrases, and `resumen` has several lines of them. The others are data.
 */
export const SITUATION_FIELDS = {
  state: ['nombre', 'matrícula', 'trámite', 'tipo', 'estado', 'fecha', 'pendiente', 'motivo'],
  incident: ['nombre', 'matrícula', 'trámite', 'tipo', 'incidencia', 'documento', 'detalle'],
  plate: ['nombre', 'matrícula', 'tipo'],
  verdict: ['nombre', 'matrícula', 'vehículo', 'respuesta', 'fecha', 'hora'],
  signature: ['nombre', 'matrícula', 'documento', 'fecha', 'medio', 'comprobar', 'estado'],
  dealer: ['nombre', 'fecha', 'hora', 'resumen'],
  request: ['nombre', 'matrícula', 'tipo', 'fecha', 'resumen'],
} as const satisfies Record<string, readonly string[]>

export type ClientField = (typeof SITUATION_FIELDS)[keyof typeof SITUATION_FIELDS][number]
export type ClientValues = Readonly<Partial<Record<ClientField, string>>>

/** Answers about a plate (`Outcome` of plate-verdict.ts). */
const VERDICTS = ['transferable', 'with_alerts', 'not_transferable', 'error', 'unrecognised'] as const

/**
 * Situations in which the office writes to a client, each with its own text. `other`: a value of the service that
 * this version does not know.
 */
const CLIENT_SITUATIONS = {
  state: [...PROCEDURE_STATES, 'other'],
  incident: [...INCIDENT_TYPES, 'other'],
  plate: ['assigned'],
  verdict: VERDICTS,
  signature: [...SIGNATURE_STATES, 'other'],
  dealer: ['digest'],
  request: ['ask', 'remind'],
} as const
export type SituationGroup = keyof typeof CLIENT_SITUATIONS
export type SituationId = {
  [G in SituationGroup]: `${G}:${(typeof CLIENT_SITUATIONS)[G][number]}`
}[SituationGroup]

export const SITUATION_GROUPS = Object.keys(CLIENT_SITUATIONS) as readonly SituationGroup[]

export const situationsOfGroup = (group: SituationGroup): SituationId[] =>
  CLIENT_SITUATIONS[group].map((name) => `${group}:${name}` as SituationId)

export const SITUATION_IDS: readonly SituationId[] = SITUATION_GROUPS.flatMap(situationsOfGroup)

/** Situation of a value of the service. An unknown value is `other`. */
export function situationOf(group: 'state' | 'incident' | 'signature', value: string): SituationId {
  const id = `${group}:${value}` as SituationId
  return SITUATION_IDS.includes(id) ? id : `${group}:other`
}

export const situationGroup = (id: SituationId): SituationGroup =>
  id.slice(0, id.indexOf(':')) as SituationGroup

export const situationFields = (id: SituationId): readonly ClientField[] =>
  SITUATION_FIELDS[situationGroup(id)]

/** Ways that a text reaches a client. */
export const CLIENT_CHANNELS = ['copy', 'email', 'whatsapp'] as const
export type ClientChannel = (typeof CLIENT_CHANNELS)[number]

/** People that a text may go to, in the order offered. `none`: nobody is known. */
export const RECIPIENT_KEYS = [
  'client',
  'owner',
  'buyer',
  'seller',
  'owner-representative',
  'buyer-representative',
  'seller-representative',
  'signer',
  'signer-representative',
  'none',
] as const
export type RecipientKey = (typeof RECIPIENT_KEYS)[number]

/**
 * Templates of the office's texts for clients. `{campo}` stands for a value. A part in square brackets is dropped if
 * one of its fields has no value: `Hola[, {nombre}].`
 */

type Piece = string | { field: string }
type Part = { optional: boolean; pieces: Piece[] }

/** Maximum characters of a template. */
export const MAX_TEMPLATE = 1_000
/** True if the template can be used with these fields. */
export function isUsableTemplate(template: string, fields: readonly string[]): boolean {
  const { unpaired } = parseTemplate(template)
  return template.trim() !== '' && unpaired.length === 0 && unknownFields(template, fields).length === 0
}

/** Names in braces that are no field, each once. */
function unknownFields(template: string, fields: readonly string[]): string[] {
  const names = parseTemplate(template).parts.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field])),
  )
  return [...new Set(names)].filter((name) => fieldNamed(name, fields) === null)
}

/**
 * Text of a template. Values are inserted literally: their braces and brackets mean nothing.
 * A field without a value removes the bracketed part around it, or the punctuation that was only there for it.
 */
export function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const fields = Object.keys(values)
  const valueOf = (field: string): string => cleanValue(values[fieldNamed(field, fields) ?? ''] ?? '')
  const text = parseTemplate(template).parts.map(({ optional, pieces }) => {
    const isMissing = pieces.some((piece) => typeof piece !== 'string' && valueOf(piece.field) === '')
    if (optional && isMissing) return GAP
    return pieces.map((piece) => (typeof piece === 'string' ? piece : valueOf(piece.field) || GAP)).join('')
  })
  return tidy(closeGaps(text.join('').replace(/\r\n?/g, '\n')))
}

/**
 * Splits a template.
 * @returns the parts, and the unpaired marks
 */
export function parseTemplate(template: string): { parts: Part[]; unpaired: string[] } {
  const parts: Part[] = [{ optional: false, pieces: [] }]
  const unpaired: string[] = []
  let current = parts[0] as Part
  const begin = (optional: boolean) => {
    current = { optional, pieces: [] }
    parts.push(current)
  }
  for (const [token] of template.matchAll(/\{[^{}[\]\n]*\}|[{}[\]]|[^{}[\]]+/g)) {
    if (/^\{.*\}$/.test(token)) current.pieces.push({ field: token.slice(1, -1).trim() })
    else if (token === '[' && !current.optional) begin(true)
    else if (token === ']' && current.optional) begin(false)
    else if (/^[{}[\]]$/.test(token)) unpaired.push(token)
    else current.pieces.push(token)
  }
  if (current.optional) unpaired.push('[')
  return { parts, unpaired }
}

/** Folds case and accents of a field's name. */
export const foldField = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Field by its name. Case and accents are ignored: `{Matricula}` is `{matrícula}`. */
function fieldNamed(name: string, fields: readonly string[]): string | null {
  const folded = foldField(name)
  return fields.find((field) => foldField(field) === folded) ?? null
}

/** One line without controls or direction marks, because a value may be foreign text. */
const cleanValue = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Placeholder of a missing value or part until the surroundings are closed. Values have no controls. */
const GAP = '\0'
const GAPS = '(?:[ \\t]*\\0)+'
const PAIRED = new RegExp(
  ['()', '«»', '“”', '""'].map(([a, b]) => `[${a}]${GAPS}[ \\t]*[${b}]`).join('|'),
  'g',
)
const BEGINNING = new RegExp(`^${GAPS}[ \\t]*[,;:]?[ \\t]*`, 'gm')
const ENDING = new RegExp(`(?:[ \\t]*,)?${GAPS}[ \\t]*(?=[.,;:!?)])`, 'g')

/** «Hola, {nombre}.» without a name becomes «Hola.». The surroundings of present values do not change. */
const closeGaps = (text: string): string =>
  text.replace(PAIRED, GAP).replace(BEGINNING, '').replace(ENDING, '').replace(new RegExp(GAPS, 'g'), '')

/** Keeps the line breaks of the template, at most two in a row. */
const tidy = (text: string): string =>
  text
    // The full stop of a company's name also ends the sentence: «S.L.».
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Reason that a template cannot be used. */
export type TemplateProblem =
  /** Unknown field. `meant` is the nearest existing one. */
  | { kind: 'unknown-field'; field: string; meant: string | null }
  /** Brace or bracket without its pair, or nested in another of its kind. */
  | { kind: 'unpaired'; mark: string }
  | { kind: 'empty' }

/** Maximum edits between a misspelt field and an existing one. */
const MAX_EDITS = 2

/** All reasons that a template is unusable with these fields, in the order of the text. */
export function templateProblems(template: string, fields: readonly string[]): TemplateProblem[] {
  if (template.trim() === '') return [{ kind: 'empty' }]
  return [
    ...unknownFields(template, fields).map((field) => ({
      kind: 'unknown-field' as const,
      field,
      meant: nearest(field, fields),
    })),
    ...parseTemplate(template).unpaired.map((mark) => ({ kind: 'unpaired' as const, mark })),
  ]
}

function nearest(name: string, fields: readonly string[]): string | null {
  const folded = foldField(name)
  const [best] = fields
    .map((field) => ({ field, edits: editsBetween(folded, foldField(field)) }))
    .toSorted((a, b) => a.edits - b.edits)
  return best && best.edits <= MAX_EDITS ? best.field : null
}

/** Levenshtein distance. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/**
 * Links that open the user's mail program or WhatsApp with a text for a client. Opening a link sends nothing. Links
 * are built from parts and checked again wherever they are opened.
 */

/** Maximum characters of a link. Windows passes at most 2,081 to the program that opens it. */
export const MAX_CLIENT_LINK = 2_000

/** Maximum characters of a text that the user edited. */
export const MAX_EDITED = 4_000

const ENCODED = `(?:[A-Za-z0-9_.!~*'()-]|%[0-9A-F]{2})`
/** One line: a line break would begin another header. */
const ONE_LINE = `(?:[A-Za-z0-9_.!~*'()-]|%(?!0[AD])[0-9A-F]{2})`
const MAILTO = new RegExp(`^mailto:(?<to>${ENCODED}+@${ENCODED}+)?\\?subject=${ONE_LINE}*&body=${ENCODED}*$`)
const WHATSAPP = new RegExp(`^https://wa\\.me/(?:[1-9]\\d{6,14})?\\?text=${ENCODED}+$`)

/** True for the two kinds of links that this module builds, and nothing else. */
export function isClientLink(address: string): boolean {
  if (address.length > MAX_CLIENT_LINK) return false
  if (WHATSAPP.test(address)) return true
  const mail = MAILTO.exec(address)
  return mail !== null && (mail.groups?.['to'] === undefined || isOneAddress(mail.groups['to']))
}

/** An encoded comma would add a recipient, and a line break another header. */
function isOneAddress(encodedAddress: string): boolean {
  try {
    const address = decodeURIComponent(encodedAddress)
    return address.length <= MAX_EMAIL && EMAIL.test(address)
  } catch {
    return false
  }
}

/**
 * `mailto:` with one address, subject and body (RFC 6068).
 * @param to `null`: the user chooses the address in the mail program
 * @returns `null` for an invalid address, or a text that does not fit
 */
export function mailtoLink(to: string | null, subject: string, body: string): string | null {
  const checked = to === null ? null : checkEmail(to)
  if (checked && !checked.ok) return null
  const address = checked ? checked.email.split('@').map(encoded).join('@') : ''
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  return bounded(
    `mailto:${address}?subject=${encoded(oneLine)}&body=${encoded(body.replace(/\r\n?|\n/g, '\r\n'))}`,
  )
}

/**
 * `https://wa.me/…`, WhatsApp's link for a text.
 * @param e164 `+34612345678`. `null`: the user chooses the chat in WhatsApp
 * @returns `null` for another number, an empty text, or one that does not fit
 */
export const whatsAppLink = (e164: string | null, text: string): string | null =>
  e164 === null || /^\+[1-9]\d{6,14}$/.test(e164)
    ? bounded(`https://wa.me/${e164?.slice(1) ?? ''}?text=${encoded(text)}`)
    : null

/** Tells for each channel whether the text fits in its link. */
export const fitsInLinks = (
  { email, phone, subject }: { email: string | null; phone: string | null; subject: string },
  text: string,
): { email: boolean; whatsapp: boolean } => ({
  email: mailtoLink(email, subject, text) !== null,
  whatsapp: whatsAppLink(phone, text) !== null,
})

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
const bounded = (link: string): string | null => (isClientLink(link) ? link : null)
