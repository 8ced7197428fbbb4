import type { PlateListName } from '#shared/bridge/plate-lists.ts'
import { recogniseColumns, type TableColumns, platesInTableSteps } from '#shared/domain/plate-list-table.ts'
import type { PlateList } from '#shared/domain/plate-list.ts'
import type { ListSheet, UnreadPart } from './list-file.ts'

/** File with sheets, of which one is open. */
export interface OpenedTable {
  name: string
  sheets: readonly ListSheet[]
  /** Index of the open sheet. */
  at: number
  columns: TableColumns
  /** Earlier list whose columns are used here, because it had the same column names. */
  lastTime?: PlateListName
  /** True if hidden rows are looked up too. */
  withHidden: boolean
  /** Number of plates of each sheet, with the columns that were recognised. */
  amounts: readonly number[]
  /** Parts of the file that were not read. */
  unread: readonly UnreadPart[]
}

/** Cached plates by table. A table is never mutated. */
const found = new WeakMap<OpenedTable, PlateList>()

function* platesSteps(table: OpenedTable): Generator<void, PlateList> {
  const known = found.get(table)
  if (known) return known
  const { sheets, at, columns, withHidden } = table
  const hidden = withHidden ? undefined : new Set(sheets[at]?.hiddenRows)
  const plates = yield* platesInTableSteps(sheets[at]?.rows ?? [], columns, hidden)
  found.set(table, plates)
  return plates
}

function allAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Maximum time of one step. The window paints and handles keys between steps. */
const STEP_MS = 40

async function inSteps<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
  let began = performance.now()
  while (!signal.aborted) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < STEP_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
  return null
}

/** Finds the plates of the open sheet. */
export const platesOf = (table: OpenedTable): PlateList => allAtOnce(platesSteps(table))
/** Finds the plates in steps, so that the window stays responsive. Resolves to `null` if the signal aborts. */
export const findPlates = (table: OpenedTable, signal: AbortSignal): Promise<PlateList | null> =>
  inSteps(platesSteps(table), signal)

/** Plates of a table, if they were found before. */
export const platesKnown = (table: OpenedTable): PlateList | null => found.get(table) ?? null

/** Maximum rows of a sheet that are read synchronously, before the next paint. */
const AT_ONCE = 1000
/**
 * Plates of a table: cached, or read at once from a short sheet. `null` for a long sheet that `findPlates` has not
 * read.
 */
export const platesAtOnce = (table: OpenedTable): PlateList | null =>
  platesKnown(table) ?? ((table.sheets[table.at]?.rows.length ?? 0) <= AT_ONCE ? platesOf(table) : null)

/** Table without the note that its columns come from an earlier list. */
export function withoutLastTime({ lastTime: _lastTime, ...table }: OpenedTable): OpenedTable {
  return table
}

/** Opens another sheet of the same file. */
export const withSheet = (table: OpenedTable, at: number): OpenedTable => ({
  ...withoutLastTime(table),
  at,
  columns: recogniseColumns(table.sheets[at]?.rows ?? []),
})

function* openedSteps(
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[],
): Generator<void, OpenedTable> {
  const file = { name, sheets, at: 0, columns: recogniseColumns([]), withHidden: false, amounts: [], unread }
  const tables: OpenedTable[] = []
  const lists: PlateList[] = []
  for (const at of sheets.keys()) {
    const table = withSheet(file, at)
    tables.push(table)
    lists.push(yield* platesSteps(table))
  }
  const amounts = lists.map(({ plates }) => plates.length)
  const seen = tables.filter(({ at }) => !sheets[at]?.isHidden)
  const [most] = (seen.length > 0 ? seen : tables).toSorted(
    (a, b) => (amounts[b.at] ?? 0) - (amounts[a.at] ?? 0),
  )
  const opened = { ...(most ?? withSheet(file, 0)), amounts }
  const plates = lists[opened.at]
  if (plates) found.set(opened, plates)
  return opened
}

/**
 * Opens the sheet with the most plates. Hidden sheets count only if all sheets are hidden.
 * @param unread parts of the file that were not read
 */
export const openedTable = (
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[] = [],
): OpenedTable => allAtOnce(openedSteps(name, sheets, unread))

/** Opens the sheet in steps, so that the window stays responsive. Resolves to `null` if the signal aborts. */
export const openTable = (
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[],
  signal: AbortSignal,
): Promise<OpenedTable | null> => inSteps(openedSteps(name, sheets, unread), signal)

/** Other sheets of the file with plates, and the number of plates of each. */
export const otherSheets = ({ sheets, amounts, at }: OpenedTable): { name: string; amount: number }[] =>
  sheets.flatMap(({ name }, index) => {
    const amount = amounts[index] ?? 0
    return index === at || amount === 0 ? [] : [{ name, amount }]
  })
