import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useState, memo, useLayoutEffect, useRef } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { ScrollArea } from '../../design/layout.tsx'
import { GAP_PX, type PageSize } from './page-places.ts'
import type { KnownPlaces, usePageWindow } from './use-page-window.ts'
import { release } from '../../design/canvas-scale.ts'
import { drawPage, layText, screenScale, sizeOf } from './draw-page.ts'
import './pdf.css'

interface PageRollProps {
  pdf: PDFDocumentProxy
  zoom: number
  known: KnownPlaces
  label: string
  className: string
  scroller: RefObject<HTMLDivElement | null>
  pages: ReturnType<typeof usePageWindow>
}

/** Shows pages one under the other. Only pages near the viewport are rendered. */
export function PageRoll({
  pdf,
  zoom,
  known: { ready, onSize },
  label,
  className,
  scroller,
  pages,
}: PageRollProps) {
  const [canvases] = useState(createScreenCanvases)
  return (
    <ScrollArea
      className={`page-roll ${className}`}
      ref={scroller}
      role="region"
      label={label}
      onScroll={pages.scrolled}
    >
      <div className="page-roll__all" style={{ height: pages.height, minWidth: pages.width + 2 * GAP_PX }}>
        {ready &&
          pages.pages.map(({ number, size, top }) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              zoom={zoom}
              size={size}
              top={top}
              canvases={canvases}
              onSize={onSize}
            />
          ))}
      </div>
    </ScrollArea>
  )
}

/** Minimum time near the viewport before a page is drawn. Pages that the user scrolls past are not drawn. */
const SETTLE_MS = 40

interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  size: PageSize
  /** Position in the scrolled element. */
  top: number
  canvases: ScreenCanvases
  onSize: (page: number, size: PageSize) => void
}

/** Shows one page: its drawing, with its text over it. Rendered only near the viewport. */
const PdfPage = memo(function PdfPage({ pdf, number, zoom, size, top, canvases, onSize }: PdfPageProps) {
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

  // A layout effect aborts as soon as the page leaves. A passive effect would abort after the canvas of the page is
  // returned.
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
        // A page whose text cannot be read is shown as a picture only.
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

/** Maximum spare canvases: the number of large pages that are visible at once. */
const MAX_SPARE = 2

type ScreenCanvases = ReturnType<typeof createScreenCanvases>

/**
 * Pool of canvases for page bitmaps. Chromium keeps a copy of a canvas's last bitmap until the element is
 * garbage-collected. With a new canvas for each page, scrolling a long document held up to 150 MB of copies.
 */
function createScreenCanvases() {
  const spare: HTMLCanvasElement[] = []
  return {
    take: (): HTMLCanvasElement => spare.pop() ?? document.createElement('canvas'),
    /** Removes the canvas from the page and frees its bitmap. */
    giveBack(canvas: HTMLCanvasElement) {
      canvas.remove()
      showBitmap(canvas, null)
      release(canvas)
      delete canvas.dataset['drawn']
      if (spare.length < MAX_SPARE) spare.push(canvas)
    },
  }
}

/**
 * Transfers the bitmap to the canvas. A drawn canvas would be painted again at its stretched size: 300 MB at 300 %.
 */
function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap | null): void {
  if (bitmap) {
    canvas.width = bitmap.width
    canvas.height = bitmap.height
  }
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}
