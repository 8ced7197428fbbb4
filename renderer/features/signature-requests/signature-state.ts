import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { registerSearchReset } from '../../app/account-change.ts'

/** State of *Firmas*, restored when the user returns. Kept in memory only, because searches contain names. */
export interface SignatureRequestState {
  /** Search texts of the list and of the address book. */
  text: string
  contactsText: string
  /** Item last opened in each list. */
  lastSignature: string | undefined
  lastSignatureRequest: string | undefined
  lastContact: number
  /** Request that opens at its review, because all its data were known. */
  reviewedFirst: string | undefined
}

const NO_SIGNATURE_REQUESTS: SignatureRequestState = {
  text: '',
  contactsText: '',
  lastSignature: undefined,
  lastSignatureRequest: undefined,
  lastContact: 0,
  reviewedFirst: undefined,
}
const signatureRequests = createStore<SignatureRequestState>(() => NO_SIGNATURE_REQUESTS)
registerSearchReset(() => signatureRequests.setState(NO_SIGNATURE_REQUESTS))

export const keepSignatureRequestState = (change: Partial<SignatureRequestState>) =>
  signatureRequests.setState(change)
export const signatureRequestState = () => signatureRequests.getState()
export const useSignatureRequestState = <T>(select: (state: SignatureRequestState) => T) =>
  useStore(signatureRequests, select)
