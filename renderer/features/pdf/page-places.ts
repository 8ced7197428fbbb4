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
  /** Page at this distance from the top, or the nearest. */
  at: (y: number, zoom: number) => number
  /** @returns true if its size changed */
  learn: (page: number, size: PageSize) => boolean
  /** Copy with a new identity, for comparison by reference. */
  again: () => PagePlaces
}

/**
 * Layout of a document's pages, one under the other, in CSS pixels from its top. A page is as large as the first until
 * its own size is learnt. Stores learnt sizes only: there may be millions of pages.
 */
export function createPagePlaces(pages: number, first: PageSize): PagePlaces {
  const sizes = new Map<number, PageSize>()
  // Fenwick tree of the height difference of each page from the first.
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
