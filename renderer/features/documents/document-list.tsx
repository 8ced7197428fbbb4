import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import { documentsText as text } from '#shared/text/documents.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { Section } from '../frame/page.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { QuickTypes } from './quick-types.tsx'
import { DocumentRow } from './document-row.tsx'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { toolsText } from '#shared/text/document-tools.ts'
import { JoinDialog } from '../document-tools/tools.ts'
import { useSourceOf } from './document-tools.tsx'
import type { DocumentChanges } from './use-document-changes.ts'
import './documents.css'

export interface DocumentListProps {
  documents: readonly DraftDocument[]
  most: number
  /** Id of the previewed document. */
  current: string | null
  changes: DocumentChanges
  onView: (id: string) => void
}

/** Documents of a draft in editing: each can be previewed, retyped and removed. */
export function DocumentList({ documents, most, current, changes, onView }: DocumentListProps) {
  const letters = useLetters()
  const guessed = documents.filter((document) => isDeduced(document) && document.source !== 'service')
  const shown = documents.find(({ id }) => id === current) ?? documents[0]
  const amount = documents.length > 0 && { aside: text.amount(documents.length, most) }
  return (
    <Section
      title={text.title}
      {...amount}
      actions={
        shown?.type && (
          <HelpButton topic={`input:${shown.type}`} name={documentLabel(shown.type)} worded page />
        )
      }
    >
      {documents.length === 0 && <p className="small muted draft-documents__none">{text.none}</p>}
      {documents.length > 0 && (
        <Rows label={text.list} letters={letters}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              current={document.id === current}
              ways={{
                view: () => onView(document.id),
                retype: (type) => void changes.retype(document, type),
                remove: () => void changes.remove(document),
              }}
            />
          ))}
        </Rows>
      )}
      {letters && documents.some(({ source }) => source !== 'service') && <QuickTypes />}
      <JoinImages documents={documents} changes={changes} />
      {guessed.length > 0 && (
        <p className="draft-documents__guessed small second">
          {text.guessedSome(guessed.length)}
          <Button size="low" onClick={() => void changes.trust(guessed)}>
            {text.trust}
          </Button>
        </p>
      )}
    </Section>
  )
}

/** Documents of a draft being sent: upload state of each. */
export function SendingDocuments({ draft: { documents } }: { draft: Draft }) {
  if (documents.length === 0) return null
  const uploaded = documents.filter(({ state }) => state === 'uploaded').length
  return (
    <div className="draft-documents">
      <Section title={text.title} aside={text.uploaded(uploaded, documents.length)}>
        <ul className="sending-documents" aria-label={text.list}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} current={false} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

interface JoinImagesProps {
  documents: readonly DraftDocument[]
  changes: DocumentChanges
}

const hasMime =
  (...mimes: string[]) =>
  (document: DraftDocument) =>
    document.source === 'file' && document.preview && mimes.includes(document.mime ?? '')

/** Joins images of a draft in one PDF; offered when there are two. */
function JoinImages({ documents, changes }: JoinImagesProps) {
  const [open, setOpen] = useState(false)
  const sourceOf = useSourceOf()
  const images = documents.filter(hasMime('image/jpeg', 'image/png'))
  if (images.length < 2) return null
  return (
    <p className="draft-documents__guessed">
      <Button size="low" icon={Images} onClick={() => setOpen(true)}>
        {toolsText.join}
      </Button>
      {open && (
        <JoinDialog
          sources={images.map(sourceOf)}
          heic={documents.filter(hasMime('image/heic')).length}
          onClose={() => setOpen(false)}
          onAccept={(ids, file) => {
            setOpen(false)
            const originals = ids.flatMap((id) => images.filter((image) => image.id === id))
            void changes.replace(originals, [{ file }], toolsText.joined(ids.length))
          }}
        />
      )}
    </p>
  )
}
