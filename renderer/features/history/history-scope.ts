import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ReportScope } from '#shared/bridge/lookup.ts'
import { alsoForget } from '../../app/account-change.ts'

/** Reports that the history is narrowed to. A mark of *Cifras* sets them. */
const history = createStore<{ scope: ReportScope | null }>(() => ({ scope: null }))
alsoForget(() => history.setState({ scope: null }))

export const setHistoryScope = (scope: ReportScope | null) => history.setState({ scope })
export const useHistoryScope = () => useStore(history, ({ scope }) => scope)
