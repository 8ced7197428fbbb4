import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusNowhere } from './focus-restorer.ts'
import { placeNear, type RowSource } from './row-source.ts'
import { useEventCallback } from './use-event-callback.ts'

export interface RowPlace {
  active: number
  /** Called when a row takes the focus by itself. */
  onFocus: (index: number, element: HTMLElement) => void
  onBlur: (element: HTMLElement) => void
  /** Moves to that row, with the focus. */
  move: (to: number) => void
}

export interface RowPlaceOptions<R> {
  scroller: RefObject<HTMLElement | null>
  rows: RowSource<R>
  rowKey: (row: R) => string
  startAt: number
  /** Identity of the list: another one begins at its first row. */
  listKey: unknown
  scrollTo: (index: number) => void
}

interface Place {
  list: unknown
  index: number
  key: string | null
}

const isRow = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.dataset['row'] !== undefined

const within = <R>(index: number, rows: RowSource<R>) => Math.max(0, Math.min(index, rows.length - 1))

/** The same place while its row is there; otherwise, the row that took its place. */
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
 * Row with the keyboard. It follows the row and not the index: rows added before it do not change it, and a row
 * rendered again keeps the focus.
 */
export function useRowPlace<R>(options: RowPlaceOptions<R>): RowPlace {
  const { scroller, rows, rowKey, startAt, listKey, scrollTo } = options
  /** `key`: the row's, once it is loaded. */
  const [place, setPlace] = useState<Place>({ list: listKey, index: startAt, key: null })
  const focused = useRef<HTMLElement | null>(null)

  const now = placeNow(place, listKey, rows, rowKey)
  if (now !== place) setPlace(now)
  const active = within(now.index, rows)
  const goTo = (index: number) => setPlace((before) => ({ ...before, index, key: null }))

  useEffect(() => {
    if (listKey !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [listKey, scroller])

  /** @returns false if that row is not rendered */
  const focusRow = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    row?.focus()
    return row != null
  }
  /** Last move that waits for its row: of two presses only the last one counts. */
  const pending = useRef(0)
  const move = (to: number) => {
    goTo(to)
    scrollTo(to)
    const from = document.activeElement
    cancelAnimationFrame(pending.current)
    // A focus moved elsewhere meanwhile is left there.
    const mayFocus = () => {
      const { activeElement } = document
      return isFocusNowhere() || (scroller.current?.contains(activeElement) && activeElement === from)
    }
    // At once: a key right after the arrow may open a dialog, which gives the focus back to the row that had it.
    if (mayFocus() && focusRow(to)) return
    // The row may not exist until the list has scrolled to it.
    pending.current = requestAnimationFrame(() => {
      if (mayFocus()) focusRow(to)
    })
  }
  // A list opened with the focus nowhere takes it, at the place it was left.
  const landed = useRef(false)
  useEffect(() => {
    if (!landed.current && isFocusNowhere()) move(active)
    landed.current = true
  })
  // Also after returning from a page that was still loading: the list was only hidden meanwhile, which runs only the
  // layout effects again.
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
  // The focused row was rendered anew, or as another element: the user has not moved. In another list a row may survive
  // with the focus, which belongs to the row that keys act on.
  useLayoutEffect(() => {
    const { activeElement: held } = document
    const lost = focused.current !== null && !focused.current.isConnected
    if (lost && isFocusNowhere()) focusRow(active)
    else if (isRow(held) && scroller.current?.contains(held) && held.dataset['row'] !== String(active))
      focusRow(active)
  })

  return {
    active,
    move,
    onFocus: (index, element) => {
      focused.current = element
      if (index !== active) goTo(index)
    },
    onBlur: (element) => {
      // Removal may also fire a blur: the user has moved only if the row is still there.
      queueMicrotask(() => {
        if (focused.current === element && element.isConnected && document.activeElement !== element)
          focused.current = null
      })
    },
  }
}
