/**
 * Reads tables of spreadsheets (RFC 4180 and its Spanish variants). Semicolons, tabs, commas or bars separate cells.
 * Cells with a separator or a line break are quoted.
 */

/** Row with its first line in the file, from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Rare separators come last, because the first of equal candidates wins. */
const SEPARATORS = [';', '\t', ',', '|', '~', '^', '¦'] as const
/** Lines that are searched for the separator. */
const FIRST_LINES = 40
/** A quoted cell with more lines has swallowed the following rows. */
const MAX_LINES_IN_CELL = 30
/** First line that gives Excel the separator. */
const SEPARATOR_LINE = /^sep=([^\r\n])\r?\n/i
/** Text that a program wrote as a formula, so that Excel keeps its zeros: `="08001"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/
type Separator = (typeof SEPARATORS)[number]

export interface CsvOptions {
  /** Default: the separator of the line `sep=`, or that of most of the first lines. */
  separator?: Separator
  /** Keeps blank rows, because rows of a block of cells have positions. */
  keepsBlank?: boolean
  /** Cells above this number are dropped, except for the first non-blank one of a row. */
  maxCells?: number
}

/** All rows with content, from `csvRows`. */
export const readCsv = (text: string, options: CsvOptions = {}): CsvRow[] => [...csvRows(text, options)]

/**
 * Yields rows one by one, so that a reader with a limit can stop, and memory holds one row.
 * An opening quote that is never closed (`"17 pulgadas`) is a letter and swallows no row.
 */
export function* csvRows(text: string, options: CsvOptions = {}): Generator<CsvRow> {
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text
  const told = SEPARATOR_LINE.exec(whole)
  const { keepsBlank = false, maxCells = Infinity } = options
  const separator = options.separator ?? told?.[1] ?? separatorOf(whole)
  const quotes: Quotes = {
    separator,
    usual: separatorsInLine(whole, separator),
    isEscaped: escapesQuotes(whole, separator),
  }
  let cells: string[] = []
  let line = told ? 2 : 1
  let began = line
  let at = told?.[0].length ?? 0

  function endRow(): CsvRow | null {
    const row = { line: began, cells }
    cells = []
    return (keepsBlank ? row.cells.length > 0 : row.cells.some((cell) => cell.trim() !== '')) ? row : null
  }

  /** Adds a cell. Above the limit, only the first non-blank cell is added. */
  function add(written: string): void {
    const value = TEXT_FORMULA.exec(written.trim())?.[1]?.replaceAll('""', '"') ?? written
    if (cells.length < maxCells || (cells.length === maxCells && value.trim() !== '')) cells.push(value)
  }

  while (at < whole.length) {
    const quoted = quotedCell(whole, at, quotes)
    let end = quoted?.end ?? at
    // Text after a closed quote belongs to the cell.
    while (end < whole.length && whole[end] !== separator && whole[end] !== '\n' && whole[end] !== '\r') end++
    add((quoted?.value ?? '') + whole.slice(quoted?.end ?? at, end))
    line += quoted ? lineBreaksIn(quoted.value) : 0
    at = end
    if (whole[at] === separator) {
      at++
      // The last cell of a row or of the file may be empty.
      if (at === whole.length) add('')
      continue
    }
    if (at >= whole.length) break
    at += whole[at] === '\r' && whole[at + 1] === '\n' ? 2 : 1
    const row = endRow()
    if (row) yield row
    line++
    began = line
  }
  const last = endRow()
  if (last) yield last
}

interface Quotes {
  separator: string
  /** Number of separators in a whole row. A line of a quoted cell with as many is a swallowed row. */
  usual: number
  /** True if quotes inside quoted cells are escaped by a backslash, as MySQL and PHP write them. */
  isEscaped: boolean
}

/** True if text follows a quote after a backslash. A closing quote would end its cell. */
function escapesQuotes(text: string, separator: string): boolean {
  for (let at = text.indexOf('\\"'); at !== -1; at = text.indexOf('\\"', at + 2)) {
    const next = text[at + 2]
    if (next !== undefined && ![separator, '"', '\r', '\n', ' '].includes(next)) return true
  }
  return false
}

/**
 * Quoted cell, and the position after its closing quote. Blanks may surround the quotes.
 * @returns `null` if the cell has no quote, or if the quote is a letter: it is not closed, or its closing quote would
 * swallow rows
 */
function quotedCell(text: string, at: number, quotes: Quotes): { value: string; end: number } | null {
  let start = at
  while (text[start] === ' ') start++
  if (text[start] !== '"') return null
  const { separator, usual, isEscaped } = quotes
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    const part = text.slice(from, quote)
    value += part
    if (lineBreaksIn(value, MAX_LINES_IN_CELL) >= MAX_LINES_IN_CELL) return null
    from = quote + 1
    if (isEscaped && part.endsWith('\\')) value = `${value.slice(0, -1)}"`
    else if (text[from] === '"') {
      value += '"'
      from++
    } else break
  }
  let next = from
  while (text[next] === ' ') next++
  const after = text[next]
  const isClosed = after === undefined || after === separator || after === '\r' || after === '\n'
  if (start > at && !isClosed) return null
  const [, ...lines] = value.split(/\r\n|\r|\n/)
  if (lines.length === 0) return { value, end: isClosed ? next : from }
  const hasRow = usual > 0 && lines.some((line) => line.split(separator).length > usual)
  return isClosed && !hasRow ? { value, end: next } : null
}

function lineBreaksIn(text: string, most = Infinity): number {
  const lineBreak = /\r\n|\r|\n/g
  let count = 0
  while (count < most && lineBreak.test(text)) count++
  return count
}

/** First lines without quoted text. A quote that its line does not close is a letter. */
const firstLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/, FIRST_LINES)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '')

/**
 * Separator of most of the first lines. Default: a semicolon. The first line alone may be a title, and other lines
 * have commas in their prices.
 */
function separatorOf(text: string): Separator {
  const lines = firstLines(text)
  const linesWith = (separator: Separator) => lines.filter((line) => line.includes(separator)).length
  return SEPARATORS.reduce((best, one) => (linesWith(one) > linesWith(best) ? one : best), ';')
}

/** Number of separators in most of the first lines. */
function separatorsInLine(text: string, separator: string): number {
  const counts = new Map<number, number>()
  for (const line of firstLines(text)) {
    const count = line.split(separator).length - 1
    counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
