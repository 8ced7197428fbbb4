import type { Change, InboxRow } from '#shared/bridge/inbox.ts'

/** What is known of a moment before another change of the same file arrives. */
export interface Moment {
  /** `seq` of its first change, which is its name. */
  moment: number
  /** Number of its changes that are in Novedades. */
  size: number
  /** Time that its first change was seen. */
  firstSeenAt: number
  /** State of all of its changes; `null` if a person has acted on some of them. */
  state: InboxRow['state'] | null
  /** They are this PC's own actions. */
  own: boolean
}

/** A change that is about to enter Novedades. */
export interface Entering {
  seenAt: number
  state: InboxRow['state']
  own: boolean
}

/**
 * Length of a moment, from its first change on. Measured from there and not from the change before, so that a file that
 * changes every few minutes is not one line all day, and a line is never further than this from its place in time.
 */
export const MOMENT_MS = 10 * 60_000
/** A batch of lookups ends as many lines of at most this many reports. */
export const MAX_MOMENT_ROWS = 100

/**
 * True if a change belongs to the last moment of its file: one line of Novedades. A moment ends after `MOMENT_MS`, at
 * `MAX_MOMENT_ROWS`, with an action of this PC, and as soon as a person reads, finishes or snoozes any of its changes:
 * a change that arrives later is a new line, and cannot be taken for one that was seen.
 */
export function joinsMoment(last: Moment | null, { seenAt, state, own }: Entering): boolean {
  if (!last || last.size === 0 || last.size >= MAX_MOMENT_ROWS) return false
  const after = seenAt - last.firstSeenAt
  return last.own === own && last.state === state && after >= 0 && after < MOMENT_MS
}

/** Reports that are ready are one line whatever their plate: each is a file of its own, and they come in batches. */
export const isReadyReport = ({ event }: Pick<Change, 'event'>): boolean => event === 'report.completed'
