/** Place of a cell: indexes of its row and its column. */
export interface CellPlace {
  row: number
  column: number
}

/** Cells between two corners, both included. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export const rangeOf = (a: CellPlace, b: CellPlace): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export interface GridSize {
  rows: number
  columns: number
  /** Rows in sight. */
  page: number
}

/**
 * Cell that a key leads to, as in a spreadsheet. `null` for a key that does not move; `out` for Tab at either end, which
 * leaves the grid.
 */
export function cellMove(
  { key, shiftKey, mod }: { key: string; shiftKey: boolean; mod: boolean },
  { row, column }: CellPlace,
  { rows, columns, page }: GridSize,
): CellPlace | 'out' | null {
  const lastRow = Math.max(0, rows - 1)
  const within = (to: number, last: number) => Math.max(0, Math.min(to, last))
  const down = (by: number) => ({ row: within(row + by, lastRow), column })
  const right = (by: number) => ({ row, column: within(column + by, columns - 1) })
  switch (key) {
    case 'ArrowDown':
      return mod ? { row: lastRow, column } : down(1)
    case 'ArrowUp':
      return mod ? { row: 0, column } : down(-1)
    case 'ArrowRight':
      return mod ? { row, column: columns - 1 } : right(1)
    case 'ArrowLeft':
      return mod ? { row, column: 0 } : right(-1)
    case 'Enter':
      return mod ? null : down(shiftKey ? -1 : 1)
    case 'PageDown':
      return mod ? null : down(page)
    case 'PageUp':
      return mod ? null : down(-page)
    case 'Home':
      return { row: mod ? 0 : row, column: 0 }
    case 'End':
      return { row: mod ? lastRow : row, column: columns - 1 }
    case 'Tab': {
      if (mod) return null
      const place = row * columns + column + (shiftKey ? -1 : 1)
      if (place < 0 || place >= rows * columns) return 'out'
      return { row: Math.floor(place / columns), column: place % columns }
    }
    default:
      return null
  }
}
