import type { Change } from '#shared/bridge/inbox.ts'
import { factOf, type SourceEvent } from './source-event.rules.ts'

/** A row of a timeline, as far as merging has to know it. */
export interface Line extends Pick<Change, 'event' | 'status' | 'detail' | 'seenAt'> {
  seq: number
  serverAt: number | null
  /** Where it stands in its timeline; rows of the same moment in the order they were written. */
  ord: number
  key: string | null
}

/**
 * What an arrival does to a timeline. `insert`: a new row at `ord`; `merge`: it is the row `seq`, told again by
 * somebody who knows more; `promote`: the row `seq` turns out to be the latest.
 */
export type Step =
  | { step: 'none' }
  | { step: 'insert'; ord: number }
  | { step: 'merge'; seq: number; ord: number }
  | { step: 'promote'; seq: number; ord: number }

/** An event is sent a moment after the change that it tells. */
const EVENT_LAG_MS = 2_000
/** Without the service's own time on both, two clocks are compared. */
const CLOCK_SKEW_MS = 300_000

/**
 * Where webhook and poll meet (architecture.md rule 5). Each distinct relay event is one row; what we saw ourselves
 * is one only where it differs from the last; and an event that comes late for what we saw already is that row.
 * Pure: the same arrivals make the same rows, and the same arrival twice makes none.
 */
export function mergeIntoTimeline(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  return sourceEvent.key === null ? observed(lines, sourceEvent) : told(lines, sourceEvent)
}

/** A relay event. */
function told(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  if (lines.some(({ key }) => key === sourceEvent.key)) return { step: 'none' }
  const ord = sourceEvent.serverAt ?? sourceEvent.seenAt
  const [seen] = lines
    .filter((line) => line.key === null && isSame(line, sourceEvent) && wasThereBy(line, sourceEvent))
    .toSorted(inOrder)
  if (seen) return { step: 'merge', seq: seen.seq, ord: sourceEvent.serverAt ?? seen.ord }
  return { step: 'insert', ord }
}

/** What an answer of the service says is so now. */
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
  // What is so now is the latest there is, whatever the clocks say.
  const latest = Math.max(ord, last.ord)
  const event = lines.findLast(
    (line) => line.key !== null && line.seq > last.seq && isSame(line, sourceEvent) && isLater(line, last),
  )
  if (event) return { step: 'promote', seq: event.seq, ord: latest }
  return { step: 'insert', ord: latest }
}

/** The row that says in what state it is. */
export const lastStatus = (lines: readonly Line[]): Line | undefined =>
  lines
    .filter((line) => factOf(line).what === 'status')
    .toSorted(inOrder)
    .at(-1)

export const inOrder = (a: Line, b: Line): number => a.ord - b.ord || a.seq - b.seq

/** The same thing; also when one of the two was told without saying which document or incident. */
function isSame(line: Line, sourceEvent: SourceEvent): boolean {
  const a = factOf(line)
  const b = factOf(sourceEvent)
  if (a.what !== b.what) return false
  if (a.what === 'status') return a.thing === b.thing
  return a.thing === b.thing || a.thing === null || b.thing === null
}

/** By the service's own times, as far as both have one: an event that came late is not the present. */
const isLater = (line: Line, than: Line): boolean =>
  line.serverAt === null || than.serverAt === null || line.serverAt >= than.serverAt

/** Whether what we saw can be what the event tells: we cannot have seen it before it happened. */
function wasThereBy(line: Line, { serverAt }: SourceEvent): boolean {
  if (serverAt === null) return true
  return line.serverAt === null
    ? serverAt <= line.seenAt + CLOCK_SKEW_MS
    : serverAt <= line.serverAt + EVENT_LAG_MS
}
