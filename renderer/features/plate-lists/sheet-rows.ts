import { columnLetters } from '#shared/domain/plate-list-columns.ts'
import { asItLooks } from '#shared/domain/odd-characters.ts'
import { type ListSheet, MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, UnreadableList } from './list-file.ts'

/** What may still be taken of a file, over all its sheets: a few bytes may stand for millions of cells. */
export interface Allowance {
  rows: number
  /** Blank rows, which take little memory: one stray cell far down makes thousands of them. */
  blankRows: number
  characters: number
}

export const newAllowance = (): Allowance => ({
  rows: MAX_ROWS,
  blankRows: MAX_BLANK_ROWS,
  characters: MAX_TEXT,
})

const MAX_BLANK_ROWS = 10 * MAX_ROWS

/** Cells with text beyond the bounds that are named. With more of them the sheet is too large. */
const MAX_FAR_CELLS = 100

/**
 * Collects the cells of a sheet in any order, from row and column 0. A few cells that are far away or too long
 * are named.
 * @throws {UnreadableList} `too-large` with many cells beyond the bounds, `damaged` for a row or column that is no number
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
    /** Repeats the cell in the rows below it, as far as the sheet has content. */
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
