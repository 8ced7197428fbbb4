import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FigureGroup } from '#shared/bridge/figures.ts'
import { registerReset } from '../../app/account-change.ts'

export const PERIODS = ['month', 'quarter', 'twelve', 'year', 'between'] as const
type Period = (typeof PERIODS)[number]

/** State of *Cifras*. */
export interface FiguresState {
  period: Period
  /** Year of the period `year`; `null` is the present year. */
  year: string | null
  /** Months of the period `between`, YYYY-MM. `null` in both is the twelve months until now. */
  from: string | null
  to: string | null
  client: string | null
  label: string | null
  by: FigureGroup
  /** State whose groups are compared, if the times are divided into groups. `null` is the state with most stays. */
  status: string | null
  /** Mark opened last. */
  last: string | null
}

const NO_FIGURES: FiguresState = {
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
const figures = createStore<FiguresState>(() => NO_FIGURES)

registerReset(() => figures.setState(NO_FIGURES))
export const keepFiguresState = (change: Partial<FiguresState>) => figures.setState(change)
export const figuresState = () => figures.getState()
export const useFiguresState = () => useStore(figures)
