import type { CaseFilter, CaseRow, CaseSelection } from '#shared/bridge/cases.ts'

/**
 * What is picked in a list: rows one by one, or everything that a filter finds, also what has not been read. Pure: the
 * screens keep one.
 */
export type Picked =
  { kind: 'some'; rows: ReadonlyMap<string, CaseRow> } | { kind: 'all'; filter: CaseFilter }

export const NOTHING_PICKED: Picked = { kind: 'some', rows: new Map() }

export const isPicked = (picked: Picked, id: string): boolean => picked.kind === 'all' || picked.rows.has(id)

/** @param total how many the filter finds */
export const pickedAmount = (picked: Picked, total: number): number =>
  picked.kind === 'all' ? total : picked.rows.size

/** One more, or one less. Everything but one is only known once its rows are: `withoutOne`. */
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

/** As the bridge wants it; `null` with nothing picked. */
export function selectionOf(picked: Picked): CaseSelection | null {
  if (picked.kind === 'all') return { filter: picked.filter }
  return picked.rows.size === 0 ? null : { ids: [...picked.rows.keys()] }
}

/** The same ones, each as it is now. */
export const mapped = (picked: Picked, now: (row: CaseRow) => CaseRow): Picked =>
  picked.kind === 'all'
    ? picked
    : { kind: 'some', rows: new Map([...picked.rows].map(([id, row]) => [id, now(row)])) }
