import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { toolsText as text } from '#shared/text/app-document-tools.ts'
import { release } from '../pdf/canvas-scale.ts'
import { drawPage } from '../pdf/draw-page.ts'

/** Device pixels of a page's longest side. */
const THUMB_PX = 260

/** A page, small. Drawn when it comes into view. */
export function PageThumb({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const stop = new AbortController()
    const draw = async () => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const scale = THUMB_PX / Math.max(width, height)
      const { canvas: drawing, isWhole } = await drawPage({ pdf, number, scale, signal: stop.signal })
      if (!stop.signal.aborted) {
        element.width = drawing.width
        element.height = drawing.height
        element.getContext('2d')?.drawImage(drawing, 0, 0)
        element.dataset['drawn'] = 'true'
        if (!isWhole) setProblem(text.pageInPart)
      }
      release(drawing)
    }
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      draw().catch(() => {
        if (!stop.signal.aborted) setProblem(text.pageBroken)
      })
    })
    seen.observe(element)
    return () => {
      stop.abort()
      seen.disconnect()
      release(element)
    }
  }, [pdf, number])
  return (
    <span className="thumb__paper">
      <canvas ref={canvas} className="thumb__page" role="img" aria-label={text.page(number)} />
      {problem !== null && <span className="thumb__problem tiny">{problem}</span>}
    </span>
  )
}
