import { displayPlate } from '#shared/domain/plates/classify.ts'
import { pdfText as text } from '#shared/text/documents.ts'
import { TransferBar } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useSavePdf } from './use-complete.ts'
import {
  DrawableDialog,
  type UndrawnWords,
  undrawnWords,
  isForAnotherProgram,
  type Undrawable,
  useDrawable,
} from '../documents/feature.ts'
import { BusyLine } from '../../app/task-notice.tsx'

const broken = { title: text.brokenTitle, advice: text.brokenAdvice }
const PROBLEMS: UndrawnWords = {
  protected: { title: text.protectedTitle, advice: text.protectedAdvice },
  form: { title: text.formTitle, advice: text.formAdvice },
  broken,
  heic: broken,
}

function previewProblem(why: Undrawable) {
  const words = undrawnWords(PROBLEMS, why)
  return isForAnotherProgram(why) || why === 'not-a-pdf' ? words : { ...words, advice: text.advice }
}

export interface PdfPreviewProps {
  vrm: string
  reportId: string
  onClose: () => void
}

/** Official PDF, drawn by this application: the PDF's scripts do not run, and viewing it sends nothing. */
export function PdfPreview({ vrm, reportId, onClose }: PdfPreviewProps) {
  const { bridge } = useClient()
  const { drawable, retry } = useDrawable({ id: reportId, only: 'pdf' }, (options) =>
    bridge.read('complete.pdf', { reportId }, options),
  )
  const { saving, save } = useSavePdf(reportId)
  const title = text.of(displayPlate(vrm))
  return (
    <DrawableDialog
      label={title}
      title={title}
      drawable={drawable}
      large
      bringing={
        drawable.state === 'bringing' ? (
          <TransferBar
            label={text.bringing}
            progress={drawable.progress}
            cancelLabel={text.cancel}
            onCancel={onClose}
          />
        ) : (
          <BusyLine words={text.drawing} />
        )
      }
      undrawn={{
        wordsOf: previewProblem,
        canRetry: () => true,
        onRetry: retry,
        canSave: (why) => why !== null && isForAnotherProgram(why),
      }}
      save={text.save}
      saving={saving !== null}
      onSave={save}
      onClose={onClose}
    />
  )
}
