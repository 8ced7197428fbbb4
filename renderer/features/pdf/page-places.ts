/** Size in CSS pixels at 100 %. */
export interface PageSize {
  width: number
  height: number
}

/** Gap between pages, above the first and below the last, at any zoom. */
export const GAP_PX = 16

export interface PagePlaces {
  pages: number
  size: (page: number) => PageSize
  /** Top of a page, from the top of the document. */
  top: (page: number, zoom: number) => number
  /** Width of the widest page known. */
  widest: () => number
  height: (zoom: number) => number
  /** Page at this distance from the top of the document, or the nearest page. */
  at: (y: number, zoom: number) => number
  /** @returns true if the size of the page changed */
  learn: (page: number, size: PageSize) => boolean
  /** Copy with a new identity, for comparison by reference. */
  again: () => PagePlaces
}

/**
 * Layout of a document's pages, one under the other, in CSS pixels from its top. A page counts as large as the first
 * page until its own size is known. Only known sizes are stored: there may be millions of pages.
 */
export function createPagePlaces(pages: number, first: PageSize): PagePlaces {
  const sizes = new Map<number, PageSize>()
  // Fenwick tree with the height difference of each page from the first page.
  const extra = new Map<number, number>()
  let widest = first.width

  /** Height of the pages up to this one, without gaps. */
  function heightUpTo(page: number): number {
    let height = page * first.height
    for (let at = page; at > 0; at -= at & -at) height += extra.get(at) ?? 0
    return height
  }
  const size = (page: number): PageSize => sizes.get(page) ?? first
  const top = (page: number, zoom: number): number => GAP_PX * page + heightUpTo(page - 1) * zoom

  const at = (y: number, zoom: number): number => {
    let low = 1
    let high = pages
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (top(middle, zoom) <= y) low = middle
      else high = middle - 1
    }
    return low
  }
  function learn(page: number, learnt: PageSize): boolean {
    const before = size(page)
    if (before.width === learnt.width && before.height === learnt.height) return false
    sizes.set(page, learnt)
    widest = Math.max(widest, learnt.width)
    const more = learnt.height - before.height
    for (let node = page; node <= pages; node += node & -node) extra.set(node, (extra.get(node) ?? 0) + more)
    return true
  }
  const again = (): PagePlaces => ({
    pages,
    size,
    top,
    widest: () => widest,
    height: (zoom) => top(pages + 1, zoom),
    at,
    learn,
    again,
  })
  return again()
}

/** Maximum height of the scrolled element, in pixels: browsers lay nothing out beyond some 33 million. */
export const MAX_SCROLL_PX = 10_000_000
/** Within this distance of both ends, and around any position, one scrolled pixel is one pixel of the document. */
const ROOM_PX = 200_000
/** A jump over more than this many view heights is a drag of the scrollbar, or Home and End. */
const LEAP_VIEWS = 4

interface ScrollSize {
  /** Height of the document, in pixels; it may exceed the maximum of an element. */
  total: number
  /** Height of the viewport. */
  view: number
}

export interface ScrollPlace {
  /** `scrollTop` of the element. */
  top: number
  /** Offset to add to `top` for the position in the document. */
  offset: number
}

/** Height of the scrolled element. */
export const scrolledHeight = ({ total }: ScrollSize): number => Math.min(total, MAX_SCROLL_PX)

/** Scroll position that shows the document from `y`. */
export function scrollPlace(y: number, size: ScrollSize): ScrollPlace {
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
 * Follows the scrolling of the element. A small step moves the document by the same distance. A jump moves the
 * document to the same share of its height.
 * @returns the new position; its `top` is corrected when it strays too far from the share that the scrollbar shows
 */
export function follow(before: ScrollPlace, top: number, size: ScrollSize): ScrollPlace {
  const { maxY, maxTop } = ends(size)
  if (maxY === maxTop) return { top, offset: 0 }
  if (Math.abs(top - before.top) > LEAP_VIEWS * size.view) return scrollPlace(documentAt(top, size), size)
  const y = Math.max(0, Math.min(top + before.offset, maxY))
  const wanted = scrollPlace(y, size)
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
