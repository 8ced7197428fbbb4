/**
 * Templates of the office's texts for clients. `{campo}` is replaced by a value; a part in square brackets
 * leaves the text when one of its fields has no value: `Hola[, {nombre}].`
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

/** Names in braces that are none of the fields, each once. */
export function unknownFields(template: string, fields: readonly string[]): string[] {
  const names = parseTemplate(template).parts.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field])),
  )
  return [...new Set(names)].filter((name) => fieldNamed(name, fields) === null)
}

/**
 * Text of a template. Values are inserted as they are: braces and brackets in them mean nothing. A field
 * without a value leaves nothing, and takes with it the bracketed part around it, or the marks that were only there
 * for it.
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

/** @returns its parts, and the marks without their pair */
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

/** Without accents or capitals: of the few letters that a field's name has. */
export const foldField = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Capitals and accents do not tell fields apart: `{Matricula}` is `{matrícula}`. */
function fieldNamed(name: string, fields: readonly string[]): string | null {
  const folded = foldField(name)
  return fields.find((field) => foldField(field) === folded) ?? null
}

/** One line without controls or direction marks: a value may be the service's own words. */
const cleanValue = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Stands for a value or a part that is missing until its surroundings are mended: values have no controls. */
const GAP = '\0'
const GAPS = '(?:[ \\t]*\\0)+'
const PAIRED = new RegExp(
  ['()', '«»', '“”', '""'].map(([a, b]) => `[${a}]${GAPS}[ \\t]*[${b}]`).join('|'),
  'g',
)
const BEGINNING = new RegExp(`^${GAPS}[ \\t]*[,;:]?[ \\t]*`, 'gm')
const ENDING = new RegExp(`(?:[ \\t]*,)?${GAPS}[ \\t]*(?=[.,;:!?)])`, 'g')

/** «Hola, {nombre}.» without a name is «Hola.»; around a value that is there nothing is touched. */
const closeGaps = (text: string): string =>
  text.replace(PAIRED, GAP).replace(BEGINNING, '').replace(ENDING, '').replace(new RegExp(GAPS, 'g'), '')

/** Line breaks of the template stay, two at most. */
const tidy = (text: string): string =>
  text
    // A company's name ends with the full stop of the sentence: «S.L.».
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
