/**
 * Reads spreadsheet tables (RFC 4180, and its Spanish variants): cells separated by semicolons, commas or
 * tabs, quoted where they hold one of those or a line break. Pure.
 */

/** A row with its first line in the file, from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

const SEPARATORS = [';', '\t', ','] as const
/** Of a file, to find its separator. */
const FIRST_LINES = 40
type Separator = (typeof SEPARATORS)[number]

export interface CsvOptions {
  /** That of most of the first lines, by default. */
  separator?: Separator
  /** Keeps blank rows: in a block of cells each row has its place. */
  keepsBlank?: boolean
  /** Blank cells beyond so many are dropped. The first other cell there ends the reading, in the row that has it. */
  maxCells?: number
}

/** Rows with any content. An unclosed quote ends with the file. */
export const readCsv = (text: string, options: CsvOptions = {}): CsvRow[] => [...csvRows(text, options)]

/** The rows one by one: a reader with a limit stops at it, and holds no more than a row of the rest. */
export function* csvRows(text: string, options: CsvOptions = {}): Generator<CsvRow> {
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text
  const { separator = separatorOf(whole), keepsBlank = false, maxCells = Infinity } = options
  let cells: string[] = []
  let line = 1
  let began = 1
  let at = 0

  function endRow(): CsvRow | null {
    const row = { line: began, cells }
    cells = []
    return (keepsBlank ? row.cells.length > 0 : row.cells.some((cell) => cell.trim() !== '')) ? row : null
  }

  while (at < whole.length) {
    let cell = ''
    if (whole[at] === '"') {
      at++
      for (;;) {
        const end = whole.indexOf('"', at)
        if (end === -1) {
          cell += whole.slice(at)
          at = whole.length
          break
        }
        cell += whole.slice(at, end)
        at = end + 1
        if (whole[at] !== '"') break
        cell += '"'
        at++
      }
      line += lineBreaksIn(cell)
    }
    // Text after a closed quote belongs to its cell.
    let end = at
    while (end < whole.length && whole[end] !== separator && whole[end] !== '\n' && whole[end] !== '\r') end++
    const value = cell + whole.slice(at, end)
    const isBeyond = cells.length >= maxCells
    if (!isBeyond || value.trim() !== '') cells.push(value)
    if (isBeyond && value.trim() !== '') break
    at = end
    if (whole[at] === separator) {
      at++
      // The last cell of a row, or of the file, may be empty.
      if (at === whole.length && cells.length < maxCells) cells.push('')
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

function lineBreaksIn(text: string): number {
  const lineBreak = /\r\n|\r|\n/g
  let count = 0
  while (lineBreak.test(text)) count++
  return count
}

/**
 * The separator, outside of quotes, of most of the first lines; a semicolon without any. The first line alone may be a
 * title, and other lines have commas in their prices.
 */
function separatorOf(text: string): Separator {
  const counts = { ';': 0, '\t': 0, ',': 0 }
  const inLine = new Set<Separator>()
  let lines = 0
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char in counts) inLine.add(char as Separator)
    else if (char === '\n' || char === '\r') {
      for (const separator of inLine) counts[separator]++
      inLine.clear()
      if (++lines === FIRST_LINES) break
    }
  }
  for (const separator of inLine) counts[separator]++
  return SEPARATORS.reduce((best, one) => (counts[one] > counts[best] ? one : best), ';')
}
