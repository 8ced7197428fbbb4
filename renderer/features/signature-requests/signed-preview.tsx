import { pdfText } from '#shared/text/documents.ts'
import { signaturePageText as text, signedErrors } from '#shared/text/signatures.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { DrawableDialog } from '../documents/drawable-dialog.tsx'
import {
  type UndrawnWords,
  undrawnWords,
  isForAnotherProgram,
  useDrawable,
} from '../documents/use-drawable.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import type { SignedDocument } from './signed-documents.tsx'
import { signedWords, useSigned } from './use-signed.ts'

export interface SignedPreviewProps {
  signatureId: string
  /** Defaults to the first one. */
  documentId?: string
  onClose: () => void
}

/** Signed document drawn here: none of its scripts run. */
export function SignedPreview({ signatureId, documentId, onClose }: SignedPreviewProps) {
  const { data, error } = useQuery('signatures.get', { id: signatureId })
  const document = data?.documents.find((one) =>
    documentId === undefined ? one.available : one.documentId === documentId,
  )
  if (document) return <Drawn signatureId={signatureId} document={document} onClose={onClose} />
  return (
    <TitledDialog
      title={text.documents}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      {!data && !error && <BusyLine words={text.bringing} />}
      {data && <p>{text.noDocumentSigned}</p>}
      {!data && error && <p>{signedWords(error.code).title}</p>}
    </TitledDialog>
  )
}

interface DrawnProps {
  signatureId: string
  document: SignedDocument
  onClose: () => void
}

const broken = { title: pdfText.brokenTitle, advice: pdfText.brokenAdvice }
const PROBLEMS: UndrawnWords = {
  ...signedErrors,
  protected: { title: pdfText.protectedTitle, advice: pdfText.protectedAdvice },
  form: { title: pdfText.formTitle, advice: pdfText.formAdvice },
  broken,
  heic: broken,
}

function Drawn({ signatureId, document: { documentId, name }, onClose }: DrawnProps) {
  const signed = useSigned(signatureId)
  const { drawable, retry } = useDrawable({ id: documentId }, ({ signal }) => signed.read(documentId, signal))
  const named = name || text.unnamed
  return (
    <DrawableDialog
      label={text.preview(named)}
      title={named}
      drawable={drawable}
      bringing={<BusyLine words={text.bringing} />}
      undrawn={{
        wordsOf: (why) => undrawnWords(PROBLEMS, why),
        canRetry: (why) => !isForAnotherProgram(why),
        onRetry: retry,
        canSave: (why) => why !== null && isForAnotherProgram(why),
      }}
      save={text.save}
      onSave={() => void signed.save(documentId)}
      onClose={onClose}
    />
  )
}
