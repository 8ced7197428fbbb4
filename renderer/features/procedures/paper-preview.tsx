import type { Paper } from '#shared/bridge/papers.ts'
import { previewText } from '#shared/text/app-documents.ts'
import { paperErrors, papersText as text } from '#shared/text/app-procedure.ts'
import { Button } from '../../design/button.tsx'
import { DrawableDialog } from '../documents/drawable-dialog.tsx'
import { type UndrawnWords, undrawnWords } from '../documents/undrawn-words.ts'
import { isForAnotherProgram, useDrawable } from '../documents/use-drawable.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import type { Papers } from './use-papers.ts'
import '../documents/document-preview.css'

export interface PaperPreviewProps {
  paper: Paper
  papers: Papers
  onClose: () => void
}

const PROBLEMS: UndrawnWords = {
  ...paperErrors,
  heic: { title: previewText.heicTitle, advice: text.otherProgram },
  protected: { title: previewText.protectedTitle, advice: text.otherProgram },
  broken: { title: previewText.brokenTitle, advice: text.otherProgram },
}

/** A paper, drawn here: nothing of it runs, and its link is asked for just now without anybody noticing. */
export function PaperPreview({ paper, papers, onClose }: PaperPreviewProps) {
  const { drawable, retry } = useDrawable({ id: paper.documentId, mime: paper.mime }, ({ signal }) =>
    papers.read(paper, signal),
  )
  const away = papers.offline && !paper.kept
  const awayWords = {
    title: text.notKeptOffline,
    advice: papers.coming > 0 ? text.queued : text.notKeptAdvice,
  }
  return (
    <DrawableDialog
      label={text.preview(paper.name || text.unnamed)}
      title={paper.name}
      drawable={drawable}
      bringing={<BusyLine words={previewText.bringing} />}
      undrawn={{
        wordsOf: (why) => (away ? awayWords : undrawnWords(PROBLEMS, why)),
        canRetry: (why) => !isForAnotherProgram(why) && why !== 'paper-gone' && why !== 'not-found',
        onRetry: retry,
        canSave: (why) => why === null || isForAnotherProgram(why),
        ways: away && papers.coming === 0 && (
          <Button onClick={() => void papers.keep()}>{text.queueKeep}</Button>
        ),
      }}
      save={text.saveOne}
      onSave={() => void papers.save(paper)}
      onClose={onClose}
    />
  )
}
