import type { InboxFilter, InboxOrder, InboxRow, Change, ResourceKind, Subject } from '../bridge/inbox.ts'

/**
 * Added to the place of a group that waits for the office, above any number of changes. Place and page cursor are
 * then one number in both orders.
 */
const ASKING = 2 ** 40

/** True if the change still waits for an action of this office. */
export const isAsking = ({ actionable, state }: Pick<InboxRow, 'actionable' | 'state'>): boolean =>
  actionable && (state === 'unread' || state === 'read')

/** True if a filter shows the change. */
export const isShown = (row: Pick<InboxRow, 'actionable' | 'state'>, filter: InboxFilter): boolean =>
  filter === 'all' || (filter === 'unread' ? row.state === 'unread' : isAsking(row))

/**
 * Place of a group in its list, highest first.
 * The moment orders groups by their first change, so that a group does not move as changes join it. In the order
 * `asking`, groups that wait for the office come first.
 * @param rows changes of the group that the filter shows
 */
export const inboxPlace = (
  rows: readonly Pick<InboxRow, 'actionable' | 'state'>[],
  moment: number,
  filter: InboxFilter,
  order: InboxOrder,
): number => (order === 'asking' && filter !== 'actionable' && rows.some(isAsking) ? ASKING + moment : moment)

/** Cursors of the two parts of a list whose page ends at a place. Moments below the cursors are unread. */
export const inboxCursors = (place: number): { asking: number; others: number } =>
  isAmongAsking(place)
    ? { asking: place - ASKING, others: Number.MAX_SAFE_INTEGER }
    : { asking: 0, others: place }

/** True for the place of a group that waits for the office, at the head of the list. */
export const isAmongAsking = (place: number): boolean => place > ASKING

/** Time offered for snoozing, in this PC's zone. */
export interface SnoozeTime {
  id: 'hour' | 'afternoon' | 'tomorrow' | 'monday'
  at: number
}

const HOUR_MS = 3_600_000
const MORNING = 9
const AFTERNOON = 16
const FRIDAY = 5
const SATURDAY = 6
const SUNDAY = 0

/**
 * Times offered at a moment. The office is closed at weekends, so a row snoozed on a Friday returns on Monday. The
 * hour is exact. The others are local times.
 * @returns soonest first, all later than now
 */
export function snoozeTimes(now: number): SnoozeTime[] {
  const times: SnoozeTime[] = [{ id: 'hour', at: now + HOUR_MS }]
  const weekday = new Date(now).getDay()
  const afternoon = wallClock(now, 0, AFTERNOON)
  const atWork = weekday !== SATURDAY && weekday !== SUNDAY
  // Within the hour it would duplicate the previous time.
  if (atWork && afternoon > now + HOUR_MS) times.push({ id: 'afternoon', at: afternoon })
  if (weekday !== FRIDAY && weekday !== SATURDAY)
    times.push({ id: 'tomorrow', at: wallClock(now, 1, MORNING) })
  const untilMonday = (8 - weekday) % 7 || 7
  if (untilMonday > 1) times.push({ id: 'monday', at: wallClock(now, untilMonday, MORNING) })
  return times
}

/** Moment of a typed day and hour. `null` if invalid or past. */
export function snoozeMoment(date: string, time: string, now: number): number | null {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) || at <= now ? null : at
}

function wallClock(now: number, days: number, hour: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime()
}

/** Details that people write and that may name a person. */
const WRITTEN: ReadonlySet<string> = new Set(['documentName', 'description', 'reason'])

/** Details of a change in lists while names are hidden. */
export const detailWithoutNames = (detail: Change['detail']): Change['detail'] =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !WRITTEN.has(name)))

/** Change as lists and notifications show it while names are hidden: by its plate, its vehicle and its event. */
export function withoutNames<R extends { kind: ResourceKind; subject: Subject; detail: Change['detail'] }>(
  row: R,
): R {
  const { vrm, vin, label, vehicle } = row.subject
  return {
    ...row,
    subject: {
      ...(vrm !== undefined && { vrm }),
      ...(vin !== undefined && { vin }),
      ...(vehicle !== undefined && { vehicle }),
      // The label of a signature is its signer. The label of other resources is their type.
      ...(label !== undefined && row.kind !== 'signature' && { label }),
    },
    detail: detailWithoutNames(row.detail),
  }
}
