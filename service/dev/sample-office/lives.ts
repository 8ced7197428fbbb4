import type { IncidentType, ProcedureState } from '#shared/domain/vocabulary.ts'
import type { Draw } from '../../registry/draw.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Working hours of the office, in minutes since midnight: from nine to two. */
const OPENS = 9 * 60
const OPEN_MINUTES = 5 * 60

/** Turns ages into moments of an office: working days, in the morning, before now. */
export interface OfficeCalendar {
  readonly nowMs: number
  /** Moment of the working day that many days ago; the same share, 0 to 1, is the same time of day. */
  daysAgo(days: number, share: number): number
  minutesAgo(minutes: number): number
}

/** @param nowMs the moment that ages are counted from, in the time zone of this PC */
export function createOfficeCalendar(nowMs: number): OfficeCalendar {
  return {
    nowMs,
    daysAgo(days, share) {
      const day = new Date(nowMs - days * DAY_MS)
      const weekday = day.getDay()
      // Saturdays and Sundays count as the Friday before.
      day.setDate(day.getDate() - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0))
      day.setHours(0, OPENS + Math.floor(share * OPEN_MINUTES), Math.floor(share * 3_600) % 60, 0)
      // Earlier than it opens today, the office has been at work for as long as it ever is.
      return Math.min(day.getTime(), nowMs - Math.ceil((1 - share) * OPEN_MINUTES) * MINUTE_MS)
    },
    minutesAgo: (minutes) => nowMs - minutes * MINUTE_MS,
  }
}

/** One step in the life of a procedure, after it was opened. */
export type LifeStep = { readonly atMs: number } & (
  | { readonly to: ProcedureState }
  | { readonly incident: IncidentType; readonly onDocument?: true }
  | { readonly solved: true }
)

export type SampleKind = 'registration' | 'transfer' | 'notification'

/** A procedure's age and end; its life follows from them. */
export interface SampleLife {
  readonly kind: SampleKind
  readonly state: ProcedureState
  /** Days since it was opened. */
  readonly age: number
  /** Unsolved incident of a blocked one, or solved one of any other. */
  readonly incident?: IncidentType
  /** Minutes since its last change, of those that moved this morning. */
  readonly movedAgo?: number
}

const KINDS: readonly SampleKind[] = [
  'transfer',
  'registration',
  'transfer',
  'notification',
  'transfer',
  'registration',
  'transfer',
]

interface Group {
  readonly state: ProcedureState
  readonly many: number
  /** Days since the first and the last of them were opened. */
  readonly oldest: number
  readonly newest: number
}

/** In the proportions of an office that delivers most of its work within two weeks. */
const GROUPS: readonly Group[] = [
  { state: 'DELIVERED_TO_CLIENT', many: 12, oldest: 42, newest: 12 },
  { state: 'DONE', many: 8, oldest: 17, newest: 4 },
  { state: 'IN_PROGRESS', many: 9, oldest: 9, newest: 1 },
  { state: 'PENDING', many: 6, oldest: 3, newest: 0 },
  { state: 'ON_HOLD', many: 3, oldest: 14, newest: 6 },
  { state: 'CANCELLED', many: 4, oldest: 33, newest: 8 },
]

/** Incidents that wait, with the kind of procedure that meets each: some of every level, and every document's. */
const BLOCKED: readonly (readonly [SampleKind, IncidentType, age: number])[] = [
  ['transfer', 'ownership-hold', 13],
  ['transfer', 'seizure', 11],
  ['transfer', 'unpaid-ivtm-tax', 8],
  ['registration', 'pending-document', 6],
  ['transfer', 'waiting-620-validation', 7],
  ['registration', 'waiting-iedmt-validation', 5],
  ['transfer', 'expired-document', 9],
  ['registration', 'unreadable-document', 4],
  ['transfer', 'invalid-document', 6],
  ['transfer', 'incomplete-document', 3],
  ['registration', 'out-of-validity-document', 10],
]

