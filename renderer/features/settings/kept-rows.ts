/** A row of a list. `gone`: it left while the list was on screen, and stays where it was. */
export type KeptRow<T> = T & { gone: boolean }

/**
 * Newer rows in the order of those on screen, with new ones at the end: a row that moved as a press was on its way
 * would take a press meant for another.
 */
export function keptRows<T extends { id: string }>(
  before: readonly KeptRow<T>[] | null,
  rows: readonly T[],
): readonly KeptRow<T>[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const stay = (before ?? []).map((row) => {
    const now = known.get(row.id)
    return now ? { ...now, gone: false } : { ...row, gone: true }
  })
  const listed = new Set(stay.map(({ id }) => id))
  return [...stay, ...rows.filter(({ id }) => !listed.has(id)).map((row) => ({ ...row, gone: false }))]
}
