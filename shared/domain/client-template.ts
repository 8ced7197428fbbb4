import { foldText } from './search-text.ts'

/**
 * Templates of the office's texts for clients. `{campo}` is replaced by a value; a part in square brackets
 * leaves the text when one of its fields has no value: `Hola[, {nombre}].`
 */

/** Reason that a template cannot be used. */
export type TemplateProblem =
  /** No field of that name here; `meant` is the nearest one that exists. */
  | { kind: 'unknown-field'; field: string; meant: string | null }
  /** A brace or a bracket without its pair, or one inside another of its kind. */
  | { kind: 'unpaired'; mark: string }
  | { kind: 'empty' }

type Piece = string | { field: string }
type Part = { optional: boolean; pieces: Piece[] }

/** Maximum characters of a template. */
export const MAX_TEMPLATE = 1_000
/** Edits up to which a misspelt field is taken for one that exists. */
const MAX_EDITS = 2

/** Every reason that a template cannot be used with these fields, in the order of the text. */
export function templateProblems(template: string, fields: readonly string[]): TemplateProblem[] {
  if (template.trim() === '') return [{ kind: 'empty' }]
  const { parts, problems } = parse(template)
  const names = parts.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field])),
  )
  const unknown = [...new Set(names)].filter((name) => fieldNamed(name, fields) === null)
  return [
    ...unknown.map((field) => ({ kind: 'unknown-field' as const, field, meant: nearest(field, fields) })),
    ...problems,
  ]
}

/**
 * Text of a template. Values are inserted as they are: braces and brackets in them mean nothing. A field
 * without a value leaves nothing, and takes the bracketed part around it with it.
 */
export function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const fields = Object.keys(values)
  const valueOf = (field: string): string => cleanValue(values[fieldNamed(field, fields) ?? ''] ?? '')
  const text = parse(template).parts.map(({ optional, pieces }) => {
    const isMissing = pieces.some((piece) => typeof piece !== 'string' && valueOf(piece.field) === '')
    if (optional && isMissing) return ''
    return pieces.map((piece) => (typeof piece === 'string' ? piece : valueOf(piece.field))).join('')
  })
  return tidy(text.join(''))
}

function parse(template: string): { parts: Part[]; problems: TemplateProblem[] } {
  const parts: Part[] = [{ optional: false, pieces: [] }]
  const problems: TemplateProblem[] = []
  let current = parts[0] as Part
  const begin = (optional: boolean) => {
    current = { optional, pieces: [] }
    parts.push(current)
  }
  for (const [token] of template.matchAll(/\{[^{}[\]\n]*\}|[{}[\]]|[^{}[\]]+/g)) {
    if (/^\{.*\}$/.test(token)) current.pieces.push({ field: token.slice(1, -1).trim() })
    else if (token === '[' && !current.optional) begin(true)
    else if (token === ']' && current.optional) begin(false)
    else if (/^[{}[\]]$/.test(token)) problems.push({ kind: 'unpaired', mark: token })
    else current.pieces.push(token)
  }
  if (current.optional) problems.push({ kind: 'unpaired', mark: '[' })
  return { parts, problems }
}

/** Capitals and accents do not tell fields apart: `{Matricula}` is `{matrícula}`. */
function fieldNamed(name: string, fields: readonly string[]): string | null {
  const folded = foldText(name)
  return fields.find((field) => foldText(field) === folded) ?? null
}

function nearest(name: string, fields: readonly string[]): string | null {
  const folded = foldText(name)
  const [best] = fields
    .map((field) => ({ field, edits: editsBetween(folded, foldText(field)) }))
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

/** One line without controls or direction marks: a value may be the service's own words. */
const cleanValue = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Without gaps left by fields without a value; line breaks of the template stay, two at most. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([,.;:])/g, '$1')
    // A company's name ends with the full stop of the sentence: «S.L.».
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
