import type { CaseColumn, CaseSort } from '#shared/bridge/cases.ts'
import { caseColumnLabels } from '#shared/text/app-cases.ts'

/** All columns, in the order in which they are offered. */
export const ALL_COLUMNS = Object.keys(caseColumnLabels) as readonly CaseColumn[]

interface ColumnViewModel {
  /** Track of `grid-template-columns`. */
  width: string
  /** Minimum width, in rem. */
  least: number
  /** Sort key of a press on its header. */
  sort?: CaseSort['by']
  /** Dropped first where there is no room, unless the user chose the columns. */
  low?: true
}

const VIEW_MODELS: Readonly<Record<CaseColumn, ColumnViewModel>> = {
  plate: { width: '6.125rem', least: 6.125, sort: 'vrm' },
  // «Cambio de titularidad» fits whole.
  type: { width: 'minmax(9.5rem, 0.7fr)', least: 9.5 },
  status: { width: 'minmax(11.25rem, 0.9fr)', least: 11.25, sort: 'status' },
  incident: { width: 'minmax(9rem, 2fr)', least: 9 },
  waiting: { width: '4.25rem', least: 4.25, sort: 'waiting' },
  client: { width: 'minmax(6rem, 1fr)', least: 6, sort: 'client', low: true },
  parties: { width: 'minmax(9rem, 1.6fr)', least: 9, low: true },
  invoice: { width: 'minmax(6rem, 0.6fr)', least: 6, low: true },
  labels: { width: 'minmax(5rem, 0.8fr)', least: 5, low: true },
  deadline: { width: '8.5rem', least: 8.5, sort: 'deadline', low: true },
  created: { width: '5.5rem', least: 5.5, low: true },
  id: { width: 'minmax(7rem, 1fr)', least: 7, low: true },
}

/** Width of the checkbox. */
const PICK = 1.25
/** Gap between columns, and padding at both ends of the list. */
const GAP = 1
const ENDS = 3

export const columnTitle = (column: CaseColumn): string => caseColumnLabels[column]
export const columnSort = (column: CaseColumn): CaseSort['by'] | undefined => VIEW_MODELS[column].sort

/** `grid-template-columns` of some columns. */
export const columnWidths = (columns: readonly CaseColumn[]): string =>
  [`${PICK}rem`, ...columns.map((column) => VIEW_MODELS[column].width)].join(' ')

/** Columns that fit in a width: low-priority ones are dropped, the last first. */
export function columnsThatFit(columns: readonly CaseColumn[], rem: number): readonly CaseColumn[] {
  const needed = (some: readonly CaseColumn[]) =>
    ENDS + PICK + some.reduce((sum, column) => sum + GAP + VIEW_MODELS[column].least, 0)
  let fitting = columns
  while (needed(fitting) > rem) {
    const leaving = fitting.findLastIndex((column) => VIEW_MODELS[column].low)
    if (leaving < 0) break
    fitting = fitting.filter((_, index) => index !== leaving)
  }
  return fitting
}

/** Order after a press on a header: longest wait and nearest day first, then reversed. */
export function sortAfterPress(sort: CaseSort, by: CaseSort['by']): CaseSort {
  if (sort.by === by) return { by, descending: !sort.descending }
  return { by, descending: by === 'waiting' || by === 'recent' || by === 'changed' }
}
