import { Download, FileText, HardDriveDownload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { dateTime, shortWhen } from '#shared/text/dates.ts'
import type { ReadIncident } from '#shared/text/incidents.ts'
import { bytesText } from '#shared/text/documents.ts'
import { serviceDocumentsText as text } from '#shared/text/procedure.ts'
import { resourceWords } from '#shared/text/resources.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'

export interface ServiceDocumentRowsProps {
  label: string
  serviceDocuments: readonly ServiceDocument[]
  /** Open incidents. The row of a document shows its incidents. */
  incidents: readonly ReadIncident[]
  /** True for columns with file name, size and day. */
  wide: boolean
  now: number
  onOpen: (serviceDocument: ServiceDocument) => void
  onSave: (serviceDocument: ServiceDocument) => void
  /** Choice of the party of a document. */
  partyOf?: ((serviceDocument: ServiceDocument) => ReactNode) | undefined
}

/** Documents by name, with type, offline availability and problems. */
export function ServiceDocumentRows({
  label,
  serviceDocuments,
  incidents,
  wide,
  now,
  onOpen,
  onSave,
  partyOf,
}: ServiceDocumentRowsProps) {
  const { columns } = text
  return (
    <div className={wide ? 'service-documents service-documents--wide' : 'service-documents'}>
      {wide && (
        // Each row repeats the column names for screen readers.
        <div className="service-documents__head tiny" aria-hidden="true">
          <span>{columns.name}</span>
          <span>{columns.fileName}</span>
          <span className="service-documents__number">{columns.size}</span>
          <span className="service-documents__number">{columns.at}</span>
          <span />
        </div>
      )}
      <ul aria-label={label}>
        {serviceDocuments.map((serviceDocument) => (
          <ServiceDocumentRow
            key={serviceDocument.documentId}
            serviceDocument={serviceDocument}
            wrong={incidents.find(
              ({ documentId }) => documentId !== '' && documentId === serviceDocument.documentId,
            )}
            wide={wide}
            now={now}
            onOpen={() => onOpen(serviceDocument)}
            onSave={() => onSave(serviceDocument)}
            party={partyOf?.(serviceDocument)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ServiceDocumentRowProps extends Pick<ServiceDocumentRowsProps, 'wide' | 'now'> {
  serviceDocument: ServiceDocument
  wrong: ReadIncident | undefined
  onOpen: () => void
  onSave: () => void
  party: ReactNode
}

function ServiceDocumentRow(props: ServiceDocumentRowProps) {
  const { serviceDocument, wrong, wide, now, onOpen, onSave, party } = props
  const { name, sentName, type, kept, size, createdAt, fileName, error } = serviceDocument
  const called = name || (type ? documentLabel(type) : text.unnamed)
  const kind = type ? documentLabel(type) : ''
  const adds = kind !== '' && !called.toLowerCase().includes(kind.toLowerCase())
  return (
    <li
      className="service-document"
      data-document={serviceDocument.documentId}
      data-help={type ? `${serviceDocument.which === 'client' ? 'input' : 'generated'}:${type}` : undefined}
    >
      <button
        type="button"
        className="service-document__open"
        aria-label={text.open([called, sentName].filter(Boolean).join(' · '))}
        onClick={onOpen}
      >
        <Icon of={FileText} />
        <span className="service-document__words">
          <span className="service-document__name">{called}</span>
          {adds && <span className="tiny muted"> {kind}</span>}
          {sentName && <span className="service-document__sent tiny second">{sentName}</span>}
          {wrong ? (
            <span className="service-document__wrong tiny">
              <Sign kind="stop" />
              {wrong.title || resourceWords.unnamedIncident}
            </span>
          ) : (
            error &&
            !kept && (
              <span className="service-document__wrong tiny" title={errorTexts[error.code].title}>
                <Sign kind="unknown" />
                {text.failed}
              </span>
            )
          )}
        </span>
      </button>
      {wide && (
        <span className="service-document__file second clip" title={fileName}>
          {fileName}
        </span>
      )}
      <span className="service-document__facts tiny muted">
        {kept && (
          <span className="service-document__kept" title={text.kept}>
            <Icon of={HardDriveDownload} />
            <span className="visually-hidden">{text.kept}</span>
          </span>
        )}
        <span className="service-document__size figures">{size === undefined ? '' : bytesText(size)}</span>
      </span>
      <span
        className="service-document__at tiny muted figures"
        title={createdAt === undefined ? '' : dateTime(createdAt)}
      >
        {createdAt === undefined ? '' : shortWhen(createdAt, now)}
      </span>
      <IconButton
        icon={Download}
        label={text.save([called, sentName].filter(Boolean).join(' · '))}
        className="service-document__save"
        named
        onClick={onSave}
      />
      {party && <span className="service-document__party">{party}</span>}
    </li>
  )
}
