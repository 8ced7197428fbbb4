import { Download, FileX } from 'lucide-react'
import type { SignedDocument } from './signed-documents.tsx'
import { pdfText } from '#shared/text/app-pdf.ts'
import { signaturePageText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { type Drawable, useDrawable } from '../documents/use-drawable.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { PdfPages } from '../pdf/pdf-pages.tsx'
import '../pdf/pdf-preview.css'
import { signedWords, useSigned } from './use-signed.ts'

export interface SignedPreviewProps {
  signatureId: string
  /** Without it, the first that there is. */
  documentId?: string
  onClose: () => void
}

/** What was signed, drawn here: nothing of it runs. */
export function SignedPreview({ signatureId, documentId, onClose }: SignedPreviewProps) {
  const { data, error } = useQuery('signatures.get', { id: signatureId })
  const document = data?.documents.find((one) =>
    documentId === undefined ? one.available : one.documentId === documentId,
  )
  if (document) return <Drawn signatureId={signatureId} document={document} onClose={onClose} />
  return (
    <Dialog label={text.documents} onClose={onClose}>
      <div className="dialog__body">
        <h2>{text.documents}</h2>
        {!data && !error && <BusyLine words={text.bringing} />}
        {data && <p>{text.noDocumentSigned}</p>}
        {!data && error && <p>{signedWords(error.code).title}</p>}
      </div>
      <div className="dialog__actions">
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}

interface DrawnProps {
  signatureId: string
  document: SignedDocument
  onClose: () => void
}

function Drawn({ signatureId, document: { documentId, name }, onClose }: DrawnProps) {
  const signed = useSigned(signatureId)
  const { drawable, retry } = useDrawable({ id: documentId }, (signal) => signed.read(documentId, signal))
  const named = name || text.unnamed
  const label = text.preview(named)
  const save = () => void signed.save(documentId)
  if (drawable.state === 'pdf') {
    return (
      <Dialog label={label} variant="full" onClose={onClose}>
        <PdfPages pdf={drawable.pdf} title={named} saving={false} onSave={save} onClose={onClose} />
      </Dialog>
    )
  }
  const why = drawable.state === 'failed' ? drawable.why : drawable.state === 'image' ? 'not-a-pdf' : null
  return (
    <Dialog label={label} onClose={onClose}>
      <div className="dialog__body">
        <h2 className="clip">{named}</h2>
        {why === null ? <BusyLine words={text.bringing} /> : <Undrawn why={why} />}
      </div>
      <div className="dialog__actions">
        {why !== null && !canSave(why) && <Button onClick={retry}>{text.retry}</Button>}
        {why !== null && canSave(why) && (
          <Button icon={Download} onClick={save}>
            {text.save}
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
const canSave = (why: Why) => why === 'protected' || why === 'broken'

function Undrawn({ why }: { why: Why }) {
  const words =
    why === 'protected'
      ? { title: pdfText.protectedTitle, advice: pdfText.protectedAdvice }
      : why === 'broken' || why === 'heic'
        ? { title: pdfText.brokenTitle, advice: pdfText.brokenAdvice }
        : signedWords(why)
  return (
    <Calm icon={FileX} title={words.title} role="alert">
      <p>{words.advice}</p>
    </Calm>
  )
}
