import type { InboxRow, NotificationSettings } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'

/** Rows notified together, under one tag. */
interface Group {
  tag: string
  seqs: number[]
}

/** The burst under way, which later rows join. */
export interface Burst {
  tag: string
  at: number
}

export interface Grouped {
  groups: Group[]
  burst: Burst | null
}

/**
 * Groups rows into notifications: one per resource; and when there would be more than `more` within
 * `seconds`, a single one, which the rows of the next `seconds` join.
 * @param raisedAt time of the last notifications
 * @param tagOf tag for a group that begins at a row
 */
export function groupNotifications(
  rows: readonly NotificationRow[],
  { more, seconds }: NotificationSettings['burst'],
  { raisedAt, burst, now }: { raisedAt: readonly number[]; burst: Burst | null; now: number },
  tagOf: (seq: number) => string,
): Grouped {
  if (rows.length === 0) return { groups: [], burst }
  const within = (at: number) => at <= now && now - at < seconds * 1000
  const seqs = rows.map(({ seq }) => seq)
  if (burst && within(burst.at)) return { groups: [{ tag: burst.tag, seqs }], burst: { ...burst, at: now } }
  const files = new Map<string, number[]>()
  for (const { kind, id, seq } of rows)
    files.set(`${kind} ${id}`, [...(files.get(`${kind} ${id}`) ?? []), seq])
  if (files.size + raisedAt.filter(within).length > more) {
    const tag = tagOf(seqs[0] ?? 0)
    return { groups: [{ tag, seqs }], burst: { tag, at: now } }
  }
  const groups = [...files.values()].map((of) => ({ tag: tagOf(of[0] ?? 0), seqs: of }))
  return { groups, burst: null }
}

/** First change of a notification that is about one file; `null` if it is about several. */
export function onlyFile<R extends Pick<InboxRow, 'kind' | 'id'>>(
  rows: readonly R[],
  total: number,
): R | null {
  const [first] = rows
  if (!first || total !== rows.length) return null
  return rows.every(({ kind, id }) => kind === first.kind && id === first.id) ? first : null
}

/** Target of a notification: the exact page, or Novedades for several. */
export function routeOf(
  rows: readonly Pick<InboxRow, 'kind' | 'id' | 'seq' | 'subject'>[],
  total: number,
): Route {
  const only = onlyFile(rows, total)
  if (!only) return { view: 'inbox' }
  const { kind, id, seq, subject } = only
  if (kind === 'procedure' || kind === 'signature') return { view: kind, id }
  if (kind === 'report' && subject.vrm !== undefined && subject.vrm.length <= 16)
    return { view: 'lookup', vrm: subject.vrm }
  return { view: 'inbox', seq }
}
