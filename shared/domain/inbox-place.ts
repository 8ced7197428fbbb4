import type { InboxFilter, InboxOrder, InboxRow } from '../bridge/inbox.ts'

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
export const placeOf = (
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
