import { Copy, Download, Eye, FileText, Printer } from 'lucide-react'
import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { signaturePageText as text } from '#shared/text/signatures.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { TransferBar } from '../../design/layout.tsx'
import { Section } from '../frame/page.tsx'
import { copyText } from '../resources/copy-text.ts'
import { SignedPreview } from './signed-preview.tsx'
import { useSigned } from './use-signed.ts'

export type SignedDocument = CommandResult<'signatures.get'>['documents'][number]

export interface SignedDocumentsProps {
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
  /** Topic of its kind. */
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
