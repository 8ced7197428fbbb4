import { Scissors } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, useRef, useState, useEffect } from 'react'
import { toolsText as text } from '#shared/text/document-tools.ts'
import { Icon } from '../../design/icon.tsx'
import { release } from '../pdf/canvas-scale.ts'
import { drawPage } from '../pdf/draw-page.ts'

export interface PageGridProps {
  pdf: PDFDocumentProxy
  /** Pages before which a document begins. */
  cuts: ReadonlySet<number>
  /** Documents, by page: those left out have none. */
  partOf: (page: number) => number | null
  onCut: (page: number) => void
}

/** All pages, with a place to cut before each. One tab stop: the arrows go from one cut to the next. */
export function PageGrid({ pdf, cuts, partOf, onCut }: PageGridProps) {
  const [active, setActive] = useState(2)
  const grid = useRef<HTMLOListElement>(null)
  const last = pdf.numPages
  const keyDown = (event: KeyboardEvent) => {
    const to =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? Math.min(last, active + 1)
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? Math.max(2, active - 1)
          : event.key === 'Home'
            ? 2
            : event.key === 'End'
              ? last
              : null
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setActive(to)
    grid.current?.querySelector<HTMLElement>(`[data-cut="${to}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={grid} className="page-grid" onKeyDown={keyDown}>
      {Array.from({ length: last }, (_, at) => at + 1).map((page) => {
        const part = partOf(page)
        return (
          <li key={page} className="thumb" data-out={part === null || undefined}>
            {page > 1 && (
              <button
                type="button"
                className="thumb__cut"
                data-cut={page}
                aria-pressed={cuts.has(page)}
                aria-label={text.cutBefore(page)}
                title={text.cutBefore(page)}
                tabIndex={page === active ? 0 : -1}
                onFocus={() => setActive(page)}
                onClick={() => onCut(page)}
              >
                <Icon of={Scissors} />
              </button>
            )}
            <PageThumb pdf={pdf} number={page} />
            <span className="thumb__number tiny figures">
              {page}
              {part !== null && <b> · {text.part(part)}</b>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Device pixels of a page's longest side. */
const THUMB_PX = 260

/** A page, small. Drawn when it comes into view. */
function PageThumb({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
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
