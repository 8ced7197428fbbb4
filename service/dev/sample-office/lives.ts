import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import type { IncidentType, ProcedureState } from '#shared/domain/vocabulary.ts'
import type { Draw } from '../../registry/draw.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Start and length of the working day, in minutes: from nine to two. */
const OPENS = 9 * 60
const OPEN_MINUTES = 5 * 60

/** Turns ages into moments of the past, in the working hours of an office. */
export interface OfficeCalendar {
  readonly nowMs: number
  /** Returns a moment on a working day, that many days ago. `share`, 0 to 1, is the time of day. */
  daysAgo(days: number, share: number): number
  minutesAgo(minutes: number): number
}

/** @param nowMs moment from which ages are counted. Working hours are in the time zone of this PC */
export function createOfficeCalendar(nowMs: number): OfficeCalendar {
  return {
    nowMs,
    daysAgo(days, share) {
      const day = new Date(nowMs - days * DAY_MS)
      const weekday = day.getDay()
      // Saturday and Sunday count as the previous Friday.
      day.setDate(day.getDate() - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0))
      day.setHours(0, OPENS + Math.floor(share * OPEN_MINUTES), Math.floor(share * 3_600) % 60, 0)
      // No moment is later than in a working day that ends now.
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

/** Age and final state of a procedure. The steps of its life follow from both. */
export interface SampleLife {
  readonly kind: DraftKind
  readonly state: ProcedureState
  /** Days since it was opened. */
  readonly age: number
  /** Incident: unsolved if the procedure is blocked, solved otherwise. */
  readonly incident?: IncidentType
  /** Minutes since the last change, if the procedure moved this morning. */
  readonly movedAgo?: number
}

const KINDS: readonly DraftKind[] = [
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
  /** Days since the first and the last procedure of the group were opened. */
  readonly oldest: number
  readonly newest: number
}

/** The proportions are those of an office that delivers most of its work within two weeks. */
const GROUPS: readonly Group[] = [
  { state: 'DELIVERED_TO_CLIENT', many: 12, oldest: 42, newest: 12 },
  { state: 'DONE', many: 8, oldest: 17, newest: 4 },
  { state: 'IN_PROGRESS', many: 9, oldest: 9, newest: 1 },
  { state: 'PENDING', many: 6, oldest: 3, newest: 0 },
  { state: 'ON_HOLD', many: 3, oldest: 14, newest: 6 },
  { state: 'CANCELLED', many: 4, oldest: 33, newest: 8 },
]

/** Open incidents with the kind of procedure: some of every level, and every incident of a document. */
const BLOCKED: readonly (readonly [DraftKind, IncidentType, age: number])[] = [
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

/** Procedures that moved this morning, the latest first: the unread rows of *Novedades*. */
const THIS_MORNING: readonly SampleLife[] = [
  { kind: 'registration', state: 'DONE', age: 3, movedAgo: 6 },
  { kind: 'transfer', state: 'BLOCKED', age: 2, incident: 'pending-document', movedAgo: 14 },
  { kind: 'transfer', state: 'DELIVERED_TO_CLIENT', age: 9, movedAgo: 27 },
  { kind: 'transfer', state: 'DONE', age: 5, movedAgo: 41 },
  { kind: 'registration', state: 'BLOCKED', age: 3, incident: 'unreadable-document', movedAgo: 58 },
]

/** A draft can only be a registration: a transfer is created whole. */
const DRAFTS: readonly SampleLife[] = [0, 1].map((age) => ({ kind: 'registration', state: 'DRAFT', age }))

/** Lists every procedure of the office, the oldest first. */
export function makeSampleLives(): SampleLife[] {
  const grouped = GROUPS.flatMap(({ state, many, oldest, newest }) =>
    Array.from({ length: many }, (_, index): SampleLife => {
      const age = Math.round(oldest - ((oldest - newest) * index) / (many - 1))
      const kind = KINDS[(index + age) % KINDS.length] ?? 'transfer'
      // Every third procedure had an incident.
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

/** States that a procedure passes after `PENDING`, on the way to each state. */
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

/** Plans the steps of a procedure in order, each at a moment between its opening and now. */
export function planSteps(
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
    movedAgo === undefined ? pickLastMoment(life, openedMs, calendar, draw) : calendar.minutesAgo(movedAgo)
  let beforeMs = openedMs
  return moves.map((move, index) => {
    const share = (index + 1) / moves.length
    const evenMs = openedMs + (endMs - openedMs) * share
    const inHoursMs = calendar.daysAgo(Math.round((calendar.nowMs - evenMs) / DAY_MS), draw(900) / 1_000)
    // Use working hours where they keep the order. The last step is exactly at the end.
    const isKept = inHoursMs > beforeMs && inHoursMs < endMs && index < moves.length - 1
    beforeMs = Math.round(isKept ? inHoursMs : beforeMs + (endMs - beforeMs) / (moves.length - index))
    return { ...move, atMs: beforeMs }
  })
}

/** Picks the last change of a procedure that did not move this morning, at about two thirds of its age. */
function pickLastMoment(
  { age, state }: SampleLife,
  openedMs: number,
  calendar: OfficeCalendar,
  draw: Draw,
): number {
  const isOver = state === 'DELIVERED_TO_CLIENT' || state === 'CANCELLED'
  const daysAgo = isOver ? Math.max(age - 9, 1) : Math.max(Math.floor(age / 3), 1)
  return Math.max(calendar.daysAgo(daysAgo, draw(900) / 1_000), openedMs + 60_000)
}
