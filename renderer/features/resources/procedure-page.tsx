import { displayVin } from '#shared/domain/vin.ts'
import { kindText, resourceWords as text } from '#shared/text/app-resources.ts'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { AdoptNotice } from '../wizard/adopt-notice.tsx'
import { DocumentList } from './document-list.tsx'
import { documentsIn } from './documents.ts'
import { FactList } from './fact-list.tsx'
import { procedureFacts, procedureType } from './facts.ts'
import { IncidentList } from './incident-list.tsx'
import { incidentsIn } from './incidents.ts'
import { ResourceFrame } from './resource-frame.tsx'
import type { ResourcePageProps } from './use-resource.ts'

/** A procedure: what waits for the desk, its documents, what has happened and its data. */
export function ProcedurePage({ view, resource }: ResourcePageProps) {
  const { body, subject, status, id } = view
  const now = useNow(60_000)
  const incidents = incidentsIn(body)
  const sent = documentsIn(body, 'documents')
  const ready = documentsIn(body, 'generatedDocuments')
  const open = incidents?.filter(({ solved }) => !solved) ?? []
  const vin = subject.vrm === undefined ? subject.vin : undefined
  return (
    <ResourceFrame
      kind="procedure"
      view={view}
      resource={resource}
      title={subject.label ?? (procedureType(body) || kindText.procedure.one)}
      {...(vin !== undefined && { after: displayVin(vin) })}
      rail={
        <Section title={text.data}>
          <FactList facts={procedureFacts(body)} id={id} />
        </Section>
      }
    >
      {status === 'BLOCKED' && open.length === 0 && (
        <Notice tone="stop" role="note" icon={<Sign kind="stop" />}>
          <p>{text.noIncidents}</p>
        </Notice>
      )}
      {status === 'DRAFT' && <AdoptNotice id={id} />}
      {incidents && <IncidentList incidents={incidents} documents={sent ?? []} now={now} />}
      <div className="resource__pair">
        <DocumentList title={text.sent} documents={sent} none={text.noneSent} incidents={open} now={now} />
        <DocumentList title={text.ready} documents={ready} none={text.noneReady} incidents={open} now={now} />
      </div>
    </ResourceFrame>
  )
}
