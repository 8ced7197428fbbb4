import type { CaseFilter, CaseRow, CaseSelection } from '#shared/bridge/cases.ts'

/** Picked rows of a list: one by one, or all that a filter finds, read or not. Pure: the screens hold one. */
export type Picked =
  { kind: 'some'; rows: ReadonlyMap<string, CaseRow> } | { kind: 'all'; filter: CaseFilter }

export const NOTHING_PICKED: Picked = { kind: 'some', rows: new Map() }

export const isPicked = (picked: Picked, id: string): boolean => picked.kind === 'all' || picked.rows.has(id)

/** @param total number of rows that the filter finds */
export const pickedAmount = (picked: Picked, total: number): number =>
  picked.kind === 'all' ? total : picked.rows.size

/** Adds or removes a row. Removing one from «all» needs its rows: `withoutOne`. */
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
