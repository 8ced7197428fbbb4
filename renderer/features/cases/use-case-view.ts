import { useState } from 'react'
import type { CaseColumn, CaseFilter, CaseSort, CaseView } from '#shared/bridge/cases.ts'
import { useClient } from '../../replica/client.ts'
import { setFilter, useProceduresState } from '../../ui-state/page-states.ts'
import { useSavedViews } from './use-saved-views.ts'
import { rememberShown } from './view-actions.ts'
import { sameFilter, type ShownView, tidyFilter, viewOf } from './views.ts'

export interface CaseViewState {
  view: ShownView
  saved: readonly CaseView[]
  /** Present filter, and whether it differs from the view's. */
  filter: CaseFilter
  changed: boolean
  /** @returns the filter from now on */
  change: (filter: CaseFilter) => CaseFilter
  /** Text of the search box: part of the filter at every key, which the store answers within a frame. */
  typed: string
  type: (typed: string) => CaseFilter
  /** @returns true if saved */
  show: (columns: readonly CaseColumn[], sort: CaseSort) => Promise<boolean>
}

/** State of the open view: its filter with the changes made here. */
export function useCaseView(id: string | undefined): CaseViewState {
  const client = useClient()
  const saved = useSavedViews()
  const view = viewOf(saved, id)
  const left = useProceduresState(({ filters }) => filters[view.id])
  const filter = left ?? view.filter
  const [typed, setTyped] = useState(filter.text ?? '')
  // Another view, or the same one reset: the box takes the text of its filter.
  const [told, setTold] = useState({ id: view.id, text: filter.text ?? '' })
  if (told.id !== view.id || told.text !== (filter.text ?? '')) {
    setTold({ id: view.id, text: filter.text ?? '' })
    if (told.id !== view.id || typed.trim() === told.text) setTyped(filter.text ?? '')
  }

  const change = (next: CaseFilter) => {
    const tidy = tidyFilter(next)
    const changed = !sameFilter(tidy, view.filter)
    setFilter(view.id, changed ? tidy : null)
    return changed ? tidy : view.filter
  }
  const type = (text: string) => {
    setTyped(text)
    // A trailing space finds nothing else, and keeps the picked rows.
    return text.trim() === (filter.text ?? '') ? filter : change({ ...filter, text: text.trim() })
  }

  return {
    view,
    saved,
    filter,
    changed: !sameFilter(filter, view.filter),
    change,
    typed,
    type,
    show: (columns, sort) => rememberShown(client, saved, { ...view, columns, sort }),
  }
}
