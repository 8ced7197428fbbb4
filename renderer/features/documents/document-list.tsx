import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import { documentsText as text } from '#shared/text/app-documents.ts'
import { documentLabel } from '#shared/text/labels-documents.ts'
import { Button } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { Section } from '../frame/page.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { QuickTypes } from './quick-types.tsx'
import { DocumentRow } from './document-row.tsx'
import { JoinImages } from './join-images.tsx'
import type { DocumentChanges } from './use-document-changes.ts'
import './draft-documents.css'

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
