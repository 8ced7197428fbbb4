import { Download, FileX } from 'lucide-react'
import type { Paper } from '#shared/bridge/papers.ts'
import { previewText } from '#shared/text/app-documents.ts'
import { paperErrors, papersText as text } from '#shared/text/app-procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { DrawnDocument } from '../documents/drawn-document.tsx'
import { type Drawable, useDrawable } from '../documents/use-drawable.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { PdfPages } from '../pdf/pdf-pages.tsx'
import '../documents/draft-documents.css'
import '../pdf/pdf-preview.css'
import type { Papers } from './use-papers.ts'
import '../documents/document-preview.css'

export interface PaperPreviewProps {
  paper: Paper
  papers: Papers
  onClose: () => void
}

/** A paper, drawn here: nothing of it runs, and its link is asked for just now without anybody noticing. */
export function PaperPreview({ paper, papers, onClose }: PaperPreviewProps) {
  const { drawable, retry } = useDrawable({ id: paper.documentId, mime: paper.mime }, (signal) =>
    papers.read(paper, signal),
  )
  const label = text.preview(paper.name || text.unnamed)
  const save = () => void papers.save(paper)
  if (drawable.state === 'pdf') {
    return (
      <Dialog label={label} variant="full" onClose={onClose}>
        <PdfPages pdf={drawable.pdf} title={paper.name} saving={false} onSave={save} onClose={onClose} />
      </Dialog>
    )
  }
  const isFailed = drawable.state === 'failed'
  const away = isFailed && papers.offline && !paper.kept
  return (
    <Dialog label={label} variant={drawable.state === 'image' ? 'full' : 'plain'} onClose={onClose}>
      <div className={drawable.state === 'image' ? 'preview__large' : 'dialog__body paper-preview'}>
        <h2 className="clip">{paper.name}</h2>
        {drawable.state === 'bringing' && <BusyLine words={previewText.bringing} />}
        {drawable.state === 'image' && <DrawnDocument drawable={drawable} label={label} onRetry={retry} />}
        {isFailed && <Undrawn why={drawable.why} away={away} waiting={papers.coming > 0} />}
      </div>
      <div className="dialog__actions">
        {away && papers.coming === 0 && <Button onClick={() => void papers.keep()}>{text.queueKeep}</Button>}
        {isFailed && canRetry(drawable.why) && <Button onClick={retry}>{previewText.retry}</Button>}
        {(!isFailed || canSave(drawable.why)) && (
          <Button icon={<Download className="icon" aria-hidden="true" />} onClick={save}>
            {text.saveOne}
          </Button>
        )}
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}

type Why = Extract<Drawable, { state: 'failed' }>['why']

/** Nothing is wrong with the bytes of these: another program may well show them. */
const canSave = (why: Why) => why === 'heic' || why === 'protected' || why === 'broken'
const canRetry = (why: Why) => !canSave(why) && why !== 'paper-gone' && why !== 'not-found'

function Undrawn({ why, away, waiting }: { why: Why; away: boolean; waiting: boolean }) {
  const words = away
    ? { title: text.notKeptOffline, advice: waiting ? text.queued : text.notKeptAdvice }
    : why === 'heic'
      ? { title: previewText.heicTitle, advice: text.otherProgram }
      : why === 'protected'
        ? { title: previewText.protectedTitle, advice: text.otherProgram }
        : why === 'broken'
          ? { title: previewText.brokenTitle, advice: text.otherProgram }
          : (paperErrors[why] ?? errorTexts[why])
  return (
    <Calm icon={<FileX aria-hidden="true" />} title={words.title} role="alert">
      <p>{words.advice}</p>
    </Calm>
  )
}
