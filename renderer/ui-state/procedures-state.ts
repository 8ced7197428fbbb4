import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import type { DealerView } from '#shared/bridge/dealers.ts'
import { NOTHING_PICKED, type Picked } from './picked.ts'

/** State of *Compraventas* (features/dealers/dealers-state.ts). */
export interface DealersState {
  view: Required<DealerView>
  /** Row of the list with the keyboard. */
  place: number
  /** Month of the board that was seen last, and the row of it that was opened. */
  board: { id: string; month: string | null; last: string | null } | null
}

/** State of Expedientes, restored on return. In memory only: filters have names in them. */
export interface ProceduresState {
  /** Filter of each view, where it differs from the saved one. */
  filters: Readonly<Record<string, CaseFilter>>
  picked: Picked
  /** Row with the keyboard, and its view. */
  place: { view: string; index: number } | null
  preview: boolean
  /** The draft opened last. */
  lastDraft: string | null
  /** `null` until they are opened. */
  dealers: DealersState | null
}

const EMPTY: ProceduresState = {
  filters: {},
  picked: NOTHING_PICKED,
  place: null,
  preview: false,
  lastDraft: null,
  dealers: null,
}
const store = createStore<ProceduresState>(() => EMPTY)

/** Another account: clears the previous one's state. */
export const resetProceduresState = () => store.setState(EMPTY)

/** `null` restores the saved filter. Clears the picked rows, which were of another list. */
export const setFilter = (view: string, filter: CaseFilter | null) =>
  store.setState(({ filters: { [view]: _old, ...others } }) => ({
    filters: filter === null ? others : { ...others, [view]: filter },
    picked: NOTHING_PICKED,
    place: null,
  }))
export const setPicked = (picked: Picked) => store.setState({ picked })
export const setPlace = (view: string, index: number) => store.setState({ place: { view, index } })
export const setLastDraft = (lastDraft: string) => store.setState({ lastDraft })
export const setDealers = (dealers: DealersState) => store.setState({ dealers })
export const setPreview = (preview: boolean) => store.setState({ preview })

export const proceduresState = () => store.getState()
export const useProceduresState = <T>(select: (state: ProceduresState) => T) => useStore(store, select)
