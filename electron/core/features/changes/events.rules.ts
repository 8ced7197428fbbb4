import { createHash } from 'node:crypto'
import { eventSchema } from '#shared/api/webhooks.ts'
import { cleanAnswer } from '#shared/api/wire-fields.ts'
import type { Cursor } from '#shared/api/relay.ts'
import type { Change, ResourceKind, Subject } from '#shared/bridge/inbox.ts'
import type { PlateReport, PlateVerdict } from '#shared/bridge/lookup.ts'

/** A service's clock may be ahead of this PC's, but not by days: a later time is invalid. */
const BELIEVABLE_AHEAD_MS = 86_400_000

/** ISO 8601 to epoch milliseconds; `null` if the time is missing, unreadable or implausible. */
export function parseServerTime(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (!Number.isFinite(at) || at <= 0 || at > now + BELIEVABLE_AHEAD_MS) return null
  return at
}

/** Displayed time of a change, never later than the time at which it was seen. */
export const chooseShownTime = (serverAt: number | null, seenAt: number): number =>
  serverAt === null ? seenAt : Math.min(serverAt, seenAt)

/** Event of the plate assigned to a registration. The service sends none: the name is ours. */
export const PLATE_ASSIGNED = 'procedure.plate_assigned'

/** An event from any source, before it is stored as a row. */
export interface SourceEvent extends Change {
  /** Time of the change by the service, in epoch milliseconds, if plausible. Rows are ordered by it. */
  serverAt: number | null
  /** Identity of a relay event; `null` for an observation of this PC. */
  key: string | null
}

/** Subject of a change, whatever its source. Two reports of the same change have equal facts. */
export interface Fact {
  what: string
  /** The state, the document or the incident; `null` if the change names none. */
  thing: string | null
}

const THINGS: Readonly<Record<string, string>> = {
  'procedure.document.added': 'documentId',
  'energy_saving_certificate.document.added': 'documentId',
  'procedure.incident.added': 'incidentId',
  'procedure.incident.solved': 'incidentId',
  'procedure.incident.removed': 'incidentId',
  [PLATE_ASSIGNED]: 'vrm',
}

/** `report.completed` is a change of state with its own name. */
const isStatusEvent = (event: string) => event.endsWith('.status_changed') || event === 'report.completed'

export function getFact({ event, status, detail }: Pick<Change, 'event' | 'status' | 'detail'>): Fact {
  if (isStatusEvent(event)) return { what: 'status', thing: status ?? null }
  const field = THINGS[event]
  const thing = field === undefined ? undefined : detail[field]
  return { what: event, thing: thing === undefined ? null : String(thing) }
}

/** An event of the service, parsed as far as its name and id. */
export interface ResourceEvent {
  kind: ResourceKind
  id: string
  sourceEvent: SourceEvent
}

const FAMILIES: readonly [string, ResourceKind][] = [
  ['procedure.', 'procedure'],
  ['signature.', 'signature'],
  ['report.', 'report'],
  ['energy_saving_certificate.', 'certificate'],
]
/** Fields that distinguish changes and contain no link. */
const DETAILS = [
  'type',
  'procedureType',
  'documentId',
  'documentType',
  'incidentId',
  'incidentType',
  'level',
] as const

/**
 * Parses a webhook event of any name; `null` without a name or an id. Two deliveries with the same name, resource,
 * time, state and subject are one event.
 */
export function parseResourceEvent(raw: unknown, now: number): ResourceEvent | null {
  const parsed = eventSchema.safeParse(cleanAnswer(raw))
  if (!parsed.success || parsed.data.data.id === '') return null
  const { event, data } = parsed.data
  const { id, status, timestamp } = data
  const detail: Change['detail'] = {}
  for (const name of DETAILS) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') detail[name] = value
  }
  const serverAt = parseServerTime(timestamp, now)
  return {
    kind: FAMILIES.find(([prefix]) => event.startsWith(prefix))?.[1] ?? 'other',
    id,
    sourceEvent: {
      event,
      ...(status !== undefined && { status }),
      detail,
      at: chooseShownTime(serverAt, now),
      seenAt: now,
      source: 'relay',
      serverAt,
      key: createHash('sha256')
        .update(JSON.stringify([event, id, timestamp, status, detail]))
        .digest('base64url'),
    },
  }
}

/**
 * Change for a finished report. It equals the event that the service sends later. Its outcome is the verdict of the
 * plate including this report, so the notification agrees with the page of the plate.
 */
