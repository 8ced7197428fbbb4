import type { Change } from '#shared/bridge/inbox.ts'
import { factOf, type SourceEvent } from './source-event.rules.ts'

/** A row of a timeline, with the fields that merging needs. */
export interface Line extends Pick<Change, 'event' | 'status' | 'detail' | 'seenAt'> {
  seq: number
  serverAt: number | null
  /** Position in its timeline; rows of the same moment in the order they were written. */
  ord: number
  key: string | null
}

/**
 * Effect of a source event on a timeline. `insert`: a new row at `ord`; `merge`: it is the row `seq`, with
 * more detail; `promote`: the row `seq` turns out to be the latest.
 */
export type Step =
  | { step: 'none' }
  | { step: 'insert'; ord: number }
  | { step: 'merge'; seq: number; ord: number }
  | { step: 'promote'; seq: number; ord: number }

/** Delay between a change and its event. */
const EVENT_LAG_MS = 2_000
/** Tolerance when one of the two lacks the service's own time, so that two clocks are compared. */
const CLOCK_SKEW_MS = 300_000

/**
 * Merges webhooks and polling. Each distinct relay event is one row; our own
 * observation is one only where it differs from the last; and an event that arrives after our observation is
 * that row. Pure: the same arrivals make the same rows, and a repeated arrival makes none.
 */
export function mergeIntoTimeline(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  return sourceEvent.key === null ? observed(lines, sourceEvent) : reported(lines, sourceEvent)
}

/** Merges a relay event. */
function reported(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  if (lines.some(({ key }) => key === sourceEvent.key)) return { step: 'none' }
  const ord = sourceEvent.serverAt ?? sourceEvent.seenAt
  const [seen] = lines
    .filter((line) => line.key === null && isSame(line, sourceEvent) && wasThereBy(line, sourceEvent))
    .toSorted(inOrder)
  if (seen) return { step: 'merge', seq: seen.seq, ord: sourceEvent.serverAt ?? seen.ord }
  return { step: 'insert', ord }
}

/** Merges the present state from an answer. */
function observed(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  const ord = sourceEvent.serverAt ?? sourceEvent.seenAt
  if (factOf(sourceEvent).what !== 'status') {
    const exact = lines.some((line) => isSame(line, sourceEvent) && factOf(line).thing !== null)
    if (exact) return { step: 'none' }
    const unnamed = lines.find((line) => isSame(line, sourceEvent))
    return unnamed
      ? { step: 'merge', seq: unnamed.seq, ord: unnamed.ord }
      : { step: 'insert', ord: Math.min(ord, sourceEvent.seenAt) }
  }
  const last = lastStatus(lines)
  if (!last) return { step: 'insert', ord }
  if (last.status === sourceEvent.status) return { step: 'none' }
  // The present state is the latest row, whatever the clocks say.
  const latest = Math.max(ord, last.ord)
  const event = lines.findLast(
    (line) => line.key !== null && line.seq > last.seq && isSame(line, sourceEvent) && isLater(line, last),
  )
  if (event) return { step: 'promote', seq: event.seq, ord: latest }
  return { step: 'insert', ord: latest }
}

/** Row with the present state. */
export const lastStatus = (lines: readonly Line[]): Line | undefined =>
  lines
    .filter((line) => factOf(line).what === 'status')
    .toSorted(inOrder)
    .at(-1)

export const inOrder = (a: Line, b: Line): number => a.ord - b.ord || a.seq - b.seq

/** True for the same thing; also when one of them names no document or incident. */
function isSame(line: Line, sourceEvent: SourceEvent): boolean {
  const a = factOf(line)
  const b = factOf(sourceEvent)
  if (a.what !== b.what) return false
  if (a.what === 'status') return a.thing === b.thing
  return a.thing === b.thing || a.thing === null || b.thing === null
}

/** Compares the service's own times, if both have one: a late event is not the present. */
const isLater = (line: Line, than: Line): boolean =>
  line.serverAt === null || than.serverAt === null || line.serverAt >= than.serverAt

/** True if our observation can be of this event: not one from before it happened. */
function wasThereBy(line: Line, { serverAt }: SourceEvent): boolean {
  if (serverAt === null) return true
  return line.serverAt === null
    ? serverAt <= line.seenAt + CLOCK_SKEW_MS
    : serverAt <= line.serverAt + EVENT_LAG_MS
}
