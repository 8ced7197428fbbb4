import { useCallback, useEffect, useState } from 'react'
import type { DeskColumn, DeskFilter, DeskSort, DeskView } from '#shared/bridge/desk.ts'
import { useClient } from '../../replica/client.ts'
import { setFilter, useProceduresDesk } from '../../ui-state/procedures-desk.ts'
import { rememberShown, useSavedViews } from './use-views.ts'
import { sameFilter, type ShownView, tidyFilter, viewOf } from './views.ts'

const SEARCH_AFTER_MS = 120

export interface DeskViewState {
  view: ShownView
  saved: readonly DeskView[]
  /** The filter as it is now, and whether it is other than the view's. */
  filter: DeskFilter
  changed: boolean
  change: (filter: DeskFilter) => void
  /** What is in the search box: it becomes part of the filter once typing stops for an instant. */
  typed: string
  type: (typed: string) => void
  show: (columns: readonly DeskColumn[], sort: DeskSort) => void
}

/** A view as it is being looked through: its filter with what was changed of it here. */
export function useDeskView(id: string | undefined): DeskViewState {
  const client = useClient()
  const saved = useSavedViews()
  const view = viewOf(saved, id)
  const left = useProceduresDesk(({ filters }) => filters[view.id])
  const filter = left ?? view.filter
  const [typed, setTyped] = useState(filter.text ?? '')
  // Another view, or the same one put back as it was: the box says what its filter says.
  const [told, setTold] = useState({ id: view.id, text: filter.text ?? '' })
  if (told.id !== view.id || told.text !== (filter.text ?? '')) {
    setTold({ id: view.id, text: filter.text ?? '' })
    if (told.id !== view.id || typed.trim() === told.text) setTyped(filter.text ?? '')
  }

  const change = (next: DeskFilter) => {
    const tidy = tidyFilter(next)
    setFilter(view.id, sameFilter(tidy, view.filter) ? null : tidy)
  }
  const settle = useCallback(
    (text: string) => {
      const next = tidyFilter({ ...filter, text })
      if (sameFilter(next, filter)) return
      setFilter(view.id, sameFilter(next, view.filter) ? null : next)
    },
    [filter, view.id, view.filter],
  )
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, settle])

  return {
    view,
    saved,
    filter,
    changed: !sameFilter(filter, view.filter),
    change,
    typed,
    type: setTyped,
    show: (columns, sort) => void rememberShown(client, saved, { ...view, columns, sort }),
  }
}
