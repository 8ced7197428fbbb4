import type { CaseColumn, CaseFilter, CaseSort, CaseView } from '#shared/bridge/cases.ts'
import type { Route } from '#shared/bridge/route.ts'
import {
  builtInViews,
  BUILT_IN_VIEWS,
  type BuiltInViewId,
  columnsOfToday,
} from '#shared/domain/procedures/views.ts'
import { builtInViewNames } from '#shared/text/sidebar.ts'
import { useQuery } from '../../replica/use-replica.ts'

/** Widths that the user has chosen, in rem. */
export type ColumnWidths = Readonly<NonNullable<CaseView['widths']>>
const NO_WIDTHS: ColumnWidths = {}

/** View as the screens use it: built in or saved, with its name, columns and order. */
export interface ShownView {
  id: string
  name: string
  filter: CaseFilter
  sort: CaseSort
  columns: readonly CaseColumn[]
  widths: ColumnWidths
  own: boolean
}

/** View of the section itself, without a `list` in the route. */
export const OPEN_VIEW: BuiltInViewId = 'abiertos'
export const ALL_VIEW: BuiltInViewId = 'todos'
export const MY_VIEW: BuiltInViewId = 'lo-mio'

export const viewRoute = (id: string): Route =>
  id === OPEN_VIEW ? { view: 'procedures' } : { view: 'procedures', list: id }

const isBuiltIn = (id: string): id is BuiltInViewId => (BUILT_IN_VIEWS as readonly string[]).includes(id)

/** Built-in views, each with the columns and order last used. */
export function builtIn(saved: readonly CaseView[]): readonly ShownView[] {
  return builtInViews.map((view) => {
    const left = saved.find(({ id }) => id === view.id)
    return {
      ...view,
      name: builtInViewNames[view.id],
      own: false,
      widths: left?.widths ?? NO_WIDTHS,
      ...(left && { sort: left.sort, columns: columnsOfToday(left.columns) }),
    }
  })
}

export const ownViews = (saved: readonly CaseView[]): readonly ShownView[] =>
  saved
    .filter(({ id }) => !isBuiltIn(id))
    .map((view) => ({
      ...view,
      columns: columnsOfToday(view.columns),
      widths: view.widths ?? NO_WIDTHS,
      own: true,
    }))

/** View with that id; the view of the open cases if it no longer exists. */
export function viewOf(saved: readonly CaseView[], id: string = OPEN_VIEW): ShownView {
  const views = [...builtIn(saved), ...ownViews(saved)]
  return (
    views.find((view) => view.id === id) ??
    // That view is built in, so it always exists.
    (views.find((view) => view.id === OPEN_VIEW) as ShownView)
  )
}

export const toSave = ({ id, name, filter, sort, columns, widths }: ShownView): CaseView => ({
  id,
  name,
  filter,
  sort,
  columns: [...columns],
  ...(Object.keys(widths).length > 0 && { widths }),
})

/** Text of a filter for comparisons. The order in which the user set the conditions does not matter. */
const inOrder = (filter: CaseFilter) =>
  JSON.stringify(
    Object.entries(filter)
      .filter(
        ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
      )
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  )

export const sameFilter = (a: CaseFilter, b: CaseFilter): boolean => inOrder(a) === inOrder(b)

/**
 * Filter of a view after typing in its search box. A search among the open cases finds the ended ones too: an office
 * that types a plate wants that case, whatever its state. Without a text, the list has the open cases again.
 */
export function searchFilter({ id }: ShownView, filter: CaseFilter, text: string): CaseFilter {
  if (id !== OPEN_VIEW || (text === '') === (filter.text === undefined)) return { ...filter, text }
  const { ended: _ended, ...others } = filter
  return text === '' ? { ...others, text, ended: false } : { ...others, text }
}

/** Filter without its empty conditions. */
export function tidyFilter(filter: CaseFilter): CaseFilter {
  const kept = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept)
}

const NONE: readonly CaseView[] = []

/** Saved views of the account; none while they load. */
export function useSavedViews(): readonly CaseView[] {
  return useQuery('views.list', {}).data?.views ?? NONE
}
