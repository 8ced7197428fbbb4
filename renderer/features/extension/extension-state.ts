import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ExtensionState } from '#shared/bridge/extension.ts'

export type ApprovalRequest = ExtensionState['waiting'][number]

/** Key of a request. A browser that asks again shows other words, so its request is a new one. */
export const requestKey = ({ id, askedAt }: Pick<ApprovalRequest, 'id' | 'askedAt'>): string =>
  `${id} ${askedAt}`

interface Approvals {
  /** Request whose dialog is open. The request may have ended. */
  open: string | null
  /**
   * Requests whose dialog did not open by itself, or was closed without an answer. Reopening a dialog does not remove
   * its request.
   */
  aside: readonly string[]
  /** Answers given in this window only. */
  answers: Readonly<Record<string, 'approve' | 'refuse'>>
}

const store = createStore<Approvals>(() => ({ open: null, aside: [], answers: {} }))

export const openApproval = (key: string) => store.setState({ open: key })
/** Leaves a request for later, without an answer. */
export const putApprovalAside = (key: string) =>
  store.setState(({ open, aside }) => ({
    open: open === key ? null : open,
    aside: aside.includes(key) ? aside : [...aside, key],
  }))
export const noteAnswer = (key: string, answer: 'approve' | 'refuse') =>
  store.setState(({ answers }) => ({ answers: { ...answers, [key]: answer } }))
export const answerGiven = (key: string) => store.getState().answers[key]
export const approvalsNow = () => store.getState()
export const useApprovals = <T>(select: (state: Approvals) => T) => useStore(store, select)
