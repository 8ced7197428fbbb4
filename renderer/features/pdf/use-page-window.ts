import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { turnsOf } from './drawing-turns.ts'
import {
  follow,
  scrollPlace,
  scrolledHeight,
  type ScrollPlace,
  GAP_PX,
  type PagePlaces,
  createPagePlaces,
  type PageSize,
} from './page-places.ts'
import { sizeOf } from './draw-page.ts'

/** Share of the viewport's height that is drawn above and below the viewport. */
const MARGIN_VIEWS = 0.5
/** Maximum pages rendered at once, however small. */
const MAX_PAGES_HELD = 40
/** A page whose top is at most this far below the top edge of the viewport is the current page. */
const READ_FROM_PX = 120

/** Position that stays fixed while page sizes become known and the zoom changes. */
interface Anchor {
  page: number
  /** Share of the page's height, including the gap above the page. */
  part: number
  /** True if the user asked for this page by number. At the end of a document several pages are visible. */
  asked: boolean
}

const TOP = { y: 0, offset: 0, asked: null }

interface PageWindowProps {
  pdf: PDFDocumentProxy
  places: PagePlaces
  zoom: number
  scroller: RefObject<HTMLElement | null>
}

/** Decides which pages of a document are rendered while it scrolls, and where. The document may have any length. */
export function usePageWindow({ pdf, places, zoom, scroller }: PageWindowProps) {
  const [seen, setSeen] = useState<{ y: number; offset: number; asked: number | null }>(TOP)
  const [view, setView] = useState(0)
  const place = useRef<ScrollPlace>({ top: 0, offset: 0 })
  const anchor = useRef<Anchor>({ page: 1, part: 0, asked: false })

  const total = places.height(zoom)
  const yOf = useCallback(
    ({ page, part }: Anchor) =>
      places.top(page, zoom) - GAP_PX + part * (places.size(page).height * zoom + GAP_PX),
    [places, zoom],
  )
  const show = useCallback((element: HTMLElement, { top, offset }: ScrollPlace) => {
    if (element.scrollTop !== top) element.scrollTo({ top, behavior: 'instant' })
    // Browsers round the scroll position, and stop at the end.
    place.current = { top: element.scrollTop, offset: offset + top - element.scrollTop }
    const { page, asked } = anchor.current
    setSeen({ y: top + offset, offset: place.current.offset, asked: asked ? page : null })
  }, [])
  const scrolled = () => {
    const element = scroller.current
    if (!element || element.scrollTop === place.current.top) return
    const size = { total, view: element.clientHeight }
    const next = follow(place.current, element.scrollTop, size)
    const y = next.top + next.offset
    const page = places.at(y, zoom)
    const height = places.size(page).height * zoom + GAP_PX
    anchor.current = { page, part: (y - places.top(page, zoom) + GAP_PX) / height, asked: false }
    show(element, next)
  }
  const goTo = (page: number, part = 0) => {
    const element = scroller.current
    if (!element) return
    anchor.current = { page, part, asked: true }
    show(element, scrollPlace(yOf(anchor.current), { total, view: element.clientHeight }))
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setView(element.clientHeight))
    observer.observe(element)
    setView(element.clientHeight)
    return () => observer.disconnect()
  }, [scroller])
  // The current page stays in place when pages above it grow.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const wanted = scrollPlace(yOf(anchor.current), { total, view })
    const { top, offset } = place.current
    // If nothing has moved, nothing is scrolled: it would undo a scroll whose event has not arrived yet.
    if (Math.abs(wanted.top - top) >= 1 || Math.abs(wanted.offset - offset) >= 1) show(element, wanted)
  }, [scroller, show, yOf, total, view])

  const { y } = seen
  const page = seen.asked ?? places.at(y + READ_FROM_PX, zoom)
  useEffect(() => turnsOf(pdf).see(page), [pdf, page])
  const from = places.at(y - view * MARGIN_VIEWS, zoom)
  const to = Math.min(places.at(y + view * (1 + MARGIN_VIEWS), zoom), from + MAX_PAGES_HELD - 1)
  return {
    page,
    goTo,
    scrolled,
    /** Height of the scrolled element, in pixels. */
    height: scrolledHeight({ total, view }),
    width: places.widest() * zoom,
    pages: Array.from({ length: to - from + 1 }, (_, index) => {
      const number = from + index
      return { number, size: places.size(number), top: places.top(number, zoom) - seen.offset }
    }),
  }
}

/**
 * Assumed size until the first page is measured, or if it cannot be measured. The drawing of that page then shows the
 * failure.
 */
const A4: PageSize = { width: 793, height: 1122 }

export interface KnownPlaces {
  places: PagePlaces
  /** True once the first page is measured. Then the others can be drawn. */
  ready: boolean
  /** Called when a page has been measured. */
  onSize: (page: number, size: PageSize) => void
}

/** Layout of a document's pages, as far as their sizes are known. */
export function usePagePlaces(pdf: PDFDocumentProxy): KnownPlaces {
  const [unknown] = useState(() => createPagePlaces(pdf.numPages, A4))
  const [known, setKnown] = useState<PagePlaces | null>(null)
  useEffect(() => {
    let gone = false
    const measure = async () => {
      const first = await pdf.getPage(1).then(sizeOf, () => A4)
      if (!gone) setKnown(createPagePlaces(pdf.numPages, first))
    }
    void measure()
    return () => {
      gone = true
    }
  }, [pdf])
  const places = known ?? unknown
  const { learn, again } = places
  const onSize = useCallback(
    (page: number, size: PageSize) => {
      if (learn(page, size)) setKnown(again())
    },
    [learn, again],
  )
  return { places, ready: known !== null, onSize }
}
