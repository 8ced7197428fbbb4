import { FileX } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { previewText as text } from '#shared/text/app-documents.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { CSS_PER_POINT, PdfPage } from '../pdf/pdf-page.tsx'
import type { Drawable } from './use-drawable.ts'

export interface DrawnDocumentProps {
  drawable: Drawable
  label: string
  onRetry: () => void
}

/** A document as wide as there is room: the pages of a PDF, a picture, or why neither. */
export function DrawnDocument({ drawable, label, onRetry }: DrawnDocumentProps) {
  if (drawable.state === 'bringing') return <BusyLine words={text.bringing} />
  if (drawable.state === 'failed') return <Undrawn why={drawable.why} onRetry={onRetry} />
  return (
    <ScrollArea className="drawn" role="region" label={label}>
      {drawable.state === 'image' ? (
        <Picture image={drawable.image} label={label} />
      ) : (
        <Pages pdf={drawable.pdf} />
      )}
    </ScrollArea>
  )
}

function Picture({ image, label }: { image: ImageBitmap; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    element.width = image.width
    element.height = image.height
    element.getContext('2d')?.drawImage(image, 0, 0)
    element.dataset['drawn'] = 'true'
  }, [image])
  return <canvas ref={canvas} className="drawn__picture" role="img" aria-label={label} />
}

function Pages({ pdf }: Pick<Extract<Drawable, { state: 'pdf' }>, 'pdf'>) {
  const holder = useRef<HTMLDivElement>(null)
  const room = useWidth(holder)
  const [paper, setPaper] = useState<number | null>(null)
  useEffect(() => {
    let gone = false
    pdf.getPage(1).then(
      (page) => !gone && setPaper(page.getViewport({ scale: CSS_PER_POINT }).width),
      // A page that cannot be measured says so where it is drawn.
      () => !gone && setPaper(room || 1),
    )
    return () => {
      gone = true
    }
  }, [pdf, room])
  return (
    <div ref={holder} className="drawn__pages">
      {paper !== null &&
        room > 0 &&
        Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage key={index} pdf={pdf} number={index + 1} zoom={room / paper} />
        ))}
    </div>
  )
}

/** What is not drawn here, and what can be done instead. */
function Undrawn({
  why,
  onRetry,
}: {
  why: Extract<Drawable, { state: 'failed' }>['why']
  onRetry: () => void
}) {
  const words =
    why === 'heic'
      ? { title: text.heicTitle, advice: text.heicBody }
      : why === 'protected'
        ? { title: text.protectedTitle, advice: text.protectedBody }
        : why === 'broken'
          ? { title: text.brokenTitle, advice: text.brokenBody }
          : errorTexts[why]
  const again = why !== 'heic' && why !== 'protected' && why !== 'broken' && why !== 'document-lost'
  return (
    <div className="undrawn small" role="status">
      <FileX className="icon" aria-hidden="true" />
      <p>
        <b>{words.title}</b> {words.advice}
      </p>
      {again && (
        <Button size="low" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </div>
  )
}

/** How wide it is, in whole pixels, as the window changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
