import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Client } from '../replica/client.ts'
import { announce } from './announcer.ts'
import { cancelCaseTransfer } from './case-transfer.ts'
import { resetLookup } from './lookup-state.ts'
import { resetDeadlinesState } from './deadlines-state.ts'
import { resetPlateLists } from './plate-list-state.ts'
import { closePanel } from './panels.ts'
import { resetProceduresState } from './procedures-state.ts'
import { openAccountPlace } from './route-memory.ts'
import { resetSignatureRequestState } from './signature-request-state.ts'

/** Grows when the active account changes: pages remount without the old one's state. */
const store = createStore<{ changes: number }>(() => ({ changes: 0 }))
export const useAccountChanges = () => useStore(store, (state) => state.changes)

const later = new Set<() => void>()
/** Clears, with the rest, the state of a page that the first screen does not load. */
export const alsoForget = (reset: () => void) => void later.add(reset)

/** Clears this window's state of an account beside the replica: typed text, results, picked rows, undos. */
export function forgetAccount() {
  resetLookup()
  resetPlateLists()
  resetProceduresState()
  resetDeadlinesState()
  for (const reset of later) reset()
  resetSignatureRequestState()
  closePanel()
  announce('')
}

/**
 * Follows the active account; a demonstration begun anew is another one. Clears everything before any page is painted with the new one: stores notify
 * synchronously, and React paints later.
 */
export function followAccount({ replica, forget }: Client): () => void {
  let account: string | null = null
  const follow = () => {
    const profile = replica.getState().slices?.profile
    if (!profile) return
    const { id, begunAt = 0 } = profile
    if (`${id} ${begunAt}` === account) return
    const first = account === null
    account = `${id} ${begunAt}`
    if (!first) {
      forget('account')
      forgetAccount()
      cancelCaseTransfer()
    }
    openAccountPlace(id)
    if (!first) store.setState(({ changes }) => ({ changes: changes + 1 }))
  }
  follow()
  return replica.subscribe(follow)
}
