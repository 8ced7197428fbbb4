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
}

/** Rows with any content. An unclosed quote ends with the file. */
export function readCsv(text: string, options: CsvOptions = {}): CsvRow[] {
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text
  const rows: CsvRow[] = []
  const { separator = separatorOf(whole), keepsBlank = false } = options
  let cells: string[] = []
  let line = 1
  let began = 1
  let at = 0

  function endRow(): void {
    if (keepsBlank ? cells.length > 0 : cells.some((cell) => cell.trim() !== ''))
      rows.push({ line: began, cells })
    cells = []
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
      line += cell.split(/\r\n|\r|\n/).length - 1
    }
    // Text after a closed quote belongs to its cell.
    let end = at
    while (end < whole.length && whole[end] !== separator && whole[end] !== '\n' && whole[end] !== '\r') end++
    cells.push(cell + whole.slice(at, end))
    at = end
    if (whole[at] === separator) {
      at++
      // The last cell of a row, or of the file, may be empty.
      if (at === whole.length) cells.push('')
      continue
    }
    if (at >= whole.length) break
    at += whole[at] === '\r' && whole[at + 1] === '\n' ? 2 : 1
    endRow()
    line++
    began = line
  }
  endRow()
  return rows
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
