import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FigureGroup } from '#shared/bridge/figures.ts'
import { setHistoryScope } from './history-state.ts'

export const PERIODS = ['month', 'quarter', 'twelve', 'year', 'between'] as const
type Period = (typeof PERIODS)[number]

/** State of *Cifras*, restored on return. In memory only: a client is a name. */
export interface FiguresState {
  period: Period
  /** Of `year`; `null`: this one. */
  year: string | null
  /** Of `between`, YYYY-MM; `null`: the twelve months until now. */
  from: string | null
  to: string | null
  client: string | null
  label: string | null
  by: FigureGroup
  /** State whose times are compared, where they are divided; `null`: the one with most. */
  status: string | null
  /** Mark that was opened last. */
  last: string | null
}

const EMPTY: FiguresState = {
  period: 'twelve',
  year: null,
  from: null,
  to: null,
  client: null,
  label: null,
  by: 'none',
  status: null,
  last: null,
}
const store = createStore<FiguresState>(() => EMPTY)

/** Another account: clears the previous one's state. */
export const resetFiguresState = () => {
  store.setState(EMPTY)
  setHistoryScope(null)
}
export const keepFiguresState = (change: Partial<FiguresState>) => store.setState(change)
export const figuresState = () => store.getState()
export const useFiguresState = () => useStore(store)
