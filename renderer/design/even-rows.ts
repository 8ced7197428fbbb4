/** Rows of one height under each other, and how much of them is in sight. Lengths are in pixels. */
export interface EvenRows {
  count: number
  height: number
  /** Of the part of the list that shows rows. */
  room: number
}

/** What is in sight at a scroll position, as rows from 0; `last` is `first - 1` without any. */
export interface Sight {
  first: number
  last: number
  /** Half or more of them in sight: what a person counts. */
  firstCounted: number
  lastCounted: number
  /** Pixels that rows are drawn below their own place; 0 but in lists too long to be drawn to their end. */
  shift: number
}

/** Browsers draw nothing below some height: 33,554,428 px in Chromium, 17,895,697 in Firefox. */
const MAX_BODY_PX = 16_000_000

const lengthOf = ({ count, height }: EvenRows): number => count * height

/** Height of all rows together, as they are drawn. */
export const bodyHeight = (rows: EvenRows): number => Math.min(lengthOf(rows), MAX_BODY_PX)

/** Pixels of the list per pixel scrolled: 1, and more in lists that are longer than their body. */
const stepOf = (rows: EvenRows): number => {
  const most = bodyHeight(rows) - rows.room
  return most <= 0 ? 1 : (lengthOf(rows) - rows.room) / most
}

export function sightAt(scrolled: number, rows: EvenRows): Sight {
  const { count, height, room } = rows
  // Bounced past an end, or fewer rows than before.
  const offset = Math.max(0, Math.min(Math.round(scrolled * stepOf(rows)), lengthOf(rows) - room))
  const within = (index: number) => Math.max(0, Math.min(index, count - 1))
  const lastCounted = within(Math.floor((offset + room) / height - 0.5))
  return {
    first: within(Math.floor(offset / height)),
    last: count === 0 ? -1 : within(Math.ceil((offset + room) / height) - 1),
    firstCounted: Math.min(within(Math.ceil(offset / height - 0.5)), lastCounted),
    lastCounted,
    shift: lengthOf(rows) > MAX_BODY_PX ? Math.round(scrolled) - offset : 0,
  }
}

/** Scroll position nearest to this one at which the whole row is in sight. */
export function scrolledTo(index: number, scrolled: number, rows: EvenRows): number {
  const { height, room } = rows
  const step = stepOf(rows)
  const offset = scrolled * step
  const start = index * height
  if (start < offset) return start / step
  return start + height > offset + room ? (start + height - room) / step : scrolled
}

/**
 * Rows to render: those in sight, some more on both sides, and the one with the keyboard, wherever it is: without it
 * Tab would find no row.
 */
export function rowsToRender({ first, last }: Sight, more: number, active: number, count: number): number[] {
  const from = Math.max(0, first - more)
  const to = Math.min(count - 1, last + more)
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (active < 0 || active >= count || (active >= from && active <= to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}
