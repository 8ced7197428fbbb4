import {
  type InboxRow,
  type Notification,
  type NotificationAction,
  NOTIFICATION_ACTIONS,
} from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import type { Route } from '#shared/bridge/route.ts'
import {
  eventClass,
  isFromColleague,
  isOfDraft,
  REQUEST_ALERT,
  WATCH_CHANGED,
  isPaused,
  isQuiet,
} from '#shared/domain/notifications.ts'
import { notificationWords } from '#shared/text/notifications.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'

/** Rows that share one notification, under one tag. */
interface Group {
  tag: string
  seqs: number[]
}

/** Burst in progress. Later rows join it. */
export interface Burst {
  tag: string
  at: number
}

export interface Grouped {
  groups: Group[]
  burst: Burst | null
}

/**
 * Groups rows into notifications, one per resource. More than `more` notifications within `seconds` become a single
 * one: a burst. Rows of the next `seconds` join the burst.
 * @param raisedAt times of the last notifications
 * @param tagOf tag of a group, from the number of its first row
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

/** First change of a notification about one file. `null` if the notification is about several files. */
export function findOnlyFile<R extends Pick<InboxRow, 'kind' | 'id'>>(
  rows: readonly R[],
  total: number,
): R | null {
  const [first] = rows
  if (!first || total !== rows.length) return null
  return rows.every(({ kind, id }) => kind === first.kind && id === first.id) ? first : null
}

/** Target of a notification: the page of its only file, or Novedades for several files. */
export function chooseRoute(
  rows: readonly Pick<InboxRow, 'kind' | 'id' | 'seq' | 'subject' | 'event'>[],
  total: number,
): Route {
  const only = findOnlyFile(rows, total)
  if (!only) return { view: 'inbox' }
  const { kind, id, seq, subject, event } = only
  if (isOfDraft(event)) return { view: 'drafts' }
  // The page of a draft is not the place to chase it.
  if (event === REQUEST_ALERT && kind === 'other') return { view: 'requests' }
  if (kind === 'procedure' || kind === 'signature') return { view: kind, id }
  if (kind === 'report' && subject.vrm !== undefined && subject.vrm.length <= 16)
    return { view: 'lookup', vrm: subject.vrm }
  return { view: 'inbox', seq }
}

/** Reason that a change was not notified, stored with its row. */
type WhyNot =
  'off' | 'own' | 'muted' | 'event-off' | 'not-mine' | 'seen' | 'superseded' | 'looking' | 'paused' | 'quiet'

export type Decision = { raise: true } | { raise: false; why: WhyNot }

/**
 * Decides whether to notify a change. Pure and total: every row gets a decision. A colleague's message does not depend
 * on the classes that the user follows.
 * @param shown routes that the user sees now
 */
export function decide(
  row: NotificationRow,
  settings: NotificationSettings,
  shown: readonly Route[],
  now: number,
): Decision {
  const why = findReasonAgainst(row, settings, shown, now)
  return why === null ? { raise: true } : { raise: false, why }
}

function findReasonAgainst(
  row: NotificationRow,
  { enabled, events, onlyMine, quiet, pausedUntil }: NotificationSettings,
  shown: readonly Route[],
  now: number,
): WhyNot | null {
  if (row.source === 'own') return 'own'
  if (!enabled) return 'off'
  if (row.muted) return 'muted'
  const isPersonal = isFromColleague(row.event)
  if (!events[eventClass(row.event)] && !isPersonal) return 'event-off'
  if (onlyMine && !row.actionable && !isPersonal) return 'not-mine'
  if (row.state !== 'unread') return 'seen'
  if (row.superseded) return 'superseded'
  if (shown.some((route) => isAbout(route, row))) return 'looking'
  if (isPaused(pausedUntil, now)) return 'paused'
  return isQuiet(quiet, now) ? 'quiet' : null
}

