import type { InboxGroup, InboxRow } from '#shared/bridge/inbox.ts'
import { isAmongAsking } from '#shared/domain/inbox.ts'
import { isOfDraft, REQUEST_ALERT } from '#shared/domain/notifications.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { groupWords, inboxText } from '#shared/text/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { InboxPosition } from './inbox-state.ts'

/** Name of a row, for the palette. */
export function itemName({ rows }: InboxItem, hidesNames: boolean): string {
  const { vrm } = rows[0].subject
  return fileOf(rows) === null || vrm === undefined ? groupWords(rows, hidesNames).fact : displayPlate(vrm)
}

/** Row of the list: a line, which shows the changes of one moment, or a single change under its unfolded line. */
export interface InboxItem {
  type: 'row'
  key: string
  moment: number
  place: number
  /** Changes of the row, newest first. An action on the row applies to them. */
  rows: readonly [InboxRow, ...InboxRow[]]
  /** Time on the day of the head above the row; `null` if that head has no day. */
  headAt: number | null
  /** True for a single change of a line. */
  isChange: boolean
  /** True if the line's changes are shown under it; `null` for a row with a single change. */
  isUnfolded: boolean | null
}

export interface InboxHead {
  type: 'head'
  key: string
  /**
   * `noticed`: head of a notification's line that is not in the list. `asking`: head of the lines that ask for
   * something.
   */
  part: 'noticed' | 'asking' | 'day'
  /** Time on the day of the head; 0 for the other heads. */
  at: number
  /** True for the first day after the lines that ask for something. */
  isRest: boolean
  /** Number of lines under the head; `null` if more lines may have to load, and for a notification. */
  count: number | null
}

export type InboxEntry = InboxHead | InboxItem

/**
 * Entries of the list. Lines that ask for something come first, if the list has that order. The other lines are
 * grouped by the day of their first change.
 *
 * The day is when a change was seen, not when it happened. This is also the order of the lines, so late changes come
 * on top and no day appears twice. After the PC's clock is set back, a line stays under the day of the line above it.
 * @param groups lines, the highest place first
 * @param more true if lower lines are left to load: the last part is then incomplete
 * @param pinned line of a notification, if it is not among the lines
 */
export function inboxEntries(
  groups: readonly InboxGroup[],
  { more, pinned, unfolded }: { more: boolean; pinned: InboxGroup | null; unfolded: ReadonlySet<number> },
): InboxEntry[] {
  const entries: InboxEntry[] = []
  if (pinned) {
    entries.push(headOf('noticed', 'noticed', 0), ...itemsOf(pinned, null, unfolded))
  }
  let head = null as InboxHead | null
  for (const group of groups) {
    const oldest = group.rows.at(-1)
    if (!oldest) continue
    const under = headFor(group, oldest.seenAt, head)
    if (under !== head) entries.push(under)
    head = under
    under.count = (under.count ?? 0) + 1
    entries.push(...itemsOf(group, under.part === 'asking' ? null : under.at, unfolded))
  }
  if (more && head) head.count = null
  return entries
}

/** Head of a line: the head before it, or a new one. */
function headFor({ place }: InboxGroup, seenAt: number, before: InboxHead | null): InboxHead {
  if (isAmongAsking(place)) return before ?? headOf('asking', 'asking', 0)
  const isRest = before?.part === 'asking'
  const at = before === null || isRest ? seenAt : Math.min(seenAt, before.at)
  const key = dayKey(at)
  return before?.key === key ? before : { ...headOf('day', key, at), isRest }
}

const headOf = (part: InboxHead['part'], key: string, at: number): InboxHead => ({
  type: 'head',
  key,
  part,
  at,
  isRest: false,
  count: part === 'noticed' ? null : 0,
})

function itemsOf(
  { moment, place, rows: [first, ...rest] }: InboxGroup,
  headAt: number | null,
  unfolded: ReadonlySet<number>,
): InboxItem[] {
  if (!first) return []
  const isUnfolded = rest.length === 0 ? null : unfolded.has(moment)
  const of = { type: 'row', moment, place, headAt } as const
  const line: InboxItem = {
    ...of,
    key: String(moment),
    rows: [first, ...rest],
    isChange: false,
    isUnfolded,
  }
  if (isUnfolded !== true) return [line]
  const changes = [first, ...rest].map((row): InboxItem => ({
    ...of,
    key: `${moment} ${row.seq}`,
    rows: [row],
    isChange: true,
    isUnfolded: null,
  }))
  return [line, ...changes]
}

