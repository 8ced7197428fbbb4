import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** State of Firmas, restored on return. In memory only: searches have names in them. */
export interface SignatureRequestState {
  /** Searches in the list, and in the address book. */
  text: string
  contactsText: string
  /** Item of each list opened last. */
  lastSignature: string | undefined
  lastSignatureRequest: string | undefined
  lastContact: number
  /** Request that opens at its review: everything in it was known. */
  reviewedFirst: string | undefined
}

const EMPTY: SignatureRequestState = {
  text: '',
  contactsText: '',
  lastSignature: undefined,
  lastSignatureRequest: undefined,
  lastContact: 0,
  reviewedFirst: undefined,
}
const store = createStore<SignatureRequestState>(() => EMPTY)

/** Another account: clears the previous one's state. */
export const resetSignatureRequestState = () => store.setState(EMPTY)
export const keepSignatureRequestState = (change: Partial<SignatureRequestState>) => store.setState(change)
export const signatureRequestState = () => store.getState()
export const useSignatureRequestState = <T>(select: (state: SignatureRequestState) => T) =>
  useStore(store, select)
