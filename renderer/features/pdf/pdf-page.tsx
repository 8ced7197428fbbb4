import type { PDFDocumentProxy } from 'pdfjs-dist'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/app-pdf.ts'
import { release } from './canvas-scale.ts'
import { drawPage, screenScale, sizeOf, wordsOf } from './draw-page.ts'
import type { PageSize } from './page-places.ts'

/** A page that is passed by in less than this is not asked for. */
const SETTLE_MS = 40

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  size: PageSize
  /** In the element that is scrolled. */
  top: number
  onSize: (page: number, size: PageSize) => void
}

/** One page: its drawing for who sees it, its text for who hears it. It exists while it is near the window. */
export const PdfPage = memo(function PdfPage({ pdf, number, zoom, size, top, onSize }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const draw = async () => {
      const element = canvas.current
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      if (signal.aborted || !element) return
      delete element.dataset['drawn']
      onSize(number, sizeOf(await pdf.getPage(number)))
      const drawing = await drawPage({ pdf, number, scale: screenScale(zoom), signal })
      show(element, drawing.transferToImageBitmap())
      release(drawing)
      element.dataset['drawn'] = 'true'
      setFailed(false)
      const found = await wordsOf(pdf, number)
      if (!signal.aborted) setWords(found)
    }
    draw().catch(() => {
      if (!signal.aborted) setFailed(true)
    })
    return () => stop.abort()
  }, [pdf, number, zoom, onSize])

  useLayoutEffect(() => {
    const element = canvas.current
    return () => {
      if (!element) return
      show(element, null)
      release(element)
    }
  }, [])

  const box = { width: Math.floor(size.width * zoom), height: Math.floor(size.height * zoom) }
  return (
    <div className="pdf-page" data-page={number} style={{ top }}>
      <div className="pdf-page__paper" style={box}>
        <canvas ref={canvas} role="img" aria-label={text.pageOf(number, pdf.numPages)} />
        <p className="visually-hidden">{words}</p>
        {failed && (
          <p className="pdf-page__failed small" role="alert">
            {text.pageBroken(number)}
          </p>
        )}
      </div>
    </div>
  )
})

/** Shown as it is: what is drawn on a canvas is painted again as large as it is stretched, 300 MB at 300 %. */
function show(canvas: HTMLCanvasElement, bitmap: ImageBitmap | null) {
  if (bitmap) {
    canvas.width = bitmap.width
    canvas.height = bitmap.height
  }
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}
