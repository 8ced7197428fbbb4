import { Download, Maximize2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { fileFacts, previewText as text } from '#shared/text/app-documents.ts'
import { ownDocumentLabel } from '#shared/text/labels-documents.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { useClient } from '../../replica/client.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { DocumentTools } from './document-tools.tsx'
import { DrawableDialog } from './drawable-dialog.tsx'
import { DrawnDocument } from './drawn-document.tsx'
import type { DocumentChanges } from './use-document-changes.ts'
import { useDrawable } from './use-drawable.ts'
import './document-preview.css'

/** Previewed document, beside the form. */
export function DocumentPreview({
  document,
  changes,
  onClose,
}: {
  document: DraftDocument
  changes: DocumentChanges
  onClose: () => void
}) {
  const { name, type, mime, size } = document
  const { bridge } = useClient()
  const { drawable, retry } = useDrawable(document, ({ signal }) =>
    bridge.read('procedures.document', { documentId: document.id }, { signal }),
  )
  const { saving, save } = useSaveFile('procedures.document', text.saved, 'goes-on')
  const keep = () => save({ documentId: document.id })
  const [large, setLarge] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  // Scrolls to the preview where it is below the list.
  useEffect(() => {
    pane.current?.scrollIntoView({ block: 'nearest' })
  }, [document.id])
  const canEnlarge = drawable.state === 'pdf' || drawable.state === 'image'
  return (
    <div className="preview" ref={pane}>
      <div className="preview__head">
        <h2 className="clip" title={name}>
          {name}
        </h2>
        <IconButton icon={X} label={text.closePreview} onClick={onClose} />
      </div>
      <p className="tiny muted">
        {[ownDocumentLabel(type), fileFacts(mime, size)].filter(Boolean).join(' · ')}
      </p>
      <DrawnDocument drawable={drawable} label={text.of(name)} onRetry={retry} />
      <div className="preview__ways">
        {canEnlarge && (
          <Button size="low" icon={Maximize2} onClick={() => setLarge(true)}>
            {text.large}
          </Button>
        )}
        <Button size="low" icon={Download} disabled={saving !== null} onClick={keep}>
          {text.save}
        </Button>
        <DocumentTools document={document} drawable={drawable} changes={changes} />
      </div>
      {large && canEnlarge && (
        <DrawableDialog
          label={text.of(name)}
          title={name}
          drawable={drawable}
          save={text.save}
          saving={saving !== null}
          onSave={keep}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  )
}
