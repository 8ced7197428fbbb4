import type { PDFDocumentProxy } from 'pdfjs-dist'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { release } from './canvas-scale.ts'
import { drawPage, layText, screenScale, sizeOf } from './draw-page.ts'
import type { PageSize } from './page-places.ts'
import { type ScreenCanvases, showBitmap } from './screen-canvases.ts'

/** A page passed by in less than this is not drawn. */
const SETTLE_MS = 40

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  size: PageSize
  /** Position in the scrolled element. */
  top: number
  canvases: ScreenCanvases
  onSize: (page: number, size: PageSize) => void
}

/** One page: its drawing, and its text over it. Rendered only near the viewport. */
export const PdfPage = memo(function PdfPage({
  pdf,
  number,
  zoom,
  size,
  top,
  canvases,
  onSize,
}: PdfPageProps) {
  const picture = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const words = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<'whole' | 'in-part' | 'not'>('whole')

  useLayoutEffect(() => {
    const taken = canvases.take()
    canvas.current = taken
    picture.current?.append(taken)
    return () => canvases.giveBack(taken)
  }, [canvases])

  // Aborts at once when the page leaves: a passive effect would end after its canvas is returned.
  useLayoutEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const draw = async () => {
      const element = canvas.current
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      if (signal.aborted || !element) return
      delete element.dataset['drawn']
      onSize(number, sizeOf(await pdf.getPage(number)))
      const { canvas: drawing, isWhole } = await drawPage({ pdf, number, scale: screenScale(zoom), signal })
      if (!signal.aborted) showBitmap(element, drawing.transferToImageBitmap())
      release(drawing)
      if (signal.aborted) return
      element.dataset['drawn'] = 'true'
      setDrawn(isWhole ? 'whole' : 'in-part')
    }
    const lay = async () => {
      const container = words.current
      if (container && !signal.aborted) await layText({ pdf, number, zoom, container, signal })
    }
    draw()
      .catch(() => {
        if (!signal.aborted) setDrawn('not')
      })
      .then(lay)
      .catch(() => {
        // A page whose text cannot be read is a picture.
      })
    return () => stop.abort()
  }, [pdf, number, zoom, onSize])

  const box = {
    width: Math.floor(size.width * zoom),
    height: Math.floor(size.height * zoom),
    '--page-zoom': zoom,
  }
  return (
    <div className="pdf-page" data-page={number} style={{ top }}>
      <div className="pdf-page__paper" style={box}>
        <div
          ref={picture}
          className="pdf-page__picture"
          role="img"
          aria-label={text.pageOf(number, pdf.numPages)}
        />
        <div ref={words} className="pdf-page__words" />
        {drawn !== 'whole' && (
          <p className="pdf-page__failed small" role="alert">
            {drawn === 'not' ? text.pageBroken(number) : text.pageInPart(number)}
          </p>
        )}
      </div>
    </div>
  )
})
