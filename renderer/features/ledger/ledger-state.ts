import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { registerSearchReset } from '../../app/account-change.ts'

/** State of *Cobros*, restored on return. In memory only, because the search contains names. */
interface LedgerState {
  text: string
  show: NonNullable<CommandArgs<'ledger.clients'>['show']>
  /** Month of the list and of the clients; `null` for the present one. */
  month: string | null
  /** Row of the list with the keyboard. */
  place: number
}

const BEGINNING: LedgerState = { text: '', show: 'all', month: null, place: 0 }
const store = createStore<LedgerState>(() => BEGINNING)
registerSearchReset(() => store.setState(BEGINNING))

export const ledgerState = () => store.getState()
export const useLedgerState = (): LedgerState => useStore(store)
export const keepLedgerState = (change: Partial<LedgerState>) => store.setState(change)
