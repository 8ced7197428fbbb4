import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CaseFilter, CaseRow, CaseSelection } from '#shared/bridge/cases.ts'
import { registerSearchReset } from '../../app/account-change.ts'
import { openRoute } from '../../app/route.ts'
import { ALL_VIEW, viewRoute } from './views.ts'

/** Picked rows of a list: single rows, or all rows of a filter, read or not. */
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

/** Picked rows after an update of each row. */
export const mapped = (picked: Picked, now: (row: CaseRow) => CaseRow): Picked =>
  picked.kind === 'all'
    ? picked
    : { kind: 'some', rows: new Map([...picked.rows].map(([id, row]) => [id, now(row)])) }

/** State of *Expedientes*, restored on return. In memory only, because filters and searches contain names. */
export interface ProceduresState {
  /** Filter of each view whose filter differs from the saved one. */
  filters: Readonly<Record<string, CaseFilter>>
  picked: Picked
  /** Row that the user opened last, with its view. */
  place: { view: string; index: number; id: string } | null
  preview: boolean
}

const NO_PROCEDURES: ProceduresState = {
  filters: {},
  picked: NOTHING_PICKED,
  place: null,
  preview: false,
}
const procedures = createStore<ProceduresState>(() => NO_PROCEDURES)
registerSearchReset(() => procedures.setState(NO_PROCEDURES))

/**
 * Sets the filter of a view; `null` restores the saved filter. Clears the picked rows, which belong to the earlier
 * list.
 */
export const setFilter = (view: string, filter: CaseFilter | null) =>
  procedures.setState(({ filters: { [view]: _old, ...others } }) => ({
    filters: filter === null ? others : { ...others, [view]: filter },
    picked: NOTHING_PICKED,
    place: null,
  }))
export const setPicked = (picked: Picked) => procedures.setState({ picked })
export const setPlace = (view: string, index: number, id: string) =>
  procedures.setState({ place: { view, index, id } })
export const setPreview = (preview: boolean) => procedures.setState({ preview })

/** Opens the list from which the user opened a case, or else the section. */
export function openListOf(id: string): void {
  const { place } = procedures.getState()
  openRoute(place?.id === id ? viewRoute(place.view) : { view: 'procedures' })
}

/** Opens the list of all cases, open or not, with a filter. */
export function showCases(filter: CaseFilter): void {
  setFilter(ALL_VIEW, filter)
  openRoute(viewRoute(ALL_VIEW))
}

export const proceduresState = () => procedures.getState()
export const useProceduresState = <T>(select: (state: ProceduresState) => T) => useStore(procedures, select)
