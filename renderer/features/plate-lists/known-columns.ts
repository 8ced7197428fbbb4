import type { ListTable } from '#shared/bridge/plate-lists.ts'
import { MAX_COLUMNS, MAX_LINE_TEXT, MAX_LIST_NAME } from '#shared/domain/plate-list-limits.ts'
import type { Bridge } from '../../bridge.ts'
import { findPlates, type OpenedTable } from './opened-table.ts'

/** How a table was read, to be known again by its row of names; `null` if it has none. */
export function listTableOf({ sheets, at, columns }: OpenedTable): ListTable | null {
  const { header, plate, alsoPlates, note } = columns
  const names = header === null ? [] : (sheets[at]?.rows[header] ?? [])
  if (names.length === 0 || names.length > MAX_COLUMNS) return null
  return {
    headings: names.map((name) => name.slice(0, MAX_LINE_TEXT)),
    plate,
    alsoPlates: [...alsoPlates],
    note: [...note],
  }
}

/**
 * The same table with the columns of the last list that had its names, if they still have plates. It is only a proposal:
 * without an answer the table is as recognised.
 * @param name of the list that is being made
 */
export async function asLastTime(
  bridge: Bridge,
  table: OpenedTable,
  name: string,
  signal: AbortSignal,
): Promise<OpenedTable> {
  const read = listTableOf(table)
  if (!read) return table
  const answer = await bridge.call('plate-lists.columns', {
    headings: read.headings,
    name: name.slice(0, MAX_LIST_NAME),
  })
  if (!answer.ok || !answer.value.known) return table
  const { columns, of } = answer.value.known
  const proposed = { ...table, columns: { ...table.columns, ...columns }, lastTime: of }
  const plates = await findPlates(proposed, signal)
  return plates && plates.plates.length > 0 ? proposed : table
}
