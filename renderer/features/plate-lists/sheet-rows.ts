import { type ListSheet, MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, UnreadableList } from './list-file.ts'

/** What may still be taken of a file, over all its sheets: a few bytes may stand for millions of cells. */
export interface Allowance {
  rows: number
  characters: number
}

export const newAllowance = (): Allowance => ({ rows: MAX_ROWS, characters: MAX_TEXT })

/**
 * Collects the cells of a sheet in any order.
 * @throws {UnreadableList} `too-large` for a cell with text beyond the bounds; blank ones do not count
 */
export function createSheetRows(name: string, isHidden: boolean, allowance: Allowance) {
  const rows: string[][] = []
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()

  function set(row: number, column: number, shown: string): void {
    const text = shown.slice(0, MAX_CELL).trim()
    if (text === '') return
    if (row >= MAX_ROWS || column >= MAX_COLUMNS) throw new UnreadableList('too-large')
    allowance.rows -= Math.max(0, row + 1 - rows.length)
    allowance.characters -= text.length
    if (allowance.rows < 0 || allowance.characters < 0) throw new UnreadableList('too-large')
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  return {
    set,
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
    }),
  }
}

export type SheetRows = ReturnType<typeof createSheetRows>
