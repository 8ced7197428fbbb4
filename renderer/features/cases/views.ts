import type { CaseColumn, CaseFilter, CaseSort, CaseView } from '#shared/bridge/cases.ts'
import {
  builtInViews,
  BUILT_IN_VIEWS,
  type BuiltInViewId,
  columnsOfToday,
} from '#shared/domain/procedures/views.ts'
import { builtInViewNames } from '#shared/text/sidebar.ts'
import { useQuery } from '../../replica/use-replica.ts'

/** View as the screens use it: built in or saved, with its name, columns and order. */
export interface ShownView {
  id: string
  name: string
  filter: CaseFilter
  sort: CaseSort
  columns: readonly CaseColumn[]
  own: boolean
}

export const ALL_VIEW: BuiltInViewId = 'todos'

const isBuiltIn = (id: string): id is BuiltInViewId => (BUILT_IN_VIEWS as readonly string[]).includes(id)

/** Built-in views, each with the columns and order last used. */
export function builtIn(saved: readonly CaseView[]): readonly ShownView[] {
  return builtInViews.map((view) => {
    const left = saved.find(({ id }) => id === view.id)
    return {
      ...view,
      name: builtInViewNames[view.id],
      own: false,
      ...(left && { sort: left.sort, columns: columnsOfToday(left.columns) }),
    }
  })
}

export const ownViews = (saved: readonly CaseView[]): readonly ShownView[] =>
  saved
    .filter(({ id }) => !isBuiltIn(id))
    .map((view) => ({ ...view, columns: columnsOfToday(view.columns), own: true }))

/** View with that id; the view of all if it no longer exists. */
export function viewOf(saved: readonly CaseView[], id: string = ALL_VIEW): ShownView {
  const views = [...builtIn(saved), ...ownViews(saved)]
  return (
    views.find((view) => view.id === id) ??
    // The view of all is built in, so it always exists.
    (views.find((view) => view.id === ALL_VIEW) as ShownView)
  )
}

export const toSave = ({ id, name, filter, sort, columns }: ShownView): CaseView => ({
  id,
  name,
  filter,
  sort,
  columns: [...columns],
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
