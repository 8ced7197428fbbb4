import type { CaseRow } from '#shared/bridge/cases.ts'

/** Up to here what is done to many at once can be undone exactly, because who was how is known. */
export const MOST_UNDOABLE = 10_000

/** One call that puts some back as they were. */
export type BatchUndo =
  | { name: 'cases.mark'; args: { selection: { ids: string[] }; marked: boolean } }
  | { name: 'cases.label'; args: { selection: { ids: string[] }; add: string[]; remove: string[] } }

const idsOf = (rows: readonly CaseRow[]) => ({ ids: rows.map(({ id }) => id) })

/** Marks only those that were not as they were asked to be. */
export function undoMark(before: readonly CaseRow[], marked: boolean): readonly BatchUndo[] {
  const changed = before.filter((row) => row.marked !== marked)
  return changed.length === 0
    ? []
    : [{ name: 'cases.mark', args: { selection: idsOf(changed), marked: !marked } }]
}

/** A label is taken from those that did not have it, and given back to those that did. */
export function undoLabels(
  before: readonly CaseRow[],
  add: readonly string[],
  remove: readonly string[],
): readonly BatchUndo[] {
  const given = add.map((label) => ({ rows: before.filter((row) => !row.labels.includes(label)), label }))
  const taken = remove.map((label) => ({ rows: before.filter((row) => row.labels.includes(label)), label }))
  return [
    ...given
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, label }) => ({
        name: 'cases.label' as const,
        args: { selection: idsOf(rows), add: [], remove: [label] },
      })),
    ...taken
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, label }) => ({
        name: 'cases.label' as const,
        args: { selection: idsOf(rows), add: [label], remove: [] },
      })),
  ]
}

/** A row with some labels more and some less. */
export const labelled = (row: CaseRow, add: readonly string[], remove: readonly string[]): CaseRow => ({
  ...row,
  labels: [...new Set([...row.labels.filter((label) => !remove.includes(label)), ...add])],
})
