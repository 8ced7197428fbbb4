import { ChevronLeft, ChevronRight, Download, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/app-pdf.ts'
import { Button } from '../../design/button.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { CSS_PER_POINT, PdfPage } from './pdf-page.tsx'
import { usePrintPdf } from './use-print-pdf.ts'

/** Left and right of the paper. */
const MARGINS_PX = 32
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

export interface PdfPagesProps {
  pdf: PDFDocumentProxy
  title: string
  saving: boolean
  onSave: () => void
  onClose: () => void
}

/** The pages one under the other, with what is done with them: go to one, come nearer, keep, print. */
export function PdfPages({ pdf, title, saving, onSave, onClose }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const { printing, print } = usePrintPdf(pdf)
  const pages = pdf.numPages

  useEffect(() => {
    scroller.current?.focus()
    let gone = false
    const fit = async () => {
      const paper = (await pdf.getPage(1)).getViewport({ scale: CSS_PER_POINT }).width
      const room = (scroller.current?.clientWidth ?? paper) - MARGINS_PX
      // Smaller than the paper, the window shows all of its width.
      if (!gone && room > 0 && room < paper) setZoom(room / paper)
    }
    // A page that cannot be measured says so where it is drawn.
    fit().catch(() => {})
    return () => {
      gone = true
    }
  }, [pdf])

  const goTo = (wanted: number) => {
    const next = Math.min(Math.max(1, wanted), pages)
    setPage(next)
    scroller.current?.querySelector(`[data-page="${next}"]`)?.scrollIntoView({ block: 'start' })
  }
  const nearer = (step: 1 | -1) => {
    const next = step > 0 ? ZOOMS.find((one) => one > zoom) : ZOOMS.findLast((one) => one < zoom)
    if (next !== undefined) setZoom(next)
  }
  useShortcuts({
    'pdf.save': onSave,
    'pdf.print': print,
    'pdf.nearer': () => nearer(1),
    'pdf.farther': () => nearer(-1),
    'pdf.real': () => setZoom(1),
    'pdf.page': ({ key }) => goTo(page + (key === 'PageDown' ? 1 : -1)),
  })
  const scrolled = () => {
    const top = scroller.current?.getBoundingClientRect().top ?? 0
    const shown = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].findLast(
      (one) => one.getBoundingClientRect().top <= top + 120,
    )
    setPage(Number(shown?.dataset['page'] ?? 1))
  }
  return (
    <div className="pdf">
      <div className="pdf__bar" role="toolbar" aria-label={text.title}>
        <h2 className="clip">{title}</h2>
        <span className="pdf__group">
          <Button
            size="low"
            tone="plain"
            icon={<ChevronLeft className="icon" aria-hidden="true" />}
            aria-label={text.previous}
            disabled={page <= 1}
            onClick={() => goTo(page - 1)}
          />
          <span className="small figures" role="status" aria-label={text.pageOf(page, pages)}>
            {page} {text.ofPages(pages)}
          </span>
          <Button
            size="low"
            tone="plain"
            icon={<ChevronRight className="icon" aria-hidden="true" />}
            aria-label={text.next}
            disabled={page >= pages}
            onClick={() => goTo(page + 1)}
          />
        </span>
        <span className="pdf__group">
          <Button
            size="low"
            tone="plain"
            icon={<ZoomOut className="icon" aria-hidden="true" />}
            aria-label={text.zoomOut}
            disabled={zoom <= ZOOMS[0]}
            onClick={() => nearer(-1)}
          />
          <span className="small figures pdf__zoom" role="status">
            {text.zoom(Math.round(zoom * 100))}
          </span>
          <Button
            size="low"
            tone="plain"
            icon={<ZoomIn className="icon" aria-hidden="true" />}
            aria-label={text.zoomIn}
            disabled={zoom >= (ZOOMS.at(-1) ?? 3)}
            onClick={() => nearer(1)}
          />
        </span>
      </div>
      <ScrollArea className="pdf__pages" ref={scroller} role="region" label={title} onScroll={scrolled}>
        {Array.from({ length: pages }, (_, index) => (
          <PdfPage key={index} pdf={pdf} number={index + 1} zoom={zoom} />
        ))}
      </ScrollArea>
      <div className="dialog__actions">
        <span className="dialog__start">
          {printing && <BusyLine words={text.preparing(printing.page, pages)} />}
        </span>
        <Button
          icon={<Printer className="icon" aria-hidden="true" />}
          disabled={printing !== null}
          onClick={print}
        >
          {text.print}
        </Button>
        <Button
          tone="primary"
          icon={<Download className="icon" aria-hidden="true" />}
          disabled={saving}
          onClick={onSave}
        >
          {text.save}
        </Button>
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </div>
  )
}
