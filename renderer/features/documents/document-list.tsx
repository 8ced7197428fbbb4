import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { documentsText as text } from '#shared/text/app-documents.ts'
import { Button } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { Section } from '../frame/page.tsx'
import { DocumentRow } from './document-row.tsx'
import type { DocumentChanges } from './use-document-changes.ts'
import './draft-documents.css'

export interface DocumentListProps {
  documents: readonly DraftDocument[]
  most: number
  /** The one that is being looked at. */
  current: string | null
  changes: DocumentChanges
  onView: (id: string) => void
}

/** The documents of a draft that is being filled in: each can be looked at, called something else, and taken out. */
export function DocumentList({ documents, most, current, changes, onView }: DocumentListProps) {
  const letters = useLetters()
  const guessed = documents.filter((document) => document.guessed && document.source !== 'service')
  const amount = documents.length > 0 && { aside: text.amount(documents.length, most) }
  return (
    <Section title={text.title} {...amount}>
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

/** The documents of a draft that is on its way: how far each has got. */
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
