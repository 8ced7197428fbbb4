import { Copy, Download, Eye, FileText, Printer } from 'lucide-react'
import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { signaturePageText as text, signedErrors } from '#shared/text/signatures.ts'
import { pdfText } from '#shared/text/documents.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { TransferBar } from '../../design/layout.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../app/toasts.ts'
import { saySaved } from '../../app/transfers.ts'
import { Section } from '../../app/page.tsx'
import { copyText } from '../../app/copy-text.ts'
import {
  DrawableDialog,
  type UndrawnWords,
  undrawnWords,
  isForAnotherProgram,
  useDrawable,
} from '../documents/feature.ts'
import { BusyLine } from '../../app/task-notice.tsx'
import { openPdf, pdfProblem, MAX_PRINT_PAGES, usePrintSheet } from '../pdf/feature.ts'

type SignedDocument = CommandResult<'signatures.get'>['documents'][number]

interface SignedDocumentsProps {
  row: Pick<SignatureRow, 'id' | 'status' | 'document'>
  documents: readonly SignedDocument[]
}

/** Signed documents: preview, download, save and print. */
export function SignedDocuments({ row: { id, status, document: type }, documents }: SignedDocumentsProps) {
  const [preview, setPreview] = useState<string | null>(null)
  const signed = useSigned(id)
  const seen = documents.filter(({ available }) => available)
  return (
    <Section title={text.documents} {...(seen.length > 0 && { aside: seen.length })}>
      {seen.length === 0 ? (
        <p className="small muted documents__none">
          {status === 'signed' ? text.noDocumentSigned : text.noDocument}
        </p>
      ) : (
        <ul className="documents">
          {seen.map((document) => (
            <Row
              key={document.documentId}
              document={document}
              help={type === '' ? undefined : `signable:${type}`}
              busy={signed.printing !== null}
              onView={() => setPreview(document.documentId)}
              onSave={() => void signed.save(document.documentId)}
              onPrint={() => void signed.print(document.documentId)}
            />
          ))}
        </ul>
      )}
      {signed.printing && (
        <TransferBar
          label={text.printing}
          progress={{ loaded: signed.printing.done, total: signed.printing.pages }}
          cancelLabel={text.cancel}
          onCancel={signed.stopPrinting}
        />
      )}
      {preview !== null && (
        <SignedPreview signatureId={id} documentId={preview} onClose={() => setPreview(null)} />
      )}
    </Section>
  )
}

interface RowProps {
  document: SignedDocument
  /** Help topic of the document's kind. */
  help: string | undefined
  busy: boolean
  onView: () => void
  onSave: () => void
  onPrint: () => void
}

function Row({ document: { name, kept, sha256 }, help, busy, onView, onSave, onPrint }: RowProps) {
  const named = name || text.unnamed
  return (
    <li className="document signed" data-help={help}>
      <Icon of={FileText} />
      <div className="document__name">
        <p>{named}</p>
        <p className="tiny muted">{kept ? text.kept : text.notKept}</p>
        {sha256 !== undefined && (
          <p className="signed__hash tiny muted">
            <span>
              {text.hash} {sha256}
            </span>
            <IconButton
              icon={Copy}
              label={text.copyHash}
              named
              onClick={() => void copyText(sha256, text.hashCopied)}
            />
          </p>
        )}
      </div>
      <div className="signed__ways">
        <Button size="low" icon={Eye} aria-label={text.viewOf(named)} onClick={onView}>
          {text.view}
        </Button>
        <IconButton icon={Download} label={text.saveOf(named)} title={text.save} onClick={onSave} />
        <IconButton
          icon={Printer}
          label={text.printOf(named)}
          title={text.print}
          disabled={busy}
          onClick={onPrint}
        />
      </div>
    </li>
  )
}

interface SignedPreviewProps {
  signatureId: string
  /** Absent: the first document. */
  documentId?: string
  onClose: () => void
}

/** Preview of a signed document. The preview runs no script of the document. */
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

const signedWords = (code: ErrorCode) => signedErrors[code] ?? errorTexts[code]

/** Reads the bytes of signed documents. The core requests them, because only the core has the key. */
function useSigned(signatureId: string) {
  const { bridge } = useClient()
  const [printing, setPrinting] = useState<{ done: number; pages: number | null } | null>(null)
  const { sheet, begin, stop } = usePrintSheet()
  const of = (documentId: string) => ({ id: signatureId, documentId })
  const failed = (words: string) => showToast(words, 'failed')

  async function prepare(documentId: string, signal: AbortSignal): Promise<void> {
    const serviceDocument = sheet.begin()
    const bytes = await bridge.read('signatures.document', of(documentId), { signal })
    if (signal.aborted) return
    if (!bytes.ok) return failed(signedWords(bytes.error.code).title)
    const opened = await openPdf(await bytes.value.arrayBuffer())
    const close = () => opened.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      const pdf = await opened.pdf
      const pages = pdf.numPages
      if (pages > MAX_PRINT_PAGES) return failed(pdfText.tooLong(pages))
      const onPage = (page: number) => setPrinting({ done: page - 1, pages })
      const undrawn = await serviceDocument.add({ pdf, range: { from: 1, to: pages }, onPage, signal })
      if (undrawn === null) return
      if (undrawn > 0) failed(pdfText.pagesBroken(undrawn))
      serviceDocument.print()
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }
  return {
    printing,
    read: (documentId: string, signal: AbortSignal) =>
      bridge.read('signatures.document', of(documentId), { signal }),
    async save(documentId: string) {
      const answer = await bridge.save('signatures.document', of(documentId))
      saySaved(answer, text.saved, signedWords)
    },
    async print(documentId: string) {
      if (printing) return
      const signal = begin()
      setPrinting({ done: 0, pages: null })
      try {
        await prepare(documentId, signal)
      } catch (error) {
        if (!signal.aborted) failed(pdfProblem(error) === 'form' ? pdfText.formTitle : text.notPrinted)
      }
      if (!signal.aborted) setPrinting(null)
    },
    stopPrinting() {
      stop()
      setPrinting(null)
    },
  }
}
