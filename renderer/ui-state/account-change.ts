import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Client } from '../replica/client.ts'
import { announce } from './announcer.ts'
import { cancelCaseTransfer } from './case-transfer.ts'
import { resetCase } from './lookup-state.ts'
import { resetInboxState } from './inbox-state.ts'
import { closePanel } from './panels.ts'
import { resetProceduresState } from './procedures-state.ts'
import { openAccountPlace } from './route-memory.ts'
import { resetSignatureRequestState } from './signature-request-state.ts'

/** Grows when another account becomes the active one: pages are made again, with nothing of the old one. */
const store = createStore<{ changes: number }>(() => ({ changes: 0 }))
export const useAccountChanges = () => useStore(store, (state) => state.changes)

/** What this window holds of an account beside the replica: typed, found, picked, undone. None of it is for another. */
export function forgetAnnotations() {
  resetCase()
  resetInboxState()
  resetProceduresState()
  resetSignatureRequestState()
  closePanel()
  announce('')
}

/**
 * Follows the active account. Everything is forgotten before any page is painted with the new one: stores tell
 * their listeners at once, and React paints after them.
 */
export function followAccount({ replica, forget }: Client): () => void {
  let account: string | null = null
  const follow = () => {
    const id = replica.getState().slices?.profile.id
    if (id === undefined || id === account) return
    const first = account === null
    account = id
    if (!first) {
      forget('account')
      forgetAnnotations()
      cancelCaseTransfer()
    }
    openAccountPlace(id)
    if (!first) store.setState(({ changes }) => ({ changes: changes + 1 }))
  }
  follow()
  return replica.subscribe(follow)
}
