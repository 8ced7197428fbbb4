import { csvRows } from '#shared/domain/csv-read.ts'
import { type ListSheet, MAX_COLUMNS } from './list-file.ts'
import { type Allowance, createSheetRows } from './sheet-rows.ts'

/** Part of the lines with cells of a text that is a table. */
const TABLE_SHARE = 0.7
const LOOKED_AT = 50

/**
 * Rows of delimited text, each at its line. Reads row by row, so that a file beyond the limits is refused as soon as it
 * passes them.
 * @param hiddenLines its hidden rows, from 0
 * @throws {UnreadableList} `too-large`
 */
export function readDelimited(
  text: string,
  name: string,
  allowance: Allowance,
  hiddenLines: readonly number[] = [],
): ListSheet {
  const sheet = createSheetRows(name, false, allowance)
  for (const { line, cells } of csvRows(text, { maxCells: MAX_COLUMNS }))
    for (const [column, cell] of cells.entries()) sheet.set(line - 1, column, cell)
  for (const line of hiddenLines) sheet.hideRow(line)
  return sheet.take()
}

/**
 * True for a text whose lines mostly have as many cells, of a semicolon, a tab or a bar: commas are also of sentences.
 * A line `sep=` says it.
 */
export function isTable(text: string): boolean {
  if (/^\uFEFF?sep=.[\r\n]/i.test(text)) return true
  const lines = text.split(/\r\n|[\r\n]/, LOOKED_AT * 2).filter((line) => line.trim() !== '')
  const looked = lines.slice(0, LOOKED_AT)
  if (looked.length < 2) return false
  return [';', '\t', '|'].some((separator) => {
    const counts = looked.map((line) => line.split(separator).length).filter((count) => count > 1)
    const usual = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length))
    return usual >= looked.length * TABLE_SHARE
  })
}
