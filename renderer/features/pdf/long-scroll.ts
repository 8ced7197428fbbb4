/** Pixels of the element that is scrolled, at most: browsers lay nothing out beyond some 33 million. */
export const MAX_SCROLL_PX = 10_000_000
/** At both ends, and around any place, a pixel scrolled is a pixel of the document. */
const ROOM_PX = 200_000
/** More than so many heights of the window at once is the bar being dragged, or Home and End. */
const LEAP_VIEWS = 4

export interface ScrollSize {
  /** Of the document, in pixels; it may be more than an element can be. */
  total: number
  /** Of the window onto it. */
  view: number
}

export interface ScrollPlace {
  /** `scrollTop` of the element. */
  top: number
  /** What to add to it for the place in the document. */
  offset: number
}

/** How high the element that is scrolled is. */
export const scrolledHeight = ({ total }: ScrollSize): number => Math.min(total, MAX_SCROLL_PX)

/** Where the element is scrolled to when the document is seen from `y`. */
export function placeOf(y: number, size: ScrollSize): ScrollPlace {
  const { maxY, maxTop } = ends(size)
  const at = Math.max(0, Math.min(y, maxY))
  if (maxY === maxTop || at <= ROOM_PX) return { top: at, offset: 0 }
  const top =
    maxY - at <= ROOM_PX
      ? maxTop - (maxY - at)
      : ROOM_PX + ((at - ROOM_PX) * (maxTop - 2 * ROOM_PX)) / (maxY - 2 * ROOM_PX)
  return { top, offset: at - top }
}

/**
 * Follows the element as it is scrolled: by little, the document moves as much; by much, to the same share of it.
 * @returns where the element has to be: elsewhere than `top` when it strays too far from the share that its bar shows
 */
export function follow(before: ScrollPlace, top: number, size: ScrollSize): ScrollPlace {
  const { maxY, maxTop } = ends(size)
  if (maxY === maxTop) return { top, offset: 0 }
  if (Math.abs(top - before.top) > LEAP_VIEWS * size.view) return placeOf(documentAt(top, size), size)
  const y = Math.max(0, Math.min(top + before.offset, maxY))
  const wanted = placeOf(y, size)
  const atEnd = y <= ROOM_PX || maxY - y <= ROOM_PX
  return Math.abs(wanted.top - top) > (atEnd ? 1 : ROOM_PX / 2) ? wanted : { top, offset: y - top }
}

function documentAt(top: number, size: ScrollSize): number {
  const { maxY, maxTop } = ends(size)
  if (top <= ROOM_PX) return top
  if (maxTop - top <= ROOM_PX) return maxY - (maxTop - top)
  return ROOM_PX + ((top - ROOM_PX) * (maxY - 2 * ROOM_PX)) / (maxTop - 2 * ROOM_PX)
}

function ends(size: ScrollSize) {
  return {
    maxY: Math.max(0, size.total - size.view),
    maxTop: Math.max(0, scrolledHeight(size) - size.view),
  }
}
