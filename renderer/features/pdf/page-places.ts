/** CSS pixels at 100 %. */
export interface PageSize {
  width: number
  height: number
}

/** Between pages, above the first and below the last, at any zoom. */
export const GAP_PX = 16

export interface PagePlaces {
  pages: number
  size: (page: number) => PageSize
  /** Of a page, from the top of the document. */
  top: (page: number, zoom: number) => number
  /** Of the widest page known. */
  widest: () => number
  height: (zoom: number) => number
  /** The page at this distance from the top, or the nearest. */
  at: (y: number, zoom: number) => number
  /** @returns whether it lay otherwise until now */
  learn: (page: number, size: PageSize) => boolean
  /** The same places as another object, for who compares them. */
  again: () => PagePlaces
}

/**
 * Where each page of a document lies, one under the other, in CSS pixels from its top. A page is as large as the first
 * until its own size is learnt. Nothing is kept for the others: there may be millions.
 */
export function createPagePlaces(pages: number, first: PageSize): PagePlaces {
  const sizes = new Map<number, PageSize>()
  // A Fenwick tree of how much higher than the first each page is.
  const extra = new Map<number, number>()
  let widest = first.width

  /** The pages up to this one, gaps apart. */
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
