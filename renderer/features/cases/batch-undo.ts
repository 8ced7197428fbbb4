import type { CaseRow } from '#shared/bridge/cases.ts'

/** Maximum size of a batch that can be undone exactly: the earlier state of each row is known. */
export const MAX_UNDOABLE = 10_000

/** Call that restores some rows. */
export type BatchUndo =
  | { name: 'cases.mark'; args: { selection: { ids: string[] }; marked: boolean } }
  | { name: 'cases.label'; args: { selection: { ids: string[] }; add: string[]; remove: string[] } }

const idsOf = (rows: readonly CaseRow[]) => ({ ids: rows.map(({ id }) => id) })

/** Restores only the rows whose mark changed. */
export function undoMark(before: readonly CaseRow[], marked: boolean): readonly BatchUndo[] {
  const changed = before.filter((row) => row.marked !== marked)
  return changed.length === 0
    ? []
    : [{ name: 'cases.mark', args: { selection: idsOf(changed), marked: !marked } }]
}

/** Takes a label from the rows that did not have it, and puts it back on those that did. */
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

/** A row with some labels added and some removed. */
export const labelled = (row: CaseRow, add: readonly string[], remove: readonly string[]): CaseRow => ({
  ...row,
  labels: [...new Set([...row.labels.filter((label) => !remove.includes(label)), ...add])],
})
