import { Download, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { previewText as text } from '#shared/text/documents.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { PdfPages } from '../pdf/pdf-pages.tsx'
import { DrawnDocument } from './drawn-document.tsx'
import type { Drawable, Undrawable } from './use-drawable.ts'
import './documents.css'
import '../pdf/pdf.css'

/** Words and actions for a file that cannot be drawn. */
interface UndrawnWays {
  wordsOf: (why: Undrawable) => { title: string; advice: string }
  canRetry: (why: Undrawable) => boolean
  onRetry: () => void
  /** True if it can still be saved. `why`: the problem, or `null` while it loads. */
  canSave: (why: Undrawable | null) => boolean
  /** Other actions. */
  ways?: ReactNode
}

export interface DrawableDialogProps {
  label: string
  title: string
  drawable: Drawable
  /** Shown while its bytes load. */
  bringing?: ReactNode
  /** Opens at the size that its pages will have. */
  large?: boolean
  /** Without it, only drawn content is shown. */
  undrawn?: UndrawnWays
  save: string
  saving?: boolean
  onSave: () => void
  onClose: () => void
}

/** File over the page: its pages, its picture, or the problem and the alternatives. */
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
        {undrawn && why !== null && <Undrawn {...undrawn.wordsOf(why)} />}
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

function Undrawn({ title, advice }: { title: string; advice: string }) {
  return (
    <Calm icon={FileX} title={title} role="alert">
      <p>{advice}</p>
    </Calm>
  )
}
