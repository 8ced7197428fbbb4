import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { previewText } from '#shared/text/app-documents.ts'
import { pdfText } from '#shared/text/app-pdf.ts'
import { serviceDocumentErrors, serviceDocumentsText as text } from '#shared/text/app-procedure.ts'
import { Button } from '../../design/button.tsx'
import { DrawableDialog } from '../documents/drawable-dialog.tsx'
import { type UndrawnWords, undrawnWords } from '../documents/undrawn-words.ts'
import { isForAnotherProgram, useDrawable } from '../documents/use-drawable.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { documentTitle } from './document-title.ts'
import type { ServiceDocuments } from './use-service-documents.ts'
import '../documents/document-preview.css'

export interface ServiceDocumentPreviewProps {
  serviceDocument: ServiceDocument
  serviceDocuments: ServiceDocuments
  onClose: () => void
}

const PROBLEMS: UndrawnWords = {
  ...serviceDocumentErrors,
  heic: { title: previewText.heicTitle, advice: text.otherProgram },
  protected: { title: previewText.protectedTitle, advice: text.otherProgram },
  form: { title: previewText.formTitle, advice: pdfText.formAdvice },
  broken: { title: previewText.brokenTitle, advice: text.otherProgram },
}

/** Document drawn here: none of its scripts run. The core requests its link on opening, unseen by the user. */
export function ServiceDocumentPreview({
  serviceDocument,
  serviceDocuments,
  onClose,
}: ServiceDocumentPreviewProps) {
  const { drawable, retry } = useDrawable(
    { id: serviceDocument.documentId, mime: serviceDocument.mime },
    ({ signal }) => serviceDocuments.read(serviceDocument, signal),
  )
  const away = serviceDocuments.offline && !serviceDocument.kept
  const awayWords = {
    title: text.notKeptOffline,
    advice: serviceDocuments.coming > 0 ? text.queued : text.notKeptAdvice,
  }
  return (
    <DrawableDialog
      label={text.preview(documentTitle(serviceDocument) || text.unnamed)}
      title={documentTitle(serviceDocument)}
      drawable={drawable}
      bringing={<BusyLine words={previewText.bringing} />}
      undrawn={{
        wordsOf: (why) => (away ? awayWords : undrawnWords(PROBLEMS, why)),
        canRetry: (why) => !isForAnotherProgram(why) && why !== 'paper-gone' && why !== 'not-found',
        onRetry: retry,
        canSave: (why) => why === null || isForAnotherProgram(why),
        ways: away && serviceDocuments.coming === 0 && (
          <Button onClick={() => void serviceDocuments.keep()}>{text.queueKeep}</Button>
        ),
      }}
      save={text.saveOne}
      onSave={() => void serviceDocuments.save(serviceDocument)}
      onClose={onClose}
    />
  )
}
