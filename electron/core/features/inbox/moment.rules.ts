import type { Change, InboxRow } from '#shared/bridge/inbox.ts'

/** State of a moment before another change of the same file arrives. */
export interface Moment {
  /** `seq` of its first change, which identifies the moment. */
  moment: number
  /** Number of its changes that are in Novedades. */
  size: number
  /** Time at which its first change was seen. */
  firstSeenAt: number
  /** State common to all of its changes; `null` if a person has acted on some of them. */
  state: InboxRow['state'] | null
  /** True if the changes are this PC's own actions. */
  own: boolean
}

/** A change that is about to enter Novedades. */
export interface Entering {
  seenAt: number
  state: InboxRow['state']
  own: boolean
}

/**
 * Length of a moment, measured from its first change and not from the previous one. So a file that changes every few
 * minutes is not one line all day. A line is never further than this from its place in time.
 */
export const MOMENT_MS = 10 * 60_000
/** Most changes of a moment. A batch of lookups ends as several lines of at most this many reports. */
export const MAX_MOMENT_ROWS = 100

/**
 * True if a change belongs to the last moment of its file, which is one line of Novedades. A moment ends after
 * `MOMENT_MS`, at `MAX_MOMENT_ROWS`, or with an action of this PC. It also ends as soon as a person reads, finishes
 * or snoozes any of its changes. A later change then gets a new line, so it cannot be taken for a change that was
 * seen.
 */
export function joinsMoment(last: Moment | null, { seenAt, state, own }: Entering): boolean {
  if (!last || last.size === 0 || last.size >= MAX_MOMENT_ROWS) return false
  const after = seenAt - last.firstSeenAt
  return last.own === own && last.state === state && after >= 0 && after < MOMENT_MS
}

/**
 * Ready reports form one line, whatever their plates. Each report is a file of its own, and reports come in batches.
 */
export const isReadyReport = ({ event }: Pick<Change, 'event'>): boolean => event === 'report.completed'