/** What happened this morning, the latest first: the unread lines of *Novedades*. */
const THIS_MORNING: readonly SampleLife[] = [
  { kind: 'registration', state: 'DONE', age: 3, movedAgo: 6 },
  { kind: 'transfer', state: 'BLOCKED', age: 2, incident: 'pending-document', movedAgo: 14 },
  { kind: 'transfer', state: 'DELIVERED_TO_CLIENT', age: 9, movedAgo: 27 },
  { kind: 'transfer', state: 'DONE', age: 5, movedAgo: 41 },
  { kind: 'registration', state: 'BLOCKED', age: 3, incident: 'unreadable-document', movedAgo: 58 },
]

/** Drafts can only be registrations: a transfer is created whole. */
const DRAFTS: readonly SampleLife[] = [0, 1].map((age) => ({ kind: 'registration', state: 'DRAFT', age }))

/** Every procedure of the office, the oldest first. */
export function sampleLives(): SampleLife[] {
  const grouped = GROUPS.flatMap(({ state, many, oldest, newest }) =>
    Array.from({ length: many }, (_, index): SampleLife => {
      const age = Math.round(oldest - ((oldest - newest) * index) / (many - 1))
      const kind = KINDS[(index + age) % KINDS.length] ?? 'transfer'
      // Every third one met an incident on its way.
      return { kind, state, age, ...(index % 3 === 1 && age > 6 && { incident: 'pending-document' }) }
    }),
  )
  const blocked = BLOCKED.map(([kind, incident, age]): SampleLife => ({
    kind,
    state: 'BLOCKED',
    age,
    incident,
  }))
  return [...grouped, ...blocked, ...THIS_MORNING, ...DRAFTS].toSorted((a, b) => b.age - a.age)
}

/** States on the way to each: what a procedure went through after it was received. */
const WAY: Readonly<Record<ProcedureState, readonly ProcedureState[]>> = {
  DRAFT: [],
  PENDING: [],
  BLOCKED: [],
  IN_PROGRESS: ['IN_PROGRESS'],
  ON_HOLD: ['IN_PROGRESS', 'ON_HOLD'],
  CANCELLED: ['CANCELLED'],
  DONE: ['IN_PROGRESS', 'DONE'],
  DELIVERED_TO_CLIENT: ['IN_PROGRESS', 'DONE', 'DELIVERED_TO_CLIENT'],
}

/** Steps after it was opened, in order, each at a moment of the office before now. */
export function stepsOf(
  life: SampleLife,
  openedMs: number,
  calendar: OfficeCalendar,
  draw: Draw,
): LifeStep[] {
  const { state, incident, movedAgo } = life
  const isBlocked = state === 'BLOCKED'
  const onDocument = incident?.endsWith('-document') === true && incident !== 'pending-document'
  const met = incident === undefined ? [] : [{ incident, ...(onDocument && { onDocument: true as const }) }]
  const solved = met.length > 0 && !isBlocked ? [{ solved: true as const }] : []
  const moves = [...met, ...solved, ...WAY[state].map((to) => ({ to }))]
  const endMs =
    movedAgo === undefined ? lastMoment(life, openedMs, calendar, draw) : calendar.minutesAgo(movedAgo)
  let beforeMs = openedMs
  return moves.map((move, index) => {
    const share = (index + 1) / moves.length
    const evenMs = openedMs + (endMs - openedMs) * share
    const inHoursMs = calendar.daysAgo(Math.round((calendar.nowMs - evenMs) / DAY_MS), draw(900) / 1_000)
    // Office hours where they keep the order, and the last one exactly.
    const isKept = inHoursMs > beforeMs && inHoursMs < endMs && index < moves.length - 1
    beforeMs = Math.round(isKept ? inHoursMs : beforeMs + (endMs - beforeMs) / (moves.length - index))
    return { ...move, atMs: beforeMs }
  })
}

/** Of those that nothing moved this morning: the last change came after two thirds of their age. */
function lastMoment(
  { age, state }: SampleLife,
  openedMs: number,
  calendar: OfficeCalendar,
  draw: Draw,
): number {
  const isOver = state === 'DELIVERED_TO_CLIENT' || state === 'CANCELLED'
  const daysAgo = isOver ? Math.max(age - 9, 1) : Math.max(Math.floor(age / 3), 1)
  return Math.max(calendar.daysAgo(daysAgo, draw(900) / 1_000), openedMs + 60_000)
}