function isAbout(route: Route, { kind, id, subject }: NotificationRow): boolean {
  if (route.view === 'procedure' || route.view === 'signature') return route.view === kind && route.id === id
  return route.view === 'lookup' && kind === 'report' && route.vrm !== undefined && route.vrm === subject.vrm
}

/**
 * True for a silent notification: sound is off, no change needs an action of this office, or the notification was
 * raised before. A growing burst sounds once.
 */
export const isSilent = (
  rows: readonly NotificationRow[],
  { sound }: Pick<NotificationSettings, 'sound'>,
  raisedBefore: boolean,
): boolean =>
  !sound || raisedBefore || !rows.some(({ actionable, event }) => actionable || isFromColleague(event))

const addLabels = (actions: readonly NotificationAction[]): Notification['actions'] =>
  actions.map((action) => ({ action, label: notificationWords.actions[action] }))

/** A notification of several files has only the action `open`, because the user has not seen the files yet. */
export const listActions = (rows: readonly NotificationRow[], total: number): Notification['actions'] =>
  addLabels(findOnlyFile(rows, total) ? NOTIFICATION_ACTIONS : ['open'])

/**
 * While the windows are locked, a notification offers only `open`. Its route stays in the core, because a route may
 * contain a plate.
 */
export const hideContent = (notification: Notification): Notification => ({
  ...notification,
  route: { view: 'inbox' },
  actions: notification.actions.filter(({ action }) => action === 'open'),
})

/** Interval of the digest. A digest covers the changes since the previous digest. */
export const DIGEST_MS = 60 * 60_000
/**
 * Maximum wait until the next check of the digest. Without this limit, a sleep of the PC or a change of its clock
 * could delay the digest by an hour.
 */
export const DIGEST_LOOK_MS = 60_000

/**
 * True if a change waits for the hourly digest. A change that needs an action of the user never waits. A report that
 * the user requested never waits, but a report of a watched plate does. A mention never waits.
 */
export const isForDigest = (
  { actionable, event }: Pick<NotificationRow, 'actionable' | 'event'>,
  { digest }: Pick<NotificationSettings, 'digest'>,
): boolean =>
  digest &&
  !actionable &&
  !isFromColleague(event) &&
  (eventClass(event) !== 'report' || event === WATCH_CHANGED)

/**
 * True if a change with this decision may wait for the digest. Pauses and quiet hours delay the digest, and the
 * changes during them join it. One notification then covers everything.
 */
export const canWait = (decision: Decision): boolean =>
  decision.raise || decision.why === 'paused' || decision.why === 'quiet'

/**
 * Milliseconds until the digest is due or must be checked again. 0 means now. The result depends only on stored rows,
 * so a restart changes nothing.
 * @param rows oldest first
 */
export function computeDigestWait(
  rows: readonly Pick<NotificationRow, 'seenAt'>[],
  { quiet, pausedUntil }: Pick<NotificationSettings, 'quiet' | 'pausedUntil'>,
  now: number,
): number {
  const [oldest] = rows
  if (!oldest) return Infinity
  const waited = now - oldest.seenAt
  // A time in the future means that the clock was set back. The row has then waited long enough.
  if (waited >= 0 && waited < DIGEST_MS) return Math.min(DIGEST_MS - waited, DIGEST_LOOK_MS)
  return isPutOff({ quiet, pausedUntil }, now) ? DIGEST_LOOK_MS : 0
}

/** True while a pause or quiet hours delay the digest. The digest is then neither raised nor raised again. */
export const isPutOff = (
  { quiet, pausedUntil }: Pick<NotificationSettings, 'quiet' | 'pausedUntil'>,
  now: number,
): boolean => isPaused(pausedUntil, now) || isQuiet(quiet, now)

const DIGEST = ':digest:'
/**
 * Tag of a digest, from the number of its first row. After a restart, the tag identifies a digest that must be raised
 * again.
 */
export const buildDigestTag = (scope: string, seq: number): string => `${scope}${DIGEST}${seq}`
export const isDigestTag = (tag: string): boolean => tag.includes(DIGEST)
