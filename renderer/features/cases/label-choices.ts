import type { CaseRow } from '#shared/bridge/cases.ts'

/** How many of the picked rows have a label. */
export type Having = 'all' | 'some' | 'none'

/**
 * @param rows the picked rows, if read
 * @param counted otherwise, rows with the label of the total
 */
export function havingOf(
  label: string,
  rows: readonly Pick<CaseRow, 'labels'>[] | null,
  counted?: { n: number; total: number },
): Having {
  const n = rows === null ? (counted?.n ?? 0) : rows.filter(({ labels }) => labels.includes(label)).length
  const total = rows === null ? (counted?.total ?? 0) : rows.length
  if (n === 0) return 'none'
  return n >= total ? 'all' : 'some'
}

/** Choice for each label: put on all rows, or taken from all. A label not in it stays as it is. */
export type LabelChoices = ReadonlyMap<string, 'add' | 'remove'>

/**
 * Next choice after a press: a choice made before is withdrawn; a label that all rows have is removed, any other added.
 */
export function pressed(choices: LabelChoices, label: string, having: Having): LabelChoices {
  const next = new Map(choices)
  if (next.delete(label)) return next
  return next.set(label, having === 'all' ? 'remove' : 'add')
}

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Labels that match the typed text, and the new one that it could be. */
export function labelsFor(
  typed: string,
  known: readonly string[],
): { found: readonly string[]; fresh: string | null } {
  const name = typed.trim().replace(/\s+/g, ' ')
  const found = known.filter((label) => plain(label).includes(plain(name)))
  const exists = known.some((label) => plain(label) === plain(name))
  return { found, fresh: name === '' || exists ? null : name }
}

export const chosenLabels = (choices: LabelChoices, what: 'add' | 'remove'): readonly string[] =>
  [...choices].filter(([, choice]) => choice === what).map(([label]) => label)
