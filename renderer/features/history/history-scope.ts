import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ReportScope } from '#shared/bridge/lookup.ts'
import { registerReset } from '../../app/account-change.ts'

/** Scope of the reports that the history shows; `null` for all. A mark of *Cifras* sets the scope. */
const history = createStore<{ scope: ReportScope | null }>(() => ({ scope: null }))
registerReset(() => history.setState({ scope: null }))

export const setHistoryScope = (scope: ReportScope | null) => history.setState({ scope })
export const useHistoryScope = () => useStore(history, ({ scope }) => scope)
