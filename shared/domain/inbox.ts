import type { InboxFilter, InboxOrder, InboxRow, Change, ResourceKind, Subject } from '../bridge/inbox.ts'

/**
 * Added to the place of a line that asks for something, above any number of changes. One number is then the place of a
 * line and the cursor of a page, whichever the order.
 */
const ASKING = 2 ** 40

/** True if the change still waits for an action of this office. */
export const isAsking = ({ actionable, state }: Pick<InboxRow, 'actionable' | 'state'>): boolean =>
  actionable && (state === 'unread' || state === 'read')

/** True if a filter shows the change. */
export const isShown = (row: Pick<InboxRow, 'actionable' | 'state'>, filter: InboxFilter): boolean =>
  filter === 'all' || (filter === 'unread' ? row.state === 'unread' : isAsking(row))

/**
 * Place of a line in its list, the highest first: the moment, by which lines are in the order of their first change and
 * do not move as others join them; and first those that ask for something, where that order is wanted.
 * @param rows those of the line that the filter shows
 */
export const inboxPlace = (
  rows: readonly Pick<InboxRow, 'actionable' | 'state'>[],
  moment: number,
  filter: InboxFilter,
  order: InboxOrder,
): number => (order === 'asking' && filter !== 'actionable' && rows.some(isAsking) ? ASKING + moment : moment)

/** Cursors of the two parts of a list whose page ends at a place: the moments below are still to be read. */
export const cursorsAt = (place: number): { asking: number; others: number } =>
  isAmongAsking(place)
    ? { asking: place - ASKING, others: Number.MAX_SAFE_INTEGER }
    : { asking: 0, others: place }

/** True for the place of a line among the first, which ask for something. */
export const isAmongAsking = (place: number): boolean => place > ASKING

/** A time offered for snoozing, in this PC's zone. */
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
 * Times offered at a moment. The office is closed at weekends: what is snoozed on a Friday returns on Monday.
 * An hour is exact; the others are local times.
 * @returns the soonest first, all of them later than now
 */
export function snoozeTimes(now: number): SnoozeTime[] {
  const times: SnoozeTime[] = [{ id: 'hour', at: now + HOUR_MS }]
  const weekday = new Date(now).getDay()
  const afternoon = wallClock(now, 0, AFTERNOON)
  const atWork = weekday !== SATURDAY && weekday !== SUNDAY
  // Within the hour it would duplicate the previous one.
  if (atWork && afternoon > now + HOUR_MS) times.push({ id: 'afternoon', at: afternoon })
  if (weekday !== FRIDAY && weekday !== SATURDAY)
    times.push({ id: 'tomorrow', at: wallClock(now, 1, MORNING) })
  const untilMonday = (8 - weekday) % 7 || 7
  if (untilMonday > 1) times.push({ id: 'monday', at: wallClock(now, untilMonday, MORNING) })
  return times
}

/** Typed day and hour; `null` when invalid or past. */
export function snoozeMoment(date: string, time: string, now: number): number | null {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) || at <= now ? null : at
}

function wallClock(now: number, days: number, hour: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime()
}

/** Details that are written by people, and may name one. */
const WRITTEN: ReadonlySet<string> = new Set(['documentName', 'description', 'reason'])

/** Details of a change as lists show them while names are hidden. */
export const detailWithoutNames = (detail: Change['detail']): Change['detail'] =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !WRITTEN.has(name)))

/** A change as lists and notifications show it while names are hidden: by its plate, and by what happened. */
export function withoutNames<R extends { kind: ResourceKind; subject: Subject; detail: Change['detail'] }>(
  row: R,
): R {
  const { vrm, vin, label } = row.subject
  return {
    ...row,
    subject: {
      ...(vrm !== undefined && { vrm }),
      ...(vin !== undefined && { vin }),
      // Of a signature it is the signer; of the others, what they are.
      ...(label !== undefined && row.kind !== 'signature' && { label }),
    },
    detail: detailWithoutNames(row.detail),
  }
}
