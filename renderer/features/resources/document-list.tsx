import { FileText } from 'lucide-react'
import { resourceWords as text, shortWhen } from '#shared/text/app-resources.ts'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../frame/page.tsx'
import type { ReadDocument } from './documents.ts'
import type { ReadIncident } from './incidents.ts'

export interface DocumentListProps {
  title: string
  /** `null`: the service does not say. */
  documents: readonly ReadDocument[] | null
  none: string
  incidents?: readonly ReadIncident[]
  now: number
}

/** The documents there are, by name, and what is wrong with each. */
export function DocumentList({ title, documents, none, incidents = [], now }: DocumentListProps) {
  return (
    <Section title={title} {...(documents && documents.length > 0 && { aside: documents.length })}>
      {documents === null || documents.length === 0 ? (
        <p className="small muted documents__none">{documents === null ? text.listMissing : none}</p>
      ) : (
        <ul className="documents">
          {documents.map((document, index) => (
            <DocumentRow key={index} document={document} incidents={incidents} now={now} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function DocumentRow({
  document: { id, name, type, at },
  incidents,
  now,
}: Pick<DocumentListProps, 'now'> & { document: ReadDocument; incidents: readonly ReadIncident[] }) {
  const wrong = incidents.find(({ documentId, solved }) => !solved && id !== '' && documentId === id)
  return (
    <li className="document">
      <FileText className="icon" aria-hidden="true" />
      <span className="document__name">
        {name || text.unnamedDocument}
        {type && <span className="muted"> · {type}</span>}
      </span>
      {wrong ? (
        <span className="document__wrong tiny">
          <Sign kind="stop" />
          {wrong.title || text.unnamedIncident}
        </span>
      ) : (
        at !== null && (
          <span className="tiny muted figures">{typeof at === 'number' ? shortWhen(at, now) : at}</span>
        )
      )}
    </li>
  )
}
