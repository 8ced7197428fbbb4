import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How Firmas was left: whoever opens one and comes back finds it so. In memory only: searches have names in them. */
export interface SignatureRequestState {
  /** What is searched in the list, and among those who sign. */
  text: string
  contactsText: string
  /** The last one opened of each list. */
  lastSignature: string | undefined
  lastSignatureRequest: string | undefined
  lastContact: number
}

const EMPTY: SignatureRequestState = {
  text: '',
  contactsText: '',
  lastSignature: undefined,
  lastSignatureRequest: undefined,
  lastContact: 0,
}
const store = createStore<SignatureRequestState>(() => EMPTY)

/** Another account's: nothing of these is there. */
export const resetSignatureRequestState = () => store.setState(EMPTY)
export const keepSignatureRequestState = (change: Partial<SignatureRequestState>) => store.setState(change)
export const signatureRequestState = () => store.getState()
export const useSignatureRequestState = <T>(select: (annotations: SignatureRequestState) => T) =>
  useStore(store, select)
