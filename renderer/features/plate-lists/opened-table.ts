import type { PlateListName } from '#shared/bridge/plate-lists.ts'
import { recogniseColumns, type TableColumns } from '#shared/domain/plate-list-columns.ts'
import { platesInTable } from '#shared/domain/plate-list-table.ts'
import type { ListSheet } from './list-file.ts'

/** A file of sheets, of which one is looked at. */
export interface OpenedTable {
  name: string
  sheets: readonly ListSheet[]
  /** Index of the sheet. */
  at: number
  columns: TableColumns
  /** List whose columns these are: it had the same names. */
  lastTime?: PlateListName
  /** Its hidden rows are looked up too. */
  withHidden: boolean
}

/** What is looked up of an opened sheet. */
export const platesOf = ({ sheets, at, columns, withHidden }: OpenedTable) =>
  platesInTable(sheets[at]?.rows ?? [], columns, withHidden ? undefined : new Set(sheets[at]?.hiddenRows))

/** A table whose columns are no longer those of the last time. */
export function withoutLastTime({ lastTime: _lastTime, ...table }: OpenedTable): OpenedTable {
  return table
}

/** The same file with another of its sheets. */
export const withSheet = (table: OpenedTable, at: number): OpenedTable => ({
  ...withoutLastTime(table),
  at,
  columns: recogniseColumns(table.sheets[at]?.rows ?? []),
})

/** With the sheet that has the most plates of those that are seen. */
export function openedTable(name: string, sheets: readonly ListSheet[]): OpenedTable {
  const first = withSheet({ name, sheets, at: 0, columns: recogniseColumns([]), withHidden: false }, 0)
  const tables = sheets.map((_, at) => withSheet(first, at))
  const seen = tables.filter(({ at }) => !sheets[at]?.isHidden)
  const [most] = (seen.length > 0 ? seen : tables)
    .map((table) => ({ table, amount: platesOf(table).plates.length }))
    .toSorted((a, b) => b.amount - a.amount)
  return most?.table ?? first
}
