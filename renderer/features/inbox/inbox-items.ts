import type { InboxRow } from '#shared/bridge/inbox.ts'

/** A row of the list: one change, or several reports that finished together. */
export interface InboxItem {
  type: 'row'
  key: string
  /** Newest first; more than one only for reports. */
  rows: readonly [InboxRow, ...InboxRow[]]
  /** A moment of the day of the head above it. */
  headAt: number
}

export interface InboxHead {
  type: 'head'
  key: string
  /** A moment of that day; `null` above a notification's row that is not in the list. */
  at: number | null
  /** Number of changes under it; `null` while there may be more to load. */
  count: number | null
}

export type InboxEntry = InboxHead | InboxItem

/** Reports are grouped when at least this many finish, each within `TOGETHER_MS` of the one before. */
const TOGETHER = 3
const TOGETHER_MS = 10 * 60_000

/**
 * Entries of the list: changes by day of arrival, with reports that finished together as one.
 *
 * Days follow the time a change was seen, not the time it happened: that is the order of the rows, so late changes come
 * on top and no day appears twice. After the PC's clock is set back, a row stays under the day of the later ones.
 * @param rows by `seq`, newest first
 * @param more true if older rows are left to load: the last day is then incomplete
 * @param pinned a notification's row, when it is not among the rows
 */
export function inboxEntries(
  rows: readonly InboxRow[],
  more: boolean,
  pinned: InboxRow | null,
): InboxEntry[] {
  const entries: InboxEntry[] = []
  if (pinned) {
    entries.push({ type: 'head', key: 'pinned', at: null, count: null })
    entries.push(itemOf([pinned], pinned.seenAt))
  }
  let head: InboxHead | null = null
  for (let from = 0; from < rows.length;) {
    const row = rows[from]
    if (!row) break
    const at: number = head?.at == null ? row.seenAt : Math.min(row.seenAt, head.at)
    const day: string = dayKey(at)
    if (head === null || head.key !== day) {
      head = { type: 'head', key: day, at, count: 0 }
      entries.push(head)
    }
    const size: number = togetherFrom(rows, from, day)
    entries.push(itemOf([row, ...rows.slice(from + 1, from + size)], at))
    head.count = (head.count ?? 0) + size
    from += size
  }
  if (more && head) head.count = null
  return entries
}

/** Keyed by the oldest row: newer reports may still join. */
const itemOf = (rows: InboxItem['rows'], headAt: number): InboxItem => ({
  type: 'row',
  key: String((rows.at(-1) ?? rows[0]).seq),
  rows,
  headAt,
})

function togetherFrom(rows: readonly InboxRow[], from: number, day: string): number {
  let before: InboxRow | null = null
  let at = from
  for (; at < rows.length; at += 1) {
    const row = rows[at]
    if (row?.event !== 'report.completed') break
    const apart = before !== null && Math.abs(before.seenAt - row.seenAt) > TOGETHER_MS
    if (apart || (before !== null && dayKey(row.seenAt) !== day)) break
    before = row
  }
  return at - from >= TOGETHER ? at - from : 1
}

function dayKey(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/**
 * Index of the row with the keyboard: that change; if it has left, the row that took its place; the first row when
 * there was none. -1 in an empty list.
 */
export function activeIndex(entries: readonly InboxEntry[], seq: number | null): number {
  const isRow = (entry: InboxEntry) => entry.type === 'row'
  if (seq !== null) {
    const same = entries.findIndex((entry) => isRow(entry) && hasSeq(entry, seq))
    if (same >= 0) return same
    const pinnedRow = entries[0]?.key === 'pinned' ? 1 : -1
    const after = entries.findIndex(
      (entry, index) => entry.type === 'row' && index !== pinnedRow && entry.rows[0].seq < seq,
    )
    return after >= 0 ? after : entries.findLastIndex(isRow)
  }
  return entries.findIndex(isRow)
}

const hasSeq = (entry: InboxEntry, seq: number) =>
  entry.type === 'row' && entry.rows.some((row) => row.seq === seq)

/** The next row in a direction, or `null` at the end. */
export function nextRow(entries: readonly InboxEntry[], from: number, step: 1 | -1): InboxItem | null {
  for (let at = from + step; at >= 0 && at < entries.length; at += step) {
    const entry = entries[at]
    if (entry?.type === 'row') return entry
  }
  return null
}

/** Rows of the list plus kept rows that no longer match it, each in its place. */
export function withKept(rows: readonly InboxRow[], kept: readonly InboxRow[]): readonly InboxRow[] {
  if (kept.length === 0) return rows
  const known = new Set(rows.map(({ seq }) => seq))
  const extra = kept.filter(({ seq }) => !known.has(seq))
  return extra.length === 0 ? rows : [...rows, ...extra].toSorted((a, b) => b.seq - a.seq)
}