export function reportEvent(
  { reportId, vrm, kind, outcome, failure, checkedAt }: PlateReport,
  verdict: PlateVerdict | null,
): [ResourceEvent, Subject] {
  const ended = outcome === 'error'
  const event: ResourceEvent = {
    kind: 'report',
    id: reportId,
    sourceEvent: {
      event: ended ? 'report.status_changed' : 'report.completed',
      status: ended ? 'error' : 'completed',
      detail: {
        type: kind,
        outcome: verdict?.outcome ?? outcome,
        ...(verdict?.against && { disagrees: true }),
        ...(failure !== undefined && { failure }),
      },
      at: checkedAt,
      seenAt: checkedAt,
      source: 'poll',
      serverAt: null,
      key: null,
    },
  }
  return [event, { vrm }]
}

/** A row of a timeline, with the fields that merging needs. */
export interface Line extends Pick<Change, 'event' | 'status' | 'detail' | 'seenAt'> {
  seq: number
  serverAt: number | null
  /** Position in the timeline. Rows of the same moment keep the order in which they were written. */
  ord: number
  key: string | null
}

/**
 * Effect of a source event on a timeline. `insert`: a new row at `ord`. `merge`: the event is row `seq`, with more
 * detail. `promote`: row `seq` becomes the latest.
 */
export type Step =
  | { step: 'none' }
  | { step: 'insert'; ord: number }
  | { step: 'merge'; seq: number; ord: number }
  | { step: 'promote'; seq: number; ord: number }

/** Delay between a change and its event. */
export const EVENT_LAG_MS = 2_000
/** Tolerance if either time is not the service's, because then two clocks are compared. */
const CLOCK_SKEW_MS = 300_000

/**
 * Merges webhooks and polling. Each distinct relay event is one row. An observation of this PC is a row only if it
 * differs from the last row. An event that arrives after its observation merges into the row of the observation.
 * Idempotent: a repeated arrival adds no row.
 */
export function mergeIntoTimeline(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  return sourceEvent.key === null ? mergeObservation(lines, sourceEvent) : mergeRelayEvent(lines, sourceEvent)
}

/** Merges a relay event. */
function mergeRelayEvent(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  if (lines.some(({ key }) => key === sourceEvent.key)) return { step: 'none' }
  const ord = sourceEvent.serverAt ?? sourceEvent.seenAt
  const [seen] = lines
    .filter((line) => line.key === null && isSame(line, sourceEvent) && mayObserve(line, sourceEvent))
    .toSorted(compareLines)
  if (seen) return { step: 'merge', seq: seen.seq, ord: sourceEvent.serverAt ?? seen.ord }
  return { step: 'insert', ord }
}

/** Merges the present state from an answer. */
function mergeObservation(lines: readonly Line[], sourceEvent: SourceEvent): Step {
  const ord = sourceEvent.serverAt ?? sourceEvent.seenAt
  if (getFact(sourceEvent).what !== 'status') {
    const exact = lines.some((line) => isSame(line, sourceEvent) && getFact(line).thing !== null)
    if (exact) return { step: 'none' }
    const unnamed = lines.find((line) => isSame(line, sourceEvent))
    return unnamed
      ? { step: 'merge', seq: unnamed.seq, ord: unnamed.ord }
      : { step: 'insert', ord: Math.min(ord, sourceEvent.seenAt) }
  }
  const last = findLastStatus(lines)
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
export const findLastStatus = (lines: readonly Line[]): Line | undefined =>
  lines
    .filter((line) => getFact(line).what === 'status')
    .toSorted(compareLines)
    .at(-1)

export const compareLines = (a: Line, b: Line): number => a.ord - b.ord || a.seq - b.seq

/** True if a row and an event are about the same document or incident, even if one of them names none. */
function isSame(line: Line, sourceEvent: SourceEvent): boolean {
  const a = getFact(line)
  const b = getFact(sourceEvent)
  if (a.what !== b.what) return false
  if (a.what === 'status') return a.thing === b.thing
  return a.thing === b.thing || a.thing === null || b.thing === null
}

/** True unless the row is older than another by the service's own times. A late event is not the present state. */
const isLater = (line: Line, than: Line): boolean =>
  line.serverAt === null || than.serverAt === null || line.serverAt >= than.serverAt

/** True if a row can be our observation of this event. An observation from before the event cannot. */
function mayObserve(line: Line, { serverAt }: SourceEvent): boolean {
  if (serverAt === null) return true
  return line.serverAt === null
    ? serverAt <= line.seenAt + CLOCK_SKEW_MS
    : serverAt <= line.serverAt + EVENT_LAG_MS
}

/** Relation of a number to the last stored number. */
export type Follows = 'next' | 'known' | 'misordered'

/**
 * Compares the place of an event with the last stored place. Numbers have no gaps: a jump means that events were lost
 * on the way. Another epoch means that the numbers belong to another data set.
 */
export function compareCursors(stored: Cursor | null, { epoch, seq }: Cursor): Follows {
  if (!stored) return 'next'
  if (epoch !== stored.epoch) return 'misordered'
  if (seq <= stored.seq) return 'known'
  return seq === stored.seq + 1 ? 'next' : 'misordered'
}
