import type { PlateListName } from '#shared/bridge/plate-lists.ts'
import { recogniseColumns, type TableColumns, platesInTableSteps } from '#shared/domain/plate-list-table.ts'
import type { PlateList } from '#shared/domain/plate-list.ts'
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

/** Plates of an opened sheet. */
export const platesOf = (table: OpenedTable): PlateList => allAtOnce(platesSteps(table))
/** The same in steps, so the window stays responsive. Resolves to `null` if the signal aborts. */
export const findPlates = (table: OpenedTable, signal: AbortSignal): Promise<PlateList | null> =>
  inSteps(platesSteps(table), signal)

/** Plates of a table that were found before. */
export const platesKnown = (table: OpenedTable): PlateList | null => found.get(table) ?? null

/** Rows of a sheet that are read before the next paint. */
const AT_ONCE = 1000
/** Cached plates of a table. A short sheet is read at once. `null` for a long sheet that `findPlates` has not read. */
export const platesAtOnce = (table: OpenedTable): PlateList | null =>
  platesKnown(table) ?? ((table.sheets[table.at]?.rows.length ?? 0) <= AT_ONCE ? platesOf(table) : null)

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
 * The sheet that has the most plates, of those that are seen.
 * @param unread parts of the file that were not read
 */
export const openedTable = (
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[] = [],
): OpenedTable => allAtOnce(openedSteps(name, sheets, unread))

/** The same in steps, so the window stays responsive. Resolves to `null` if the signal aborts. */
export const openTable = (
  name: string,
  sheets: readonly ListSheet[],
  unread: readonly UnreadPart[],
  signal: AbortSignal,
): Promise<OpenedTable | null> => inSteps(openedSteps(name, sheets, unread), signal)

/** Other sheets of a file that have plates, with how many. */
export const otherSheets = ({ sheets, amounts, at }: OpenedTable): { name: string; amount: number }[] =>
  sheets.flatMap(({ name }, index) => {
    const amount = amounts[index] ?? 0
    return index === at || amount === 0 ? [] : [{ name, amount }]
  })
