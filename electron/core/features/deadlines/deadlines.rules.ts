import type { Deadline } from '#shared/bridge/deadlines.ts'
import type { ResourceKind, Subject } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { addDays, isoDay, startOfDay, daysAfter, daysUntil } from '#shared/domain/calendar.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'

interface Waiting {
  id: string
  subject: Subject
  since: number
  type: string
  name: string
}

/** Stored data from which the entries are made. */
export interface DeadlineMaterial {
  legal: { id: string; subject: Subject; type: string; contractDate: string; name: string }[]
  /** Procedures on a provisional permit, with its start. */
  provisional: Waiting[]
  /** Signatures that wait for their signer, with the start of the wait. */
  signatures: Waiting[]
  /** Open requests to clients, by file and day of the reminder. `other`: the file is a draft. */
  requests: {
    about: { kind: ResourceKind; id: string }
    day: string
    count: number
    file: { subject: Subject; client: string; serviceType: string }
  }[]
  snoozed: {
    seq: number
    about: { kind: ResourceKind; id: string }
    subject: Subject
    name: string
    until: number
    change: NonNullable<Deadline['change']>
  }[]
}

export interface DeadlineSettings {
  now: number
  /** Days after which each wait is followed up; 0 for never. */
  days: Pick<NotificationSettings['days'], 'provisional' | 'signature'>
  hidesNames: boolean
}

type Undecided = Omit<Deadline, 'overdue'>

/** All entries, ordered by day. */
export function computeDeadlines(material: DeadlineMaterial, settings: DeadlineSettings): Deadline[] {
  const { now, days, hidesNames } = settings
  const getVisibleName = (name: string) => (hidesNames ? '' : name)
  const legal = material.legal.flatMap(({ id, subject, type, contractDate, name }): Undecided[] => {
    const kind = kindOfType(type)
    if (kind === null) return []
    return deadlinesOf(kind, contractDate, now).map(({ party, last, left }) => ({
      id: `legal ${party} procedure ${id}`,
      day: isoDay(last),
      kind: 'legal',
      about: { kind: 'procedure', id },
      subject,
      name: getVisibleName(name),
      type,
      party,
      left,
    }))
  })
  const toWaitDeadlines = (kind: 'provisional' | 'signature', waiting: readonly Waiting[]): Undecided[] =>
    days[kind] === 0
      ? []
      : waiting.map(({ id, subject, since, type, name }) => {
          const last = daysAfter(since, days[kind])
          const about = kind === 'signature' ? 'signature' : 'procedure'
          return {
            id: `${kind} ${about} ${id}`,
            day: isoDay(last),
            kind,
            about: { kind: about, id },
            subject,
            name: getVisibleName(name),
            type,
            left: daysUntil(last, now),
          }
        })
  const requests = material.requests.map(({ about, day, count, file }): Undecided => ({
    id: `request ${about.kind} ${about.id} ${day}`,
    day,
    kind: 'request',
    about,
    subject: file.subject,
    name: getVisibleName(file.client),
    type: file.serviceType,
    count,
    left: daysUntil(startOfDay(day), now),
  }))
  const snoozed = material.snoozed.map(({ seq, about, subject, name, until, change }): Undecided => ({
    id: `snoozed ${seq}`,
    day: isoDay(until),
    at: until,
    kind: 'snoozed',
    about,
    subject,
    name: getVisibleName(name),
    type: '',
    change,
    seq,
    left: daysUntil(until, now),
  }))
  const all = [
    ...legal,
    ...toWaitDeadlines('provisional', material.provisional),
    ...toWaitDeadlines('signature', material.signatures),
    ...requests,
    ...snoozed,
  ]
  return all.toSorted(compareEntries).map((entry) => ({ ...entry, overdue: isOverdue(entry) }))
}

/** True if the date has passed. The other party's term does not matter, because each party has a term. */
const isOverdue = ({ left, kind }: Undecided): boolean => left < 0 && kind !== 'snoozed'

/** Entries whose date has passed, the latest first. */
export const filterOverdue = (entries: readonly Deadline[]): Deadline[] =>
  entries.filter(({ overdue }) => overdue).toReversed()

export const filterBetween = (entries: readonly Deadline[], from: string, to: string): Deadline[] =>
  entries.filter(({ day }) => day >= from && day <= to)

/** First day with an entry after another day. */
export const findDayAfter = (entries: readonly Deadline[], to: string): string | null =>
  entries.find(({ day }) => day > to)?.day ?? null

/** Most days after the first day of a request. */
export const MAX_DAYS = 62
export const limitEnd = (from: string, to: string): string => {
  const end = addDays(from, MAX_DAYS)
  return to < from ? from : to > end ? end : to
}

/** Milliseconds until the next day begins in this PC's zone. */
export const computeMsUntilTomorrow = (now: number): number => startOfDay(addDays(isoDay(now), 1)) - now

const ORDER = ['legal', 'provisional', 'signature', 'request', 'snoozed'] as const

/** Compares entries by day. On one day, entries with an hour are last, and legal terms first. */
function compareEntries(a: Undecided, b: Undecided): number {
  return (
    compareText(a.day, b.day) ||
    (a.at ?? 0) - (b.at ?? 0) ||
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
    compareText(a.id, b.id)
  )
}
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
