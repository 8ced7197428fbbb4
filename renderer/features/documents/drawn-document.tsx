import { FileX } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { previewText as text } from '#shared/text/documents.ts'
import { NoticeWords } from '../../design/notice.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { release } from '../pdf/canvas-scale.ts'
import { GAP_PX } from '../pdf/page-places.ts'
import { PageRoll } from '../pdf/page-roll.tsx'
import { usePagePlaces, usePageWindow } from '../pdf/use-page-window.ts'
import {
  type UndrawnWords,
  undrawnWords,
  type Drawable,
  isForAnotherProgram,
  type Undrawable,
} from './use-drawable.ts'
import './documents.css'

export interface DrawnDocumentProps {
  drawable: Drawable
  label: string
  onRetry: () => void
}

/** Document at the available width: PDF pages, a picture, or the problem. */
export function DrawnDocument({ drawable, label, onRetry }: DrawnDocumentProps) {
  if (drawable.state === 'bringing' || drawable.state === 'opening') return <BusyLine words={text.bringing} />
  if (drawable.state === 'failed') return <Undrawn why={drawable.why} onRetry={onRetry} />
  if (drawable.state === 'pdf') return <Pages pdf={drawable.pdf} label={label} />
  return (
    <ScrollArea className="drawn" role="region" label={label}>
      <Picture image={drawable.image} label={label} />
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
    return () => release(element)
  }, [image])
  return <canvas ref={canvas} className="drawn__picture" role="img" aria-label={label} />
}

function Pages({ pdf, label }: Pick<Extract<Drawable, { state: 'pdf' }>, 'pdf'> & { label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const known = usePagePlaces(pdf)
  const { places } = known
  const room = useWidth(scroller) - 2 * GAP_PX
  const zoom = room > 0 ? room / places.size(1).width : 1
  const pages = usePageWindow({ pdf, places, zoom, scroller })
  return (
    <PageRoll
      className="drawn drawn--pages"
      known={{ ...known, ready: known.ready && room > 0 }}
      {...{ pdf, zoom, label, scroller, pages }}
    />
  )
}

const PROBLEMS: UndrawnWords = {
  heic: { title: text.heicTitle, advice: text.heicBody },
  protected: { title: text.protectedTitle, advice: text.protectedBody },
  form: { title: text.formTitle, advice: text.formBody },
  broken: { title: text.brokenTitle, advice: text.brokenBody },
}

/** Reason why it is not drawn, and alternatives, beside the form. */
function Undrawn({ why, onRetry }: { why: Undrawable; onRetry: () => void }) {
  const { title, advice } = undrawnWords(PROBLEMS, why)
  const again = !isForAnotherProgram(why) && why !== 'document-lost'
  return (
    <div className="undrawn small" role="status">
      <Icon of={FileX} />
      <NoticeWords title={title} body={advice} />
      {again && (
        <Button size="low" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </div>
  )
}

/** Width of the element in whole pixels, kept up to date. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    setWidth(current.clientWidth)
    return () => observer.disconnect()
  }, [element])
  return width
}
