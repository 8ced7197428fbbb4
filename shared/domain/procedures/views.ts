import type { CaseColumn, CaseFilter, CaseSort } from '../../bridge/cases.ts'

/** A view that every account has. Its name is in shared/text/cases.ts. */
export interface BuiltInView {
  id: BuiltInViewId
  filter: CaseFilter
  sort: CaseSort
  columns: readonly CaseColumn[]
}

export const BUILT_IN_VIEWS = [
  'con-incidencia',
  'en-espera',
  'sin-cambios',
  'por-vencer',
  'terminados-hoy',
  'todos',
] as const
export type BuiltInViewId = (typeof BUILT_IN_VIEWS)[number]

/** Days without a change until a procedure needs attention, and before a legal day until it is shown. */
export const QUIET_DAYS = 15
export const DEADLINE_DAYS = 7

/** Default columns of a list; where space is short, those that matter least are hidden. */
export const DEFAULT_COLUMNS: readonly CaseColumn[] = [
  'plate',
  'status',
  'waiting',
  'type',
  'vehicle',
  'incident',
  'client',
  'parties',
  'labels',
  'deadline',
  'invoice',
]

/** Default columns of earlier versions: a view that was saved with them did not choose them. */
const FORMER_DEFAULTS: readonly (readonly CaseColumn[])[] = [
  ['plate', 'status', 'waiting', 'type', 'incident', 'labels', 'deadline', 'client', 'parties', 'invoice'],
]

const isSame = (a: readonly CaseColumn[], b: readonly CaseColumn[]) => a.join() === b.join()

/** True for columns that no user has chosen. */
export const isDefaultColumns = (columns: readonly CaseColumn[]): boolean => isSame(columns, DEFAULT_COLUMNS)

/** Columns of a saved view, today: the defaults of its time are those of now. */
export const columnsOfToday = (columns: readonly CaseColumn[]): readonly CaseColumn[] =>
  FORMER_DEFAULTS.some((former) => isSame(columns, former)) ? DEFAULT_COLUMNS : columns

const waitingLongest: CaseSort = { by: 'waiting', descending: true }

/** The views as pure filters, in the order of the side bar. */
export const builtInViews: readonly BuiltInView[] = [
  { id: 'con-incidencia', filter: { statuses: ['BLOCKED'] }, sort: waitingLongest, columns: DEFAULT_COLUMNS },
  { id: 'en-espera', filter: { statuses: ['ON_HOLD'] }, sort: waitingLongest, columns: DEFAULT_COLUMNS },
  { id: 'sin-cambios', filter: { quietDays: QUIET_DAYS }, sort: waitingLongest, columns: DEFAULT_COLUMNS },
  {
    id: 'por-vencer',
    filter: { deadlineDays: DEADLINE_DAYS },
    sort: { by: 'deadline', descending: false },
    columns: DEFAULT_COLUMNS,
  },
  {
    id: 'terminados-hoy',
    filter: { endedToday: true },
    sort: { by: 'changed', descending: true },
    columns: DEFAULT_COLUMNS,
  },
  { id: 'todos', filter: {}, sort: { by: 'recent', descending: true }, columns: DEFAULT_COLUMNS },
]
