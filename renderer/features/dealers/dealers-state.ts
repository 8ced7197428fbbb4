import {
  type DealersState,
  proceduresState,
  setDealers,
  useProceduresState,
} from '../../ui-state/page-states.ts'

/** State of *Compraventas* before it is first opened. */
const BEGINNING: DealersState = {
  view: { text: '', order: 'open', descending: true },
  place: 0,
  board: null,
}

export const dealersState = (): DealersState => proceduresState().dealers ?? BEGINNING
export const useDealersState = <T>(select: (state: DealersState) => T): T =>
  useProceduresState(({ dealers }) => select(dealers ?? BEGINNING))
export const keepDealersState = (change: Partial<DealersState>) =>
  setDealers({ ...dealersState(), ...change })

/** What is kept of a board: of another one, nothing. */
const keptOf = (id: string) => {
  const { board } = dealersState()
  return board?.id === id ? board : { id, month: null, last: null }
}
export const setBoardMonth = (id: string, month: string | null) =>
  keepDealersState({ board: { id, month, last: null } })
export const setBoardLast = (id: string, last: string | null) =>
  keepDealersState({ board: { ...keptOf(id), last } })
