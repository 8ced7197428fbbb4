import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { BREAKPOINTS, useMedia } from './breakpoints.ts'
import { useEventCallback } from './hooks.ts'

/** List of rows of equal height, and the part of the window that shows them. Lengths are in pixels. */
export interface EvenRows {
  count: number
  height: number
  /** Height of the part of the list that shows rows. */
  room: number
}

/** Indexes of the rows in sight at a scroll position. Without rows, `last` is `first - 1`. */
export interface Sight {
  first: number
  last: number
  /** First row that shows half or more of its height: the rows that a person counts. */
  firstCounted: number
  lastCounted: number
  /**
   * Pixels by which rows are drawn below their own position. It is 0 unless the list is too long to be drawn to its
   * end.
   */
  shift: number
}

/** Maximum height of the body. Browsers draw nothing below 33,554,428 px (Chromium) or 17,895,697 px (Firefox). */
const MAX_BODY_PX = 16_000_000

const listHeight = ({ count, height }: EvenRows): number => count * height

/** Height of all rows together, limited to `MAX_BODY_PX`. */
export const bodyHeight = (rows: EvenRows): number => Math.min(listHeight(rows), MAX_BODY_PX)

/** Pixels of the list per scrolled pixel: 1, or more in lists that are longer than their body. */
const listPixelsPerScroll = (rows: EvenRows): number => {
  const most = bodyHeight(rows) - rows.room
  return most <= 0 ? 1 : (listHeight(rows) - rows.room) / most
}

export function sightAt(scrolled: number, rows: EvenRows): Sight {
  const { count, height, room } = rows
  // The list may have overscrolled past an end, or may have lost rows.
  const offset = Math.max(
    0,
    Math.min(Math.round(scrolled * listPixelsPerScroll(rows)), listHeight(rows) - room),
  )
  const within = (index: number) => Math.max(0, Math.min(index, count - 1))
  const lastCounted = within(Math.floor((offset + room) / height - 0.5))
  return {
    first: within(Math.floor(offset / height)),
    last: count === 0 ? -1 : within(Math.ceil((offset + room) / height) - 1),
    firstCounted: Math.min(within(Math.ceil(offset / height - 0.5)), lastCounted),
    lastCounted,
    shift: listHeight(rows) > MAX_BODY_PX ? Math.round(scrolled) - offset : 0,
  }
}

/** Nearest scroll position at which the whole row is in sight. */
export function scrolledTo(index: number, scrolled: number, rows: EvenRows): number {
  const { height, room } = rows
  const step = listPixelsPerScroll(rows)
  const offset = scrolled * step
  const start = index * height
  if (start < offset) return start / step
  return start + height > offset + room ? (start + height - room) / step : scrolled
}

/**
 * Rows to render: the rows in sight, `more` rows on both sides, and the active row. Without the active row, Tab would
 * find no row.
 */
export function rowsToRender({ first, last }: Sight, more: number, active: number, count: number): number[] {
  const from = Math.max(0, first - more)
  const to = Math.min(count - 1, last + more)
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (active < 0 || active >= count || (active >= from && active <= to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}

export interface EvenRowsOptions {
  count: number
  /** Height of a row, in pixels. */
  height: number
  scroller: RefObject<HTMLElement | null>
  /** Element that contains the rows, below the head. */
  body: RefObject<HTMLElement | null>
  /** Visible height in pixels, assumed for the first render and measured afterwards. */
  guess: number
  /** Number of rows rendered on each side of the rows in sight, ready for scrolling. */
  overscan: number
  /** Index of the active row. */
  active: number
}

export interface ShownRows {
  /** Rows to render, each with its position in the body in pixels. */
  items: { index: number; start: number }[]
  sight: Sight
  /** Height of the body, in pixels. */
  total: number
  /** Scrolls until the whole row is in sight. */
  scrollTo: (index: number) => void
}

/**
 * Renders only the visible rows of a list whose rows have equal height. Lists with rows of several heights use
 * TanStack Virtual. It computes the position of every row whenever a list opens: 4 ms for 100,000 rows. With it, a
 * list of a million rows cannot be scrolled to its end.
 */
export function useEvenRows(options: EvenRowsOptions): ShownRows {
  const { count, height, scroller, body, overscan, active } = options
  const [at, setAt] = useState(() => ({ scrolled: 0, room: options.guess }))
  const rows: EvenRows = { count, height, room: at.room }
  const sight = sightAt(at.scrolled, rows)

  const read = useEventCallback((room: number) => {
    const scrolled = scroller.current?.scrollTop ?? 0
    const isSame = room === at.room && isSameSight(sightAt(scrolled, { ...rows, room }), sight)
    // A synchronous render: otherwise this frame would paint an empty list.
    if (!isSame) flushSync(() => setAt({ scrolled, room }))
  })
  const onScroll = useEventCallback(() => read(at.room))
  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const resized = new ResizeObserver(() => read(roomIn(list, body.current)))
    resized.observe(list)
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      list.removeEventListener('scroll', onScroll)
    }
  }, [scroller, body, read, onScroll])
  const scrollTo = useEventCallback((index: number) => {
    const list = scroller.current
    if (!list) return
    // The list may not be measured yet, because it scrolls to its former position as soon as it opens.
    const room = roomIn(list, body.current)
    list.scrollTo({ top: scrolledTo(index, list.scrollTop, { ...rows, room }) })
  })
  const total = bodyHeight(rows)
  // The active row may be out of sight. It must not make the body longer.
  const rowTop = (index: number) => Math.max(0, Math.min(index * height + sight.shift, total - height))

  return {
    items: rowsToRender(sight, overscan, active, count).map((index) => ({ index, start: rowTop(index) })),
    sight,
    total,
    scrollTo,
  }
}

/** Height of the list without its sticky head, in pixels. */
const roomIn = (list: HTMLElement, body: HTMLElement | null): number =>
  Math.max(0, list.clientHeight - (body?.offsetTop ?? 0))

const isSameSight = (a: Sight, b: Sight): boolean =>
  a.first === b.first &&
  a.last === b.last &&
  a.firstCounted === b.firstCounted &&
  a.lastCounted === b.lastCounted &&
  a.shift === b.shift

const NARROW = `(max-width: ${BREAKPOINTS.small})`

/** Value in pixels of a token of `tokens.css`. */
function pixelsOf(token: string): number {
  const style = getComputedStyle(document.documentElement)
  return Number.parseFloat(style.getPropertyValue(token)) * Number.parseFloat(style.fontSize)
}

/**
 * Height of rows and of the heads between them, in pixels.
 * @param density density that `<html>` has once this render is painted
 * @param hasSecondLine true if rows have a second line under their columns
 */
export function useRowHeight(
  density: 'comfortable' | 'compact',
  hasSecondLine = false,
): { row: number; head: number } {
  const token = useMedia(NARROW) ? '--row-two-lines' : hasSecondLine ? '--row-second' : '--row'
  const [height, setHeight] = useState(() => rowHeights(token))
  // The attribute may change with this render, before the paint. Known heights are cached: a read forces a style
  // recalculation of everything that was just rendered.
  useLayoutEffect(
    () => setHeight((known) => (known.readFor === tokenAndDensity(token) ? known : rowHeights(token))),
    [token, density],
  )
  return height
}

const rowHeights = (token: string) => ({
  row: pixelsOf(token),
  head: pixelsOf('--row-head'),
  readFor: tokenAndDensity(token),
})
const tokenAndDensity = (token: string) => `${token} ${document.documentElement.dataset['density']}`
