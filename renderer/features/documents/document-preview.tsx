import { Download, Maximize2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { fileFacts, previewText as text } from '#shared/text/app-documents.ts'
import { documentLabel } from '#shared/text/labels-documents.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { PdfPages } from '../pdf/pdf-pages.tsx'
import '../pdf/pdf-preview.css'
import { DrawnDocument } from './drawn-document.tsx'
import { type Drawable, useDrawable } from './use-drawable.ts'
import './document-preview.css'

/** The document that is being looked at, beside the form. */
export function DocumentPreview({ document, onClose }: { document: DraftDocument; onClose: () => void }) {
  const { name, type, mime, size } = document
  const { bridge } = useClient()
  const { drawable, retry } = useDrawable(document, (signal) =>
    bridge.read('procedures.document', { documentId: document.id }, { signal }),
  )
  const { saving, save } = useSaveDocument(document)
  const [large, setLarge] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  // Where it lies under the list, whoever asks for it sees it.
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
        <Button
          size="low"
          tone="plain"
          icon={<X className="icon" aria-hidden="true" />}
          aria-label={text.closePreview}
          onClick={onClose}
        />
      </div>
      <p className="tiny muted">{[documentLabel(type), fileFacts(mime, size)].filter(Boolean).join(' · ')}</p>
      <DrawnDocument drawable={drawable} label={text.of(name)} onRetry={retry} />
      <div className="preview__ways">
        {canEnlarge && (
          <Button
            size="low"
            icon={<Maximize2 className="icon" aria-hidden="true" />}
            onClick={() => setLarge(true)}
          >
            {text.large}
          </Button>
        )}
        <Button
          size="low"
          icon={<Download className="icon" aria-hidden="true" />}
          disabled={saving}
          onClick={save}
        >
          {text.save}
        </Button>
      </div>
      {large && canEnlarge && (
        <LargePreview
          name={name}
          drawable={drawable}
          saving={saving}
          onSave={save}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  )
}

interface LargePreviewProps {
  name: string
  drawable: Drawable
  saving: boolean
  onSave: () => void
  onClose: () => void
}

function LargePreview({ name, drawable, saving, onSave, onClose }: LargePreviewProps) {
  const label = text.of(name)
  return (
    <Dialog label={label} variant="full" onClose={onClose}>
      {drawable.state === 'pdf' ? (
        <PdfPages pdf={drawable.pdf} title={name} saving={saving} onSave={onSave} onClose={onClose} />
      ) : (
        <>
          <div className="preview__large">
            <h2 className="clip">{name}</h2>
            <DrawnDocument drawable={drawable} label={label} onRetry={onClose} />
          </div>
          <div className="dialog__actions">
            <Button
              icon={<Download className="icon" aria-hidden="true" />}
              disabled={saving}
              onClick={onSave}
            >
              {text.save}
            </Button>
            <Button data-safe onClick={onClose}>
              {text.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** A copy of it where the person keeps files. */
function useSaveDocument({ id }: DraftDocument) {
  const { bridge } = useClient()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const answer = await bridge.save('procedures.document', { documentId: id })
    setSaving(false)
    if (answer.ok) showToast(text.saved)
    else if (answer.error.code !== 'cancelled') showToast(errorTexts[answer.error.code].title, 'failed')
  }
  return { saving, save: () => void save() }
}
