import { FileX, Download } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { previewText as text } from '#shared/text/documents.ts'
import { NoticeWords, ScrollArea, Calm } from '../../design/layout.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { release } from '../../design/canvas-scale.ts'
import { GAP_PX, PageRoll, usePagePlaces, usePageWindow, PdfPages } from '../pdf/feature.ts'
import {
  type UndrawnWords,
  undrawnWords,
  type Drawable,
  isForAnotherProgram,
  type Undrawable,
} from './use-drawable.ts'
import './documents.css'
import '../pdf/pdf.css'

interface DrawnDocumentProps {
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

/** Words for a document that is not drawn, and that the user can save. */
export const UNDRAWN_WORDS: UndrawnWords = {
  heic: { title: text.heicTitle, advice: text.heicBody },
  protected: { title: text.protectedTitle, advice: text.protectedBody },
  form: { title: text.formTitle, advice: text.formBody },
  broken: { title: text.brokenTitle, advice: text.brokenBody },
}

/** Reason why a document is not drawn, and alternatives. Shown beside the form. */
function Undrawn({ why, onRetry }: { why: Undrawable; onRetry: () => void }) {
  const { title, advice } = undrawnWords(UNDRAWN_WORDS, why)
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

/** Words and actions for a file that cannot be drawn. */
interface UndrawnWays {
  wordsOf: (why: Undrawable) => { title: string; advice: string }
  canRetry: (why: Undrawable) => boolean
  onRetry: () => void
  /** True if the file can still be saved. `why`: the problem, or `null` while the file loads. */
  canSave: (why: Undrawable | null) => boolean
  /** Further actions. */
  ways?: ReactNode
}

interface DrawableDialogProps {
  label: string
  title: string
  drawable: Drawable
  /** Shown while the bytes load. */
  bringing?: ReactNode
  /** True to open at the size that the pages will have. */
  large?: boolean
  /** Words and actions for a file that cannot be drawn. Without them, only drawn content is shown. */
  undrawn?: UndrawnWays
  save: string
  saving?: boolean
  onSave: () => void
  onClose: () => void
}

/** Dialog that shows a file: its pages, its picture, or the problem and the alternatives. */
export function DrawableDialog(props: DrawableDialogProps) {
  const { label, title, drawable, undrawn, saving = false, onSave, onClose } = props
  if (drawable.state === 'pdf') {
    return (
      <Dialog label={label} variant="full" onClose={onClose}>
        <PdfPages pdf={drawable.pdf} title={title} saving={saving} onSave={onSave} onClose={onClose} />
      </Dialog>
    )
  }
  const why = drawable.state === 'failed' ? drawable.why : null
  const isImage = drawable.state === 'image'
  const isLarge = isImage || (props.large && why === null)
  return (
    <Dialog label={label} variant={isLarge ? 'full' : 'plain'} onClose={onClose}>
      <div className={isImage ? 'preview__large' : 'dialog__body pdf__body'}>
        <h2 className="clip">{title}</h2>
        {isImage && <DrawnDocument drawable={drawable} label={label} onRetry={onClose} />}
        {!isImage && why === null && props.bringing}
        {undrawn && why !== null && <DialogProblem {...undrawn.wordsOf(why)} />}
      </div>
      <div className="dialog__actions">
        {why !== null && undrawn?.ways}
        {why !== null && undrawn?.canRetry(why) && <Button onClick={undrawn.onRetry}>{text.retry}</Button>}
        {(isImage || undrawn?.canSave(why)) && (
          <Button icon={Download} disabled={saving} onClick={onSave}>
            {props.save}
          </Button>
        )}
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}

function DialogProblem({ title, advice }: { title: string; advice: string }) {
  return (
    <Calm icon={FileX} title={title} role="alert">
      <p>{advice}</p>
    </Calm>
  )
}
