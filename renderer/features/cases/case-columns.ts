import type { CaseColumn, CaseSort } from '#shared/bridge/cases.ts'
import { caseColumnLabels } from '#shared/text/app-cases.ts'

/** Every column there is, in the order in which they are offered. */
export const ALL_COLUMNS = Object.keys(caseColumnLabels) as readonly CaseColumn[]

interface ColumnViewModel {
  /** Of `grid-template-columns`. */
  width: string
  /** The least that it needs, in rem. */
  least: number
  /** What a press on its title orders by. */
  sort?: CaseSort['by']
  /** Where there is no room for all it leaves before the others, unless the person asked for it. */
  low?: true
}

const VIEW_MODELS: Readonly<Record<CaseColumn, ColumnViewModel>> = {
  plate: { width: '6.125rem', least: 6.125, sort: 'vrm' },
  // «Cambio de titularidad» is read whole.
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

/** The box to pick a row. */
const PICK = 1.25
/** Between columns, and at both ends of the list. */
const GAP = 1
const ENDS = 3

export const columnTitle = (column: CaseColumn): string => caseColumnLabels[column]
export const columnSort = (column: CaseColumn): CaseSort['by'] | undefined => VIEW_MODELS[column].sort

/** `grid-template-columns` of these. */
export const columnWidths = (columns: readonly CaseColumn[]): string =>
  [`${PICK}rem`, ...columns.map((column) => VIEW_MODELS[column].width)].join(' ')

/** What can be shown in so many rem: the columns of little weight leave, the last first. */
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

/** How a press on a title changes the order: the longest wait and the nearest day first, and then the other way. */
export function sortAfterPress(sort: CaseSort, by: CaseSort['by']): CaseSort {
  if (sort.by === by) return { by, descending: !sort.descending }
  return { by, descending: by === 'waiting' || by === 'recent' || by === 'changed' }
}
