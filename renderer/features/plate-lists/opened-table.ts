import type { PlateListName } from '#shared/bridge/plate-lists.ts'
import { recogniseColumns, type TableColumns } from '#shared/domain/plate-list-columns.ts'
import { platesInTable } from '#shared/domain/plate-list-table.ts'
import type { ListSheet, UnreadPart } from './list-file.ts'

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
  /** Plates of each sheet, with its columns as they were recognised. */
  amounts: readonly number[]
  /** Parts of the file that were not read. */
  unread: readonly UnreadPart[]
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

/**
 * The sheet that has the most plates, of those that are seen.
 * @param unread parts of the file that were not read
 */
export function openedTable(
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[] = [],
): OpenedTable {
  const file = { name, sheets, at: 0, columns: recogniseColumns([]), withHidden: false, amounts: [], unread }
  const tables = sheets.map((_, at) => withSheet(file, at))
  const amounts = tables.map((table) => platesOf(table).plates.length)
  const seen = tables.filter(({ at }) => !sheets[at]?.isHidden)
  const [most] = (seen.length > 0 ? seen : tables).toSorted(
    (a, b) => (amounts[b.at] ?? 0) - (amounts[a.at] ?? 0),
  )
  return { ...(most ?? withSheet(file, 0)), amounts }
}

/** Other sheets of a file that have plates, with how many. */
export const otherSheets = ({ sheets, amounts, at }: OpenedTable): { name: string; amount: number }[] =>
  sheets.flatMap(({ name }, index) => {
    const amount = amounts[index] ?? 0
    return index === at || amount === 0 ? [] : [{ name, amount }]
  })
