import { useState } from 'react'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import {
  cellField,
  parseCellField,
  type BatchColumn,
  type BatchField,
} from '#shared/domain/transfer-batch.ts'
import {
  clipboardCells,
  GRID_COLUMNS,
  isTyped,
  pasteCells,
  type GridColumn,
  type Pasted,
} from '#shared/domain/transfer-batch-paste.ts'
import { batchPasteText as text } from '#shared/text/transfer-batches.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../app/toasts.ts'
import { createFills, type Fill } from '../../app/forms/fills.ts'
import { tidyCell, type BatchOnScreen, type GridRow } from './use-batch.ts'

/** Typing, pasting and clearing in the grid of a batch, and undo of the last action. */
export function useGridActions({ form, rows, values }: BatchOnScreen) {
  const { bridge, now } = useClient()
  const [fills] = useState(() => createFills(form))
  /** Last pasted block, until the user closes its notice. */
  const [pasted, setPasted] = useState<(Pasted & { fill: Fill<BatchField> | null }) | null>(null)

  /** Value of a cell now, including typing since the last render. */
  function read(ord: number, column: BatchColumn): string {
    const { base, typed } = form.store.getState().form
    const field = cellField(ord, column)
    return typed[field] ?? base.fields[field] ?? ''
  }
  const undo = (fill: Fill<BatchField>) => {
    const undone = fills.undo(fill)
    if (undone) showToast(undone.whole ? text.undone : text.undoneSome)
    setPasted((shown) => (shown?.fill?.id === fill.id ? null : shown))
  }

  /** Fills empty names of the given rows with the names that the account knows for their numbers. */
  async function putNames(ords: readonly number[]) {
    const wanted = new Map<number, string>()
    for (const ord of ords) {
      const taxId = read(ord, 'otherTaxId')
      const isEmpty = read(ord, 'otherName').trim() === ''
      if (isEmpty && checkTaxId(taxId).status === 'valid') wanted.set(ord, taxId)
    }
    if (wanted.size === 0) return
    const answer = await bridge.call('transfer-batches.names', { taxIds: [...new Set(wanted.values())] })
    if (!answer.ok) return
    const names = new Map(answer.value.names.map(({ taxId, name }) => [taxId, name]))
    const put: { [F in BatchField]?: string } = {}
    for (const [ord, taxId] of wanted) {
      const name = names.get(taxId)
      // Skip a row if the user changed its number or its name meanwhile.
      const isSame = read(ord, 'otherTaxId') === taxId
      if (name !== undefined && isSame && read(ord, 'otherName').trim() === '')
        put[cellField(ord, 'otherName')] = name
    }
    const fill = fills.fillIn(put)
    if (fill) showToast(text.names(fill.names.length), 'done', { label: text.undo, run: () => undo(fill) })
  }

  return {
    pasted,
    closePasted: () => setPasted(null),
    undoPasted: pasted?.fill ? () => pasted.fill && undo(pasted.fill) : null,
    type(row: GridRow, column: GridColumn, value: string) {
      if (isTyped(column) && !row.isMade) form.type(cellField(row.ord, column), value)
    },
    left(row: GridRow, column: GridColumn) {
      if (!isTyped(column) || row.isMade) return
      const field = cellField(row.ord, column)
      const typed = read(row.ord, column)
      const tidy = tidyCell(column, typed, now())
      if (tidy !== typed) form.type(field, tidy)
      void form.flush()
      if (column === 'otherTaxId') void putNames([row.ord])
    },
    paste(clipboard: string, { row, column }: CellPlace) {
      const block = clipboardCells(clipboard)
      if (block.length === 0) return
      const at = { row, column: GRID_COLUMNS[column] ?? 'vrm' }
      const result = pasteCells(block, { rows, values, at })
      const tidied = Object.entries(result.values).map(([name, value]) => [
        name,
        tidyCell(parseCellField(name)?.column ?? 'vrm', value ?? '', now()),
      ])
      const fill = fills.fillIn(Object.fromEntries(tidied) as typeof result.values)
      void form.flush()
      setPasted({ ...result, fill })
      const ords = Object.keys(result.values).flatMap((name) => {
        const cell = parseCellField(name)
        return cell?.column === 'otherTaxId' ? [cell.ord] : []
      })
      void putNames(ords)
    },
    clear({ top, bottom, left, right }: Range) {
      const columns = GRID_COLUMNS.slice(left, right + 1).filter(isTyped)
      const open = rows.slice(top, bottom + 1).filter(({ isMade }) => !isMade)
      const names = open.flatMap(({ ord }) => columns.map((column) => cellField(ord, column)))
      const fill = fills.fillIn(Object.fromEntries(names.map((name) => [name, ''])))
      if (fill && fill.names.length > 1)
        showToast(text.cleared, 'done', { label: text.undo, run: () => undo(fill) })
    },
    undo() {
      const last = fills.latest()
      if (last) undo(last)
    },
  }
}

/** Position of a cell: indexes of its row and its column. */
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

interface GridSize {
  rows: number
  columns: number
  /** Number of rows in view. */
  page: number
}

/**
 * Finds the cell that a key leads to, as in a spreadsheet. `null`: the key does not move. `out`: Tab leaves the grid
 * at either end.
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
