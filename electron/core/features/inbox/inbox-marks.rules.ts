import type { Change, InboxRow } from '#shared/bridge/inbox.ts'
import { NOTE_MENTION } from '#shared/domain/notifications.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { EVENT_LAG_MS, getFact, PLATE_ASSIGNED } from '../changes/events.rules.ts'

/** States, from the one that counts first if a change has several marks. `open`: unread or read at each PC. */
const STATES = ['done', 'snoozed', 'open'] as const

/** Mark by which a person of the office has done a change, put it off, or reopened it. */
export interface InboxMark {
  state: (typeof STATES)[number]
  /** Time at which a snoozed change returns. */
  until: number | null
  /** Name of the person who marked it; '' if unknown. */
  person: string
}

/** Marks of the changes of one resource, by the names of the changes. */
export type InboxMarks = ReadonlyMap<string, InboxMark>

/** @returns `null` for a mark of another form, such as one of a later version */
export function parseMark(text: string): InboxMark | null {
  const { state, until, person } = recordIn(text)
  const known = STATES.find((one) => one === state)
  if (known === undefined) return null
  return {
    state: known,
    until: typeof until === 'number' ? until : null,
    person: typeof person === 'string' ? person : '',
  }
}

export interface NamedChange extends Pick<Change, 'event' | 'status' | 'detail' | 'source'> {
  serverAt: number | null
  key: string | null
}

/** Identity of a change on all PCs. */
interface ChangeIdentity {
  /** The state, document, incident or term that the change is about. */
  fact: string
  /** Time of the change by the service. `null` if the fact happens only once. */
  at: number | null
}

/** Key of an alert of a wait (`computeAlerts`): it ends with the start of the wait and the number of its period. */
const WAIT_KEY = / (\d+) (\d+)$/

/** Changes that happen once to a document or a plate. An incident may be added again. */
const ONCE: ReadonlySet<string> = new Set([
  'procedure.document.added',
  'energy_saving_certificate.document.added',
  PLATE_ASSIGNED,
])

/**
 * Identity of a change, the same on every PC; `null` if only this PC can name it. The time of a PC identifies nothing,
 * so a change that may happen again needs the service's time. A mention is of one person.
 */
function identifyChange({
  event,
  status,
  detail,
  source,
  serverAt,
  key,
}: NamedChange): ChangeIdentity | null {
  if (event === NOTE_MENTION) return null
  if (source === 'alert') {
    if (key === null || !event.startsWith('alert.')) return null
    const [, since, period] = WAIT_KEY.exec(key) ?? []
    return since === undefined
      ? { fact: key, at: null }
      : { fact: `${event} ${String(detail['about'])} ${period}`, at: Number(since) }
  }
  const { what, thing } = getFact({ event, detail, ...(status !== undefined && { status }) })
  const fact = thing === null ? what : `${what} ${thing}`
  if (thing !== null && ONCE.has(what)) return { fact, at: null }
  return serverAt === null ? null : { fact, at: serverAt }
}

const writeName = ({ fact, at }: ChangeIdentity): string => (at === null ? fact : `${fact} @${at}`)

/**
 * Names of a change among the marks of its resource. Several PCs may have marked it under names of their own, because
 * a poll and an event give times that differ a little. A change without a mark has its own name.
 * @returns none for a change that only this PC can name
 */
export function namesOf(change: NamedChange, marks: InboxMarks): string[] {
  const identity = identifyChange(change)
  if (identity === null) return []
  const { fact, at } = identity
  const known = [...marks.keys()].filter((name) => {
    if (at === null) return name === fact
    const time = name.startsWith(`${fact} @`) ? Number(name.slice(fact.length + 2)) : NaN
    return Math.abs(time - at) <= EVENT_LAG_MS
  })
  return known.length > 0 ? known : [writeName(identity)]
}

/** Mark of a change; `null` without one. All PCs choose the same of several. */
export const chooseMark = (names: readonly string[], marks: InboxMarks): InboxMark | null =>
  names
    .flatMap((name) => marks.get(name) ?? [])
    .toSorted(
      (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || (b.until ?? 0) - (a.until ?? 0),
    )[0] ?? null

export type MarkedState = Pick<InboxMark, 'state' | 'until'>

export const markedState = (state: InboxRow['state'], until: number | null): MarkedState =>
  state === 'snoozed' ? { state, until } : { state: state === 'done' ? state : 'open', until: null }

/** True if a row shows what its mark says. Each PC brings a snoozed row back by itself when its time has come. */
export function showsMark(here: MarkedState, mark: MarkedState, now: number): boolean {
  if (here.state === mark.state && here.until === mark.until) return true
  return here.state === 'open' && mark.state === 'snoozed' && (mark.until ?? 0) <= now
}
