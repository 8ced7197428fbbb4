import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
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

/**
 * Which row has the keyboard. It is a row and not a place: when others come before it, it is still the one; and if what
 * was drawn is drawn anew under the focus, the focus stays.
 */
export function useRowPlace<R>(options: RowPlaceOptions<R>): RowPlace {
  const { scroller, rows, rowKey, startAt, listKey, scrollTo } = options
  const [current, setCurrent] = useState(startAt)
  const [list, setList] = useState(listKey)
  const focused = useRef<HTMLElement | null>(null)
  const held = useRef<string | null>(null)

  let place = current
  if (list !== listKey) {
    place = 0
    held.current = null
    setList(listKey)
    setCurrent(0)
  } else if (held.current !== null) {
    const key = held.current
    const found = placeNear(rows, (row) => rowKey(row) === key, current) ?? current
    if (found !== current) setCurrent(found)
    place = found
  }
  const active = Math.max(0, Math.min(place, rows.length - 1))
  const row = rows.length > 0 ? rows.at(active) : undefined
  const key = row === undefined ? null : rowKey(row)
  useLayoutEffect(() => {
    if (key !== null) held.current = key
  }, [key])

  useEffect(() => {
    if (listKey !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [listKey, scroller])

  const focusRow = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
  /** The last move that waits for its row: of two presses of a key only the last one counts. */
  const pending = useRef(0)
  const move = (to: number) => {
    held.current = null
    setCurrent(to)
    scrollTo(to)
    const from = document.activeElement
    cancelAnimationFrame(pending.current)
    // The row may not exist until the list has scrolled to it; whoever has gone elsewhere meanwhile is left there.
    pending.current = requestAnimationFrame(() => {
      const { activeElement } = document
      const inList = scroller.current?.contains(activeElement) && activeElement === from
      if (activeElement !== document.body && !inList) return
      focusRow(to)
    })
  }
  // Whoever lands here with the focus nowhere is in the list, where it was left.
  const landed = useRef(false)
  useEffect(() => {
    if (!landed.current && document.activeElement === document.body) move(active)
    landed.current = true
  })
  // So is whoever left for a page that was still to come, and turned back: the list was only hidden meanwhile, which
  // ends and begins again the effects of layout alone.
  const wasHidden = useRef(false)
  const comeBack = useEventCallback(() => {
    if (document.activeElement === document.body) move(active)
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
    if (lost && document.activeElement === document.body) focusRow(active)
  })

  return {
    active,
    move,
    onFocus: (index, element) => {
      focused.current = element
      if (index !== active) held.current = null
      setCurrent(index)
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
