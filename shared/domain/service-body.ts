/** Answer of the service, unchecked: any field may be missing or of another type. */
export type Body = Readonly<Record<string, unknown>>

/** Timestamp, or the text in its place. */
export type When = number | string

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field as text. Empty without a value. */
export const readTextField = (body: Body, field: string): string =>
  Object.hasOwn(body, field) ? formatAnyValue(body[field]).trim() : ''

/** Objects of a list. `null` if the field is no list, which differs from an empty list. */
export function readListField(body: Body, field: string): Body[] | null {
  const list = Object.hasOwn(body, field) ? body[field] : null
  return Array.isArray(list) ? list.filter(isBody) : null
}

export function readBodyField(body: Body, field: string): Body {
  const value = Object.hasOwn(body, field) ? body[field] : null
  return isBody(value) ? value : {}
}

/** Timestamp of a field. Any other value stays as text. */
export function readTimeField(body: Body, field: string): When | null {
  const words = readTextField(body, field)
  if (words === '') return null
  const at = typeof body[field] === 'string' ? Date.parse(words) : NaN
  return Number.isFinite(at) ? at : words
}

/**
 * Layout of histories and owners, whose shape is not specified. A list of objects becomes a table, a list of words a
 * list, and one object its pairs. Nothing is left out.
 */

export type HistoryRows =
  | { kind: 'empty' }
  /** `columns` are the original keys in order of appearance. A missing cell is ''. */
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'pairs'; pairs: readonly (readonly [key: string, text: string])[] }

/** Column for entries that are not objects, in a list of objects. */
const LOOSE_COLUMN = ''

/** Deeper than any JSON that the client reads. */
const DEEPEST = 1_000

type Record_ = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** Lays out a value of any shape. Never throws. */
export function historyRows(value: unknown): HistoryRows {
  if (isNothing(value)) return { kind: 'empty' }
  if (Array.isArray(value)) return ofList(value)
  if (!isRecord(value)) return { kind: 'list', items: [formatAnyValue(value)] }
  const pairs = Object.entries(value).map(([key, inner]) => [key, formatAnyValue(inner)] as const)
  return pairs.length === 0 ? { kind: 'empty' } : { kind: 'pairs', pairs }
}

function ofList(list: readonly unknown[]): HistoryRows {
  const items = list.filter((item) => !isNothing(item) && !(isRecord(item) && Object.keys(item).length === 0))
  if (items.length === 0) return { kind: 'empty' }
  if (!items.some(isRecord)) {
    const words = items.map((item) => formatAnyValue(item)).filter((words_) => words_ !== '')
    return words.length === 0 ? { kind: 'empty' } : { kind: 'list', items: words }
  }
  const columns = [...new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [LOOSE_COLUMN])))]
  const rows = items.map((item) => {
    const cells: Record_ = isRecord(item) ? item : { [LOOSE_COLUMN]: item }
    return columns.map((column) => (Object.hasOwn(cells, column) ? formatAnyValue(cells[column]) : ''))
  })
  return { kind: 'table', columns, rows }
}

/** Number of entries, shown beside the title. */
export function historyCount(rows: HistoryRows): number {
  switch (rows.kind) {
    case 'empty':
      return 0
    case 'table':
      return rows.rows.length
    case 'list':
      return rows.items.length
    case 'pairs':
      return 1
  }
}

/** Formats any value as a line of text: lists with «;», objects as «clave: valor». */
export function formatAnyValue(value: unknown, depth = 0): string {
  if (isNothing(value) || depth > DEEPEST) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  const open = depth === 0 ? '' : '('
  const close = depth === 0 ? '' : ')'
  if (Array.isArray(value)) {
    const parts = value.map((item) => formatAnyValue(item, depth + 1)).filter((part) => part !== '')
    return parts.length === 0 ? '' : `${open}${parts.join('; ')}${close}`
  }
  if (!isRecord(value)) return String(value)
  const parts = Object.entries(value).map(([key, inner]) => {
    const words = formatAnyValue(inner, depth + 1)
    return words === '' ? `${humaniseKey(key)}:` : `${humaniseKey(key)}: ${words}`
  })
  return parts.length === 0 ? '' : `${open}${parts.join(', ')}${close}`
}

/** «expirationDate», «expiration_date» → «Expiration date». A key without letters stays unchanged. */
export function humaniseKey(key: string): string {
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  if (words === '') return key
  return words.charAt(0).toUpperCase() + words.slice(1)
}
