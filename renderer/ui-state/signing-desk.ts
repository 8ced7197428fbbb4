import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How Firmas was left: whoever opens one and comes back finds it so. In memory only: searches have names in them. */
export interface SigningDesk {
  /** What is searched in the list, and among those who sign. */
  text: string
  contactsText: string
  /** The last one opened of each list. */
  lastSignature: string | undefined
  lastSigning: string | undefined
  lastContact: number
}

const EMPTY: SigningDesk = {
  text: '',
  contactsText: '',
  lastSignature: undefined,
  lastSigning: undefined,
  lastContact: 0,
}
const store = createStore<SigningDesk>(() => EMPTY)

/** Another account's: nothing of these is there. */
export const resetSigningDesk = () => store.setState(EMPTY)
export const keepSigningDesk = (change: Partial<SigningDesk>) => store.setState(change)
export const signingDesk = () => store.getState()
export const useSigningDesk = <T>(select: (desk: SigningDesk) => T) => useStore(store, select)
