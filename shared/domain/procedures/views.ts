import type { CaseColumn, CaseFilter, CaseSort } from '../../bridge/cases.ts'

/** View of every account. Its name is in shared/text/cases.ts. */
export interface BuiltInView {
  id: BuiltInViewId
  filter: CaseFilter
  sort: CaseSort
  columns: readonly CaseColumn[]
}

export const BUILT_IN_VIEWS = [
  'abiertos',
  'lo-mio',
  'sin-asignar',
  'con-incidencia',
  'en-espera',
  'sin-cambios',
  'por-vencer',
  'terminados-hoy',
  'todos',
] as const
export type BuiltInViewId = (typeof BUILT_IN_VIEWS)[number]

/** Days without a change after which a procedure needs attention. */
export const QUIET_DAYS = 15
export const DEADLINE_DAYS = 7

/** Default columns of a list. Where space is short, the least important are hidden. */
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

/** Default columns of earlier versions. A view saved with them did not choose its columns. */
const FORMER_DEFAULTS: readonly (readonly CaseColumn[])[] = [
  ['plate', 'status', 'waiting', 'type', 'incident', 'labels', 'deadline', 'client', 'parties', 'invoice'],
]

const isSame = (a: readonly CaseColumn[], b: readonly CaseColumn[]) => a.join() === b.join()

/** True for columns that no user has chosen. */
export const isDefaultColumns = (columns: readonly CaseColumn[]): boolean => isSame(columns, DEFAULT_COLUMNS)

/** Columns of a saved view. Former defaults become the present ones. */
export const columnsOfToday = (columns: readonly CaseColumn[]): readonly CaseColumn[] =>
  FORMER_DEFAULTS.some((former) => isSame(columns, former)) ? DEFAULT_COLUMNS : columns

const waitingLongest: CaseSort = { by: 'waiting', descending: true }

const latestFirst: CaseSort = { by: 'recent', descending: true }

/** Views as filters. */
export const builtInViews: readonly BuiltInView[] = [
  { id: 'abiertos', filter: { ended: false }, sort: latestFirst, columns: DEFAULT_COLUMNS },
  {
    id: 'lo-mio',
    filter: { ended: false, assigned: { to: 'me' } },
    sort: waitingLongest,
    columns: DEFAULT_COLUMNS,
  },
  {
    id: 'sin-asignar',
    filter: { ended: false, assigned: { to: 'nobody' } },
    sort: latestFirst,
    columns: DEFAULT_COLUMNS,
  },
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
  { id: 'todos', filter: {}, sort: latestFirst, columns: DEFAULT_COLUMNS },
]
