import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { bodyHeight, type EvenRows, rowsToRender, scrolledTo, type Sight, sightAt } from './even-rows.ts'
import { useEventCallback } from './use-event-callback.ts'

export interface EvenRowsOptions {
  count: number
  /** Pixels. */
  height: number
  scroller: RefObject<HTMLElement | null>
  /** Element of the rows, below the head. */
  body: RefObject<HTMLElement | null>
  /** Room for rows, in pixels, assumed for the first render: it is measured afterwards. */
  guess: number
  /** Rows rendered on each side of those in sight, ready for scrolling. */
  overscan: number
  /** Row with the keyboard. */
  active: number
}

export interface ShownRows {
  /** Rows to render, each with its place in the body. */
  items: { index: number; start: number }[]
  sight: Sight
  /** Height of the body, in pixels. */
  total: number
  /** Scrolls until the whole row is in sight. */
  scrollTo: (index: number) => void
}

/**
 * A list of rows of one height of which only those in sight are rendered. TanStack Virtual, which lists of rows of
 * different heights use, works out the place of every row whenever one opens: 4 ms for 100,000, and a list of a million
 * cannot be scrolled to its end.
 */
export function useEvenRows(options: EvenRowsOptions): ShownRows {
  const { count, height, scroller, body, overscan, active } = options
  const [at, setAt] = useState(() => ({ scrolled: 0, room: options.guess }))
  const rows: EvenRows = { count, height, room: at.room }
  const sight = sightAt(at.scrolled, rows)

  const read = useEventCallback((room: number) => {
    const scrolled = scroller.current?.scrollTop ?? 0
    const isSame = room === at.room && isSameSight(sightAt(scrolled, { ...rows, room }), sight)
    // Before this frame is painted, or the list would be empty in it.
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
    // It may not have been measured yet: the list goes to where it was left as soon as it opens.
    const room = roomIn(list, body.current)
    list.scrollTo({ top: scrolledTo(index, list.scrollTop, { ...rows, room }) })
  })
  const total = bodyHeight(rows)
  // The row with the keyboard may be out of sight: it must not make the body longer.
  const placeOf = (index: number) => Math.max(0, Math.min(index * height + sight.shift, total - height))

  return {
    items: rowsToRender(sight, overscan, active, count).map((index) => ({ index, start: placeOf(index) })),
    sight,
    total,
    scrollTo,
  }
}

/** Below the head, which stays over the rows that pass under it. */
const roomIn = (list: HTMLElement, body: HTMLElement | null): number =>
  Math.max(0, list.clientHeight - (body?.offsetTop ?? 0))

const isSameSight = (a: Sight, b: Sight): boolean =>
  a.first === b.first &&
  a.last === b.last &&
  a.firstCounted === b.firstCounted &&
  a.lastCounted === b.lastCounted &&
  a.shift === b.shift
