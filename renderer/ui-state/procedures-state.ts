import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import { NOTHING_PICKED, type Picked } from './picked.ts'

/** How Expedientes was left: whoever opens one and comes back finds it so. In memory only: filters have names in them. */
export interface ProceduresState {
  /** The filter of each view, where it is not as it was saved. */
  filters: Readonly<Record<string, CaseFilter>>
  picked: Picked
  /** The row that has the keyboard, of which view. */
  place: { view: string; index: number } | null
  preview: boolean
  /** The draft opened last. */
  lastDraft: string | null
}

const EMPTY: ProceduresState = {
  filters: {},
  picked: NOTHING_PICKED,
  place: null,
  preview: false,
  lastDraft: null,
}
const store = createStore<ProceduresState>(() => EMPTY)

/** Another account's procedures: nothing of these is there. */
export const resetProceduresState = () => store.setState(EMPTY)

/** `null`: as it was saved. What was picked was of another list. */
export const setFilter = (view: string, filter: CaseFilter | null) =>
  store.setState(({ filters: { [view]: _old, ...others } }) => ({
    filters: filter === null ? others : { ...others, [view]: filter },
    picked: NOTHING_PICKED,
    place: null,
  }))
export const setPicked = (picked: Picked) => store.setState({ picked })
export const setPlace = (view: string, index: number) => store.setState({ place: { view, index } })
export const setLastDraft = (lastDraft: string) => store.setState({ lastDraft })
export const setPreview = (preview: boolean) => store.setState({ preview })

export const proceduresState = () => store.getState()
export const useProceduresState = <T>(select: (annotations: ProceduresState) => T) => useStore(store, select)
