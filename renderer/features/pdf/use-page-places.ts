import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useState } from 'react'
import { sizeOf } from './draw-page.ts'
import { createPagePlaces, type PagePlaces, type PageSize } from './page-places.ts'

/** Until the first page is measured, or if it cannot be: its drawing then shows the failure. */
const A4: PageSize = { width: 793, height: 1122 }

export interface KnownPlaces {
  places: PagePlaces
  /** The first page is measured: the others can be drawn. */
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
