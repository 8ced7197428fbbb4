import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CaseFilter, CaseRow, CaseSelection } from '#shared/bridge/cases.ts'
import type { DealerView } from '#shared/bridge/dealers.ts'
import type { FigureGroup } from '#shared/bridge/figures.ts'
import type { ReportScope } from '#shared/bridge/lookup.ts'
import { alsoForget } from '../app/account-change.ts'

/**
 * State of the pages that the first screen does not load. A page restores its state on return. The state is in memory
 * only, because filters and searches have names in them.
 */

/** Picked rows of a list: one by one, or all that a filter finds, read or not. */
export type Picked =
  { kind: 'some'; rows: ReadonlyMap<string, CaseRow> } | { kind: 'all'; filter: CaseFilter }

export const NOTHING_PICKED: Picked = { kind: 'some', rows: new Map() }

export const isPicked = (picked: Picked, id: string): boolean => picked.kind === 'all' || picked.rows.has(id)

/** @param total number of rows that the filter finds */
export const pickedAmount = (picked: Picked, total: number): number =>
  picked.kind === 'all' ? total : picked.rows.size

/** Adds or removes a row. Removing one row from `all` needs the other rows: see `withoutOne`. */
export function toggled(picked: Picked, row: CaseRow): Picked {
  if (picked.kind === 'all') return picked
  const rows = new Map(picked.rows)
  if (!rows.delete(row.id)) rows.set(row.id, row)
  return { kind: 'some', rows }
}

export function extended(picked: Picked, more: readonly CaseRow[]): Picked {
  if (picked.kind === 'all') return picked
  const rows = new Map(picked.rows)
  for (const row of more) rows.set(row.id, row)
  return { kind: 'some', rows }
}

export const withoutOne = (all: readonly CaseRow[], id: string): Picked => ({
  kind: 'some',
  rows: new Map(all.filter((row) => row.id !== id).map((row) => [row.id, row])),
})

/** Selection for the bridge; `null` with nothing picked. */
export function selectionOf(picked: Picked): CaseSelection | null {
  if (picked.kind === 'all') return { filter: picked.filter }
  return picked.rows.size === 0 ? null : { ids: [...picked.rows.keys()] }
}

/** The same rows, each updated. */
export const mapped = (picked: Picked, now: (row: CaseRow) => CaseRow): Picked =>
  picked.kind === 'all'
    ? picked
    : { kind: 'some', rows: new Map([...picked.rows].map(([id, row]) => [id, now(row)])) }

/** State of *Compraventas* (features/dealers/dealers-state.ts). */
export interface DealersState {
  view: Required<DealerView>
  /** Row of the list with the keyboard. */
  place: number
  /** Month of the board that was seen last, and the row of it that was opened. */
  board: { id: string; month: string | null; last: string | null } | null
}

/** State of *Expedientes*. */
export interface ProceduresState {
  /** Filter of each view, where it differs from the saved one. */
  filters: Readonly<Record<string, CaseFilter>>
  picked: Picked
  /** Row with the keyboard, and its view. */
  place: { view: string; index: number } | null
  preview: boolean
  /** The draft opened last. */
  lastDraft: string | null
  /** `null` until they are opened. */
  dealers: DealersState | null
}

const NO_PROCEDURES: ProceduresState = {
  filters: {},
  picked: NOTHING_PICKED,
  place: null,
  preview: false,
  lastDraft: null,
  dealers: null,
}
const procedures = createStore<ProceduresState>(() => NO_PROCEDURES)
export const resetProceduresState = () => procedures.setState(NO_PROCEDURES)
alsoForget(resetProceduresState)

/** `null` restores the saved filter. Clears the picked rows, which were of another list. */
export const setFilter = (view: string, filter: CaseFilter | null) =>
  procedures.setState(({ filters: { [view]: _old, ...others } }) => ({
    filters: filter === null ? others : { ...others, [view]: filter },
    picked: NOTHING_PICKED,
    place: null,
  }))
export const setPicked = (picked: Picked) => procedures.setState({ picked })
export const setPlace = (view: string, index: number) => procedures.setState({ place: { view, index } })
export const setLastDraft = (lastDraft: string) => procedures.setState({ lastDraft })
export const setDealers = (dealers: DealersState) => procedures.setState({ dealers })
export const setPreview = (preview: boolean) => procedures.setState({ preview })

export const proceduresState = () => procedures.getState()
export const useProceduresState = <T>(select: (state: ProceduresState) => T) => useStore(procedures, select)

/** State of *Plazos*. */
export interface DeadlinesState {
  range: 'week' | 'day'
  /** Chosen day, YYYY-MM-DD; `null`: today, whatever day that is. */
  day: string | null
  /** Entry opened last. */
  last: string | null
}

const NO_DEADLINES: DeadlinesState = { range: 'week', day: null, last: null }
const deadlines = createStore<DeadlinesState>(() => NO_DEADLINES)
alsoForget(() => deadlines.setState(NO_DEADLINES))

export const keepDeadlinesState = (change: Partial<DeadlinesState>) => deadlines.setState(change)
export const deadlinesState = () => deadlines.getState()
export const useDeadlinesState = () => useStore(deadlines)

/** State of *Firmas*. */
export interface SignatureRequestState {
  /** Searches in the list, and in the address book. */
  text: string
  contactsText: string
  /** Item of each list opened last. */
  lastSignature: string | undefined
  lastSignatureRequest: string | undefined
  lastContact: number
  /** Request that opens at its review, because everything in it was known. */
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
export const resetSignatureRequestState = () => signatureRequests.setState(NO_SIGNATURE_REQUESTS)
alsoForget(resetSignatureRequestState)

export const keepSignatureRequestState = (change: Partial<SignatureRequestState>) =>
  signatureRequests.setState(change)
export const signatureRequestState = () => signatureRequests.getState()
export const useSignatureRequestState = <T>(select: (state: SignatureRequestState) => T) =>
  useStore(signatureRequests, select)

/** Reports that the history is narrowed to: a link of *Cifras* leads to them. */
const history = createStore<{ scope: ReportScope | null }>(() => ({ scope: null }))

export const setHistoryScope = (scope: ReportScope | null) => history.setState({ scope })
export const useHistoryScope = () => useStore(history, ({ scope }) => scope)

export const PERIODS = ['month', 'quarter', 'twelve', 'year', 'between'] as const
type Period = (typeof PERIODS)[number]

/** State of *Cifras*. */
export interface FiguresState {
  period: Period
  /** Of `year`; `null`: this one. */
  year: string | null
  /** Of `between`, YYYY-MM; `null`: the twelve months until now. */
  from: string | null
  to: string | null
  client: string | null
  label: string | null
  by: FigureGroup
  /** State whose times are compared, where they are divided; `null`: the one with most. */
  status: string | null
  /** Mark that was opened last. */
  last: string | null
}

const NO_FIGURES: FiguresState = {
  period: 'twelve',
  year: null,
  from: null,
  to: null,
  client: null,
  label: null,
  by: 'none',
  status: null,
  last: null,
}
const figures = createStore<FiguresState>(() => NO_FIGURES)

alsoForget(() => {
  figures.setState(NO_FIGURES)
  history.setState({ scope: null })
})
export const keepFiguresState = (change: Partial<FiguresState>) => figures.setState(change)
export const figuresState = () => figures.getState()
export const useFiguresState = () => useStore(figures)
