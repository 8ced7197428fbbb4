import { columnLetters } from '#shared/domain/plate-list-table.ts'
import { asItLooks } from '#shared/domain/normalize-text.ts'
import { csvRows } from '#shared/domain/csv-read.ts'
import { type ListSheet, MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, UnreadableList } from './list-file.ts'

/** Remaining limits of a file over all its sheets: a few bytes may stand for millions of cells. */
export interface Allowance {
  rows: number
  /** Blank rows need little memory, so their limit is higher: one stray cell far down makes thousands of them. */
  blankRows: number
  characters: number
}

export const newAllowance = (): Allowance => ({
  rows: MAX_ROWS,
  blankRows: MAX_BLANK_ROWS,
  characters: MAX_TEXT,
})

const MAX_BLANK_ROWS = 10 * MAX_ROWS

/** Maximum cells with text beyond the bounds that are named. With more of them the sheet is too large. */
const MAX_FAR_CELLS = 100

/**
 * Collects the cells of a sheet in any order, from row and column 0. A few cells that are too far away or too long
 * are named.
 * @throws {UnreadableList} `too-large` with many cells beyond the bounds, `damaged` if a row or column is not a
 * number
 */
export function createSheetRows(name: string, isHidden: boolean, allowance: Allowance) {
  const rows: string[][] = []
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  const farCells: string[] = []

  function set(row: number, column: number, shown: string): void {
    const whole = asItLooks(shown).trim()
    const text = whole.slice(0, MAX_CELL)
    if (text === '') return
    if (!Number.isInteger(row) || !Number.isInteger(column) || row < 0 || column < 0)
      throw new UnreadableList('damaged')
    const blanks = Math.max(0, row - rows.length)
    const isFar = row >= MAX_ROWS || column >= MAX_COLUMNS || blanks > allowance.blankRows
    if ((isFar || text !== whole) && farCells.push(`${columnLetters(column)}${row + 1}`) > MAX_FAR_CELLS)
      throw new UnreadableList('too-large')
    if (isFar) return
    allowance.blankRows -= blanks
    if ((rows[row]?.length ?? 0) === 0) allowance.rows--
    allowance.characters -= text.length
    if (allowance.rows < 0 || allowance.characters < 0) throw new UnreadableList('too-large')
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  return {
    set,
    isBlank: (row: number) => (rows[row]?.length ?? 0) === 0,
    hideRow: (row: number) => hiddenRows.add(row),
    hideColumns: (from: number, to: number) => {
      for (let column = from; column <= to && column < MAX_COLUMNS; column++) hiddenColumns.add(column)
    },
    /** Repeats a cell in the rows below it, down to the last row of the sheet with content. */
    fillDown: (row: number, column: number, to: number) => {
      const text = rows[row]?.[column] ?? ''
      if (text === '') return
      for (let below = row + 1; below <= to && below < rows.length; below++) set(below, column, text)
    },
    take: (): ListSheet => ({
      name,
      isHidden,
      rows,
      hiddenRows: [...hiddenRows].filter((row) => (rows[row]?.length ?? 0) > 0),
      hiddenColumns: [...hiddenColumns].toSorted((a, b) => a - b),
      farCells,
    }),
  }
}

export type SheetRows = ReturnType<typeof createSheetRows>

/** Minimum share of lines with cells for a text to count as a table. */
const TABLE_SHARE = 0.7
const LOOKED_AT = 50

/**
 * Rows of delimited text, each at its line. The text is read row by row, so that a file beyond the limits is refused
 * as soon as it exceeds them.
 * @param hiddenLines hidden rows, from 0
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
 * True if most lines of the text have the same number of cells, separated by semicolons, tabs or bars. Commas are not
 * tried, because sentences have commas too. A line `sep=` also marks a table.
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
