import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusNowhere } from './focus-keeper.ts'
import { placeNear, type RowSource } from './row-source.ts'
import { useEventCallback } from './use-event-callback.ts'

export interface RowPlace {
  active: number
  /** A row took the focus by itself. */
  onFocus: (index: number, element: HTMLElement) => void
  onBlur: (element: HTMLElement) => void
  /** To that row, with the focus. */
  move: (to: number) => void
}

export interface RowPlaceOptions<R> {
  scroller: RefObject<HTMLElement | null>
  rows: RowSource<R>
  rowKey: (row: R) => string
  startAt: number
  /** Another list: it begins at its first row. */
  listKey: unknown
  scrollTo: (index: number) => void
}

interface Place {
  list: unknown
  index: number
  key: string | null
}

const within = <R>(index: number, rows: RowSource<R>) => Math.max(0, Math.min(index, rows.length - 1))

/** The same place while its row is where it was. Where that row is gone, the one that came in its place has it. */
function placeNow<R>(place: Place, list: unknown, rows: RowSource<R>, rowKey: (row: R) => string): Place {
  const { key } = place
  const isOther = place.list !== list
  const found = isOther || key === null ? null : placeNear(rows, (row) => rowKey(row) === key, place.index)
  if (found !== null) return found === place.index ? place : { ...place, index: found }
  const index = isOther ? 0 : place.index
  const row = rows.length > 0 ? rows.at(within(index, rows)) : undefined
  const next = row === undefined ? (isOther ? null : key) : rowKey(row)
  return !isOther && next === key ? place : { list, index, key: next }
}

/**
 * Which row has the keyboard. It is a row and not a place: when others come before it, it is still the one; and if what
 * was drawn is drawn anew under the focus, the focus stays.
 */
export function useRowPlace<R>(options: RowPlaceOptions<R>): RowPlace {
  const { scroller, rows, rowKey, startAt, listKey, scrollTo } = options
  /** `key`: the row's, once it is here. */
  const [place, setPlace] = useState<Place>({ list: listKey, index: startAt, key: null })
  const focused = useRef<HTMLElement | null>(null)

  const now = placeNow(place, listKey, rows, rowKey)
  if (now !== place) setPlace(now)
  const active = within(now.index, rows)
  const goTo = (index: number) => setPlace((before) => ({ ...before, index, key: null }))

  useEffect(() => {
    if (listKey !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [listKey, scroller])

  const focusRow = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
  /** The last move that waits for its row: of two presses of a key only the last one counts. */
  const pending = useRef(0)
  const move = (to: number) => {
    goTo(to)
    scrollTo(to)
    const from = document.activeElement
    cancelAnimationFrame(pending.current)
    // The row may not exist until the list has scrolled to it; whoever has gone elsewhere meanwhile is left there.
    pending.current = requestAnimationFrame(() => {
      const { activeElement } = document
      const inList = scroller.current?.contains(activeElement) && activeElement === from
      if (!isFocusNowhere() && !inList) return
      focusRow(to)
    })
  }
  // Whoever lands here with the focus nowhere is in the list, where it was left.
  const landed = useRef(false)
  useEffect(() => {
    if (!landed.current && isFocusNowhere()) move(active)
    landed.current = true
  })
  // So is whoever left for a page that was still to come, and turned back: the list was only hidden meanwhile, which
  // ends and begins again the effects of layout alone.
  const wasHidden = useRef(false)
  const comeBack = useEventCallback(() => {
    if (isFocusNowhere()) move(active)
  })
  useLayoutEffect(() => {
    if (wasHidden.current) comeBack()
    return () => {
      wasHidden.current = true
    }
  }, [comeBack])
  // The row that had the focus is drawn anew, or is another element: nobody went elsewhere.
  useLayoutEffect(() => {
    const lost = focused.current !== null && !focused.current.isConnected
    if (lost && isFocusNowhere()) focusRow(active)
  })

  return {
    active,
    move,
    onFocus: (index, element) => {
      focused.current = element
      if (index !== active) goTo(index)
    },
    onBlur: (element) => {
      // What leaves the page may also say so: only who goes elsewhere does it with the row still there.
      queueMicrotask(() => {
        if (focused.current === element && element.isConnected && document.activeElement !== element)
          focused.current = null
      })
    },
  }
}
