import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusNowhere } from './focus-restorer.ts'
import { useEventCallback } from './hooks.ts'

/** List of rows, of which some may not be loaded. An array is a `RowSource` too. */
export interface RowSource<R> {
  readonly length: number
  at(index: number): R | undefined
}

/** Search distance around the former place of a row, in rows. */
const NEARBY = 200

/**
 * Finds the new index of a row after rows before it were added or removed. `null` if the row is not within `NEARBY`.
 */
export function placeNear<R>(rows: RowSource<R>, is: (row: R) => boolean, from: number): number | null {
  const isAt = (index: number) => {
    const row = index >= 0 && index < rows.length ? rows.at(index) : undefined
    return row !== undefined && is(row)
  }
  for (let away = 0; away <= NEARBY; away += 1) {
    if (isAt(from + away)) return from + away
    if (isAt(from - away)) return from - away
  }
  return null
}

/** Index of the row with a key; 0 if there is none. */
export function indexOfKey<R>(
  rows: RowSource<R>,
  rowKey: (row: R) => string,
  key: string | undefined,
): number {
  if (key === undefined) return 0
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index)
    if (row !== undefined && rowKey(row) === key) return index
  }
  return 0
}

export interface RowPlace {
  active: number
  /** Called when a row receives the focus without `move`. */
  onFocus: (index: number, element: HTMLElement) => void
  onBlur: (element: HTMLElement) => void
  /** Makes a row the active one and focuses it. */
  move: (to: number) => void
}

export interface RowPlaceOptions<R> {
  scroller: RefObject<HTMLElement | null>
  rows: RowSource<R>
  rowKey: (row: R) => string
  startAt: number
  /** Identity of the list. Another list begins at its first row. */
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

/** Place of the same row, or of the row that replaced it. */
function currentPlace<R>(place: Place, list: unknown, rows: RowSource<R>, rowKey: (row: R) => string): Place {
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
 * Tracks the active row by its key, not by its index. Rows added before the row do not change it. A row that is
 * rendered again keeps the focus.
 */
export function useRowPlace<R>(options: RowPlaceOptions<R>): RowPlace {
  const { scroller, rows, rowKey, startAt, listKey, scrollTo } = options
  /** `key` is `null` until the row is loaded. */
  const [place, setPlace] = useState<Place>({ list: listKey, index: startAt, key: null })
  const focused = useRef<HTMLElement | null>(null)

  const now = currentPlace(place, listKey, rows, rowKey)
  if (now !== place) setPlace(now)
  const active = within(now.index, rows)
  const goTo = (index: number) => setPlace((before) => ({ ...before, index, key: null }))

  useEffect(() => {
    if (listKey !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [listKey, scroller])

  /** @returns false if that row is not rendered */
  const focusRow = (index: number, how?: FocusOptions): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    row?.focus(how)
    return row != null
  }
  /** Frame request of the last move. A new move cancels it. */
  const pending = useRef(0)
  const move = (to: number) => {
    goTo(to)
    scrollTo(to)
    const from = document.activeElement
    cancelAnimationFrame(pending.current)
    // If the user has moved the focus elsewhere meanwhile, it stays there.
    const mayFocus = () => {
      const { activeElement } = document
      return isFocusNowhere() || (scroller.current?.contains(activeElement) && activeElement === from)
    }
    // Focus the row at once: the next key may open a dialog, which later returns the focus to the row focused now.
    if (mayFocus() && focusRow(to)) return
    // The row may not exist until the list has scrolled to it.
    pending.current = requestAnimationFrame(() => {
      if (mayFocus()) focusRow(to)
    })
  }
  // A list that opens while nothing has the focus takes the focus, at its last place.
  const landed = useRef(false)
  useEffect(() => {
    if (!landed.current && isFocusNowhere()) move(active)
    landed.current = true
  })
  // The same happens when React shows the list again after hiding it for a page that was loading. React then runs
  // only the layout effects again.
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
  // The focused row may have been rendered as another element, although the user has not moved. The user may have
  // scrolled away from it. After a change of list, a row may keep the focus that belongs to the active row.
  useLayoutEffect(() => {
    const { activeElement: held } = document
    const lost = focused.current !== null && !focused.current.isConnected
    if (lost && isFocusNowhere()) focusRow(active, { preventScroll: true })
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
      // A removal may also fire `blur`. The user has left the row only if it is still in the page.
      queueMicrotask(() => {
        if (focused.current === element && element.isConnected && document.activeElement !== element)
          focused.current = null
      })
    },
  }
}
