import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/app-pdf.ts'

/** CSS pixels of a PDF point at 100 %. */
export const CSS_PER_POINT = 96 / 72
/** Sharper than this takes memory and nobody sees it. */
const SHARPEST = 2.5

/** One page: its drawing for who sees it, its text for who hears it. Drawn when it comes near the window. */
export function PdfPage({ pdf, number, zoom }: { pdf: PDFDocumentProxy; number: number; zoom: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(holder)
  const [words, setWords] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let stop = () => {}
    let gone = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      const element = canvas.current
      if (gone || !element) return
      const size = page.getViewport({ scale: zoom * CSS_PER_POINT })
      // Set from here: the policy of the windows allows no inline styles.
      element.style.width = `${Math.floor(size.width)}px`
      element.style.height = `${Math.floor(size.height)}px`
      if (!near) return
      const sharpness = Math.min(devicePixelRatio || 1, SHARPEST)
      const viewport = page.getViewport({ scale: zoom * CSS_PER_POINT * sharpness })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      const task = page.render({ canvas: element, viewport })
      stop = () => task.cancel()
      await task.promise
      const { items } = await page.getTextContent()
      if (!gone)
        setWords(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    }
    draw().catch((error: unknown) => {
      const cancelled = error instanceof Error && error.name === 'RenderingCancelledException'
      if (!gone && !cancelled) setFailed(true)
    })
    return () => {
      gone = true
      stop()
    }
  }, [pdf, number, zoom, near])

  return (
    <div className="pdf-page" ref={holder} data-page={number}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={text.pageOf(number, pdf.numPages)}
        data-drawn={words !== ''}
      />
      <p className="visually-hidden">{words}</p>
      {failed && (
        <p className="pdf-page__failed small" role="alert">
          {text.brokenTitle} {text.brokenAdvice}
        </p>
      )}
    </div>
  )
}

/** Whether it has come near the window, once. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '100%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return near
}
