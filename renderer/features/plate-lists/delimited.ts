import { csvRows } from '#shared/domain/csv-read.ts'
import { type ListSheet, MAX_COLUMNS } from './list-file.ts'
import { type Allowance, createSheetRows } from './sheet-rows.ts'

/** A cell of more lines has an opening quote too many (`17" llantas`): it swallowed the rest of the file. */
const MAX_LINES_IN_CELL = 30
/** Part of the lines with cells of a text that is a table. */
const TABLE_SHARE = 0.7
const LOOKED_AT = 50

/** Rows of delimited text, each at its line. */
export function readDelimited(text: string, name: string, allowance: Allowance): ListSheet {
  // What Excel is told of the separator is no row.
  const whole = text.replace(/^\uFEFF?sep=.\r?\n/i, '\n')
  // A part of it, if it is not read to its end.
  const before = { ...allowance }
  const quoted = readRows(whole, name, allowance)
  if (quoted) return quoted
  Object.assign(allowance, before)
  return (
    readRows(whole.replaceAll('"', ''), name, allowance) ?? createSheetRows(name, false, allowance).take()
  )
}

/**
 * Reads row by row, so that a file beyond the limits is refused as soon as it passes them.
 * @returns null where a cell has swallowed lines
 */
function readRows(text: string, name: string, allowance: Allowance): ListSheet | null {
  const sheet = createSheetRows(name, false, allowance)
  for (const { line, cells } of csvRows(text, { maxCells: MAX_COLUMNS }))
    for (const [column, cell] of cells.entries()) {
      if (cell.split('\n', MAX_LINES_IN_CELL + 1).length > MAX_LINES_IN_CELL) return null
      sheet.set(line - 1, column, cell)
    }
  return sheet.take()
}

/** True for a text whose lines mostly have as many cells, of a semicolon or a tab: commas are also of sentences. */
export function isTable(text: string): boolean {
  const lines = text.split(/\r\n|[\r\n]/, LOOKED_AT * 2).filter((line) => line.trim() !== '')
  const looked = lines.slice(0, LOOKED_AT)
  if (looked.length < 2) return false
  return [';', '\t'].some((separator) => {
    const counts = looked.map((line) => line.split(separator).length).filter((count) => count > 1)
    const usual = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length))
    return usual >= looked.length * TABLE_SHARE
  })
}