function dayKey(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** Position of the keyboard on a row. */
export const positionOf = ({ moment, place, rows, isChange }: InboxItem): InboxPosition => ({
  moment,
  seq: rows[0].seq,
  isChange,
  place,
})

/** Position of a change whose line is not known yet. */
export const positionAt = (seq: number): InboxPosition => ({ moment: null, seq, isChange: false, place: seq })

/**
 * Index of the row with the keyboard; -1 in an empty list. Without a position, the first row. For a change that has
 * left, the next change of its line, or the line. For a line that has left, the line that took its place.
 */
export function activeIndex(entries: readonly InboxEntry[], position: InboxPosition | null): number {
  const find = (is: (item: InboxItem) => boolean) =>
    entries.findIndex((entry) => entry.type === 'row' && is(entry))
  if (position === null) return find(() => true)
  const { moment, seq, isChange, place } = position
  const ways: ((item: InboxItem) => boolean)[] = [
    (item) => isChange && item.isChange && item.moment === moment && item.rows[0].seq <= seq,
    (item) => !item.isChange && (moment === null ? hasSeq(item, seq) : item.moment === moment),
    (item) => !item.isChange && item.place < place && !isPinned(entries, item),
  ]
  for (const is of ways) {
    const found = find(is)
    if (found >= 0) return found
  }
  return entries.findLastIndex((entry) => entry.type === 'row')
}

/** True if the list has a line with this change. */
export const hasChange = (entries: readonly InboxEntry[], seq: number): boolean =>
  entries.some((entry) => entry.type === 'row' && hasSeq(entry, seq))

const hasSeq = ({ rows }: InboxItem, seq: number) => rows.some((row) => row.seq === seq)

/** True for the line of a notification, which is above the list and takes no other line's place. */
const isPinned = ([head, line]: readonly InboxEntry[], item: InboxItem) =>
  head?.type === 'head' && head.part === 'noticed' && line?.type === 'row' && line.moment === item.moment

/** Next row in a direction; `null` at the end. */
export function nextRow(entries: readonly InboxEntry[], from: number, step: 1 | -1): InboxItem | null {
  for (let at = from + step; at >= 0 && at < entries.length; at += step) {
    const entry = entries[at]
    if (entry?.type === 'row') return entry
  }
  return null
}

/**
 * Row for the keyboard when a row leaves: the next row that stays, or else the previous one. The changes of a line
 * leave with it.
 */
export function rowAfter(entries: readonly InboxEntry[], from: number): InboxItem | null {
  const leaving = entries[from]
  if (leaving?.type !== 'row') return null
  const leavesToo = (entry: InboxEntry) =>
    entry.type === 'row' && !leaving.isChange && entry.moment === leaving.moment
  const after = entries.findIndex((entry, index) => index > from && entry.type === 'row' && !leavesToo(entry))
  return nextRow(entries, after < 0 ? entries.length : after - 1, 1) ?? nextRow(entries, from, -1)
}

/** Lines of the list, and the kept lines that no longer match the filter, each in its place. */
export function withKept(groups: readonly InboxGroup[], kept: readonly InboxGroup[]): readonly InboxGroup[] {
  if (kept.length === 0) return groups
  const known = new Map(groups.map((group) => [group.moment, group]))
  for (const group of kept) {
    const here = known.get(group.moment)
    const seqs = new Set(here?.rows.map(({ seq }) => seq))
    const rows = [...(here?.rows ?? []), ...group.rows.filter(({ seq }) => !seqs.has(seq))]
    known.set(group.moment, { ...group, rows: rows.toSorted((a, b) => b.seq - a.seq) })
  }
  return [...known.values()].toSorted((a, b) => b.place - a.place)
}

/** Resource that all of the changes are about; `null` for reports of several plates. */
export function fileOf([first, ...rest]: InboxItem['rows']): Pick<InboxRow, 'kind' | 'id'> | null {
  const { kind, id } = first
  return rest.every((row) => row.kind === kind && row.id === id) ? { kind, id } : null
}

/** Where changes are that are no longer in the list, and who took them out of it; empty for changes in the list. */
export function awayWords(rows: InboxItem['rows'], now: number): string {
  const [{ state, markedBy }, ...rest] = rows
  if (rest.some((row) => row.state !== state)) return ''
  const person = rest.every((row) => row.markedBy === markedBy) ? markedBy : undefined
  if (state === 'done') return inboxText.done(person)
  // The first of the changes to return.
  return state === 'snoozed'
    ? inboxText.snoozed(Math.min(...rows.flatMap(({ until }) => until ?? [])), now, person)
    : ''
}

/** Route of a changed resource; `null` if it has no page here. */
export function changeRoute({
  kind,
  id,
  subject,
  event,
}: Pick<InboxRow, 'kind' | 'id' | 'subject' | 'event'>): Route | null {
  if (isOfDraft(event)) return { view: 'drafts' }
  // The page of a draft is not the place to chase it.
  if (event === REQUEST_ALERT && kind === 'other') return { view: 'requests' }
  if (kind === 'procedure' || kind === 'signature') return { view: kind, id }
  if (kind === 'report' && subject.vrm !== undefined) return { view: 'lookup', vrm: subject.vrm }
  return null
}
