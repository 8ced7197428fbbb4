import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ReportScope } from '#shared/bridge/lookup.ts'

/** Reports that the history is narrowed to: *Cifras* leads to them. In memory only, as the filters of Expedientes. */
const store = createStore<{ scope: ReportScope | null }>(() => ({ scope: null }))

export const setHistoryScope = (scope: ReportScope | null) => store.setState({ scope })
export const useHistoryScope = () => useStore(store, ({ scope }) => scope)
