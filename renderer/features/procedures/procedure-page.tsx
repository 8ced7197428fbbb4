import { useCallback, useState } from 'react'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { relativeAge, dateTime } from '#shared/text/dates.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import { assignsPlate, kindOfType } from '#shared/domain/procedures/kinds.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import {
  casesText,
  serviceDocumentsText,
  procedureText,
  attachmentText,
  assignedText,
  viewersText,
} from '#shared/text/procedure.ts'
import { kindText, resourceWords as text, stateName } from '#shared/text/resources.ts'
import { type MessageOf, summaryOf, incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import type { Route } from '#shared/bridge/route.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { Notice } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { AssignDialog, nameWords } from '../cases/feature.ts'
import { Timeline } from '../changes/feature.ts'
import { useItpDialog } from '../itp/feature.ts'
import { useClientDialog } from '../client-messages/feature.ts'
import { usePaperOffers, usePaste } from '../documents/feature.ts'
import { Page, Section } from '../../app/page.tsx'
import { readTextField } from '#shared/domain/service-body.ts'
import { copyText } from '../../app/copy-text.ts'
import { showToast } from '../../app/toasts.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import {
  Crumb,
  RawBody,
  ResourceNotices,
  ResourceState,
  ResourcePage,
  type ResourcePageProps,
  FactList,
} from '../resources/feature.ts'
import { RequestsSection } from '../client-requests/feature.ts'
import { LedgerSection, prepareItp } from '../ledger/feature.ts'
import { ProcedureSignatures } from '../signature-requests/feature.ts'
import { SimulatorCard } from '../simulator/feature.ts'
import { Copy, MessageSquareText, UsersRound } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { AnnotationHistory } from './annotation-history.tsx'
import { AnnotationNotes } from './annotation-notes.tsx'
import { CaseNotes } from './case-notes.tsx'
import { IncidentList } from './incident-list.tsx'
import {
  documentTitle,
  incidentChoice,
  incidentName,
  isSolvable,
  replacementType,
  serviceDocumentsIn,
  procedureType,
  vehicleOf,
  procedureFacts,
} from './procedure-facts.ts'
import { LabelRow, useAnnotations } from './label-row.tsx'
import {
  LegalClockCard,
  hasLegalTerms,
  legalClock,
  ProcedureNow,
  StateTrack,
  VerdictLink,
} from './procedure-now.tsx'
import { ServiceDocumentLists } from './service-document-lists.tsx'
import { ProcedureActions } from './procedure-actions.tsx'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { AttachmentLine } from './attachment-line.tsx'
import { AttachmentPanel } from './attachment-panel.tsx'
import { useServiceDocuments } from './use-service-documents.ts'
import { useAttachments } from './use-attachments.ts'
import { useCaseChecklist } from './use-case-checklist.tsx'
import './procedures.css'

export const ProcedureRoute = ({ route }: { route: Extract<Route, { view: 'procedure' }> }) => (
  <ResourcePage route={route} Shown={ProcedurePage} />
)

const CoverSheet = later(async () => (await import('./cover-sheet.tsx')).CoverSheet)

/** Loaded before the user presses the key of the dialog. */
const LATER_PARTS = [AssignDialog]

/** Page of one procedure: pending incidents, documents, timeline and annotations. */
function ProcedurePage({ view, resource }: ResourcePageProps) {
  const { body, subject, status, id, since, gone } = view
  const { now: clientNow } = useClient()
  const now = useNow(15_000)
  const demo = useSlice('profile')?.environment === 'demo'
  const annotations = useAnnotations(id)
  const client = useClientDialog({ kind: 'procedure', id })
  const requestOwner = { procedureId: id }
  const serviceDocuments = useServiceDocuments(id)
  const { data: simulator } = useQuery('simulator.abilities', {})
  const [editing, setEditing] = useState(false)
  const [assigning, setAssigning] = useState(false)
  /** Time of printing of the cover sheet. */
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])
  useLoadSoon(LATER_PARTS)
  const carrier = annotations.annotations?.assigned ?? ''

  const type = readTextField(body, 'type')
  const draftKind = kindOfType(type ?? '')
  const title = procedureType(body) || subject.label || kindText.procedure.one
  const vehicle = vehicleOf(body)
  const vrm = subject.vrm ?? (vehicle.vrm || undefined)
  const vin = subject.vin ?? (vehicle.vin || undefined)
  // The procedure itself has no make and model. The last report of its plate has them.
  const { data: lookup } = useQuery('lookup.get', vrm === undefined ? null : { vrm })
  const car = vehicleName((lookup?.verdict?.report ?? lookup?.latest)?.vehicle)
  const names = { hidesNames: useHidesNames(), withTails: false }
  const clientName = nameWords(annotations.annotations?.fields.client ?? '', '', names)
  const ended = isProcedureOver(status)
  const incidents = incidentsIn(body)
  const open = incidents?.filter(({ solved }) => !solved) ?? []
  const fallback = {
    client: serviceDocumentsIn(body, 'client'),
    generated: serviceDocumentsIn(body, 'generated'),
  }
  const all: readonly ServiceDocument[] = serviceDocuments.serviceDocuments ?? [
    ...(fallback.client ?? []),
    ...(fallback.generated ?? []),
  ]
  const checklist = useCaseChecklist({
    kind: draftKind,
    annotations: annotations.annotations,
    vrm,
    documents: all,
  })
  const titleOf = (documentId: string) =>
    documentTitle(all.find((serviceDocument) => serviceDocument.documentId === documentId))
  const solvable = open.filter(isSolvable)
  const takes = !ended && !gone && status !== 'DRAFT'
  const attachments = useAttachments(id, {
    takes,
    incidents: (takes ? solvable : []).map((incident) => ({
      id: incident.id,
      title: incidentName(incident, titleOf),
      type: replacementType(incident, all),
    })),
    presetType: (goal) => {
      const about = incidents?.find((incident) => incident.id === goal)
      return about ? replacementType(about, all) : ''
    },
    missing: checklist.missing,
  })
  const message: MessageOf = { vrm, vin, kind: title, demo }
  const assigned = assignsPlate(type) && ended && status !== 'CANCELLED' ? vrm : undefined
  const assignedAt = view.timeline.find(({ event }) => event === 'procedure.plate_assigned')?.at

  const side = annotations.annotations?.fields
  const offers = usePaperOffers(side, attachments.take)
  const itp = useItpDialog(
    {
      price: readTextField(body, 'taxableBase'),
      saleDay: side?.contractDate ?? '',
      buyerTaxId: side?.buyerTaxId ?? '',
      vrm: vrm ?? '',
    },
    {
      label: ledgerText.itp.use,
      run(cents) {
        if (prepareItp(id, cents)) showToast(ledgerText.itp.prepared)
        else showToast(ledgerText.itp.busy, 'failed')
      },
    },
  )
  const onItp = draftKind === 'transfer' ? itp.open : undefined

  usePaste((pasted) => {
    if (takes) attachments.take(pasted)
  })
  const copyPlate = () => vrm !== undefined && void copyText(vrm, text.copied.plate)
  const copySummary = () =>
    void copyText(
      summaryOf(message, {
        state: stateName('procedure', status, view.statusDescription),
        since: text.sinceMoment(since),
        seen: view.checkedAt === null ? text.neverSeen.toLowerCase() : dateTime(view.checkedAt),
        waits: open.map((incident) => incident.title || text.unnamedIncident),
        reason: status === 'CANCELLED' ? (view.statusDescription ?? '') : '',
      }),
      procedureText.summaryCopied,
    )
  useShortcuts({
    'resource.copy-plate': copyPlate,
    'procedure.assign': annotations.annotations && (() => setAssigning(true)),
    'procedure.copy': copySummary,
    'procedure.itp': onItp,
    'resource.client': () => client.open(),
    'resource.refresh': () => resource.task.state !== 'busy' && void resource.refresh(),
  })
  const clock = legalClock(
    type,
    annotations.annotations?.fields.contractDate ?? '',
    ended ? since : null,
    now,
  )
  const others = attachments.attachments.filter(
    ({ incidentId }) => incidentId === undefined || !incidents?.some((one) => one.id === incidentId),
  )

  const main = (
    <div className="resource__main">
      {assigned !== undefined && (
        <AssignedPlate
          vrm={assigned}
          vin={vin ?? ''}
          at={assignedAt ?? since}
          onCopy={copyPlate}
          onTell={() => client.open('plate:assigned')}
        />
      )}
      <StateTrack view={view} now={now} />
      <ProcedureNow
        view={view}
        resource={resource}
        now={now}
        annotations={annotations.annotations}
        waitsForOthers={waitsForOthersOnly(status, open)}
      />
      <ResourceNotices
        kind="procedure"
        view={view}
        task={resource.task}
        age={relativeAge(view.checkedAt ?? 0, now)}
      />
      {status === 'BLOCKED' && open.length === 0 && (
        <Notice tone="stop" role="note" icon={<Sign kind="stop" />}>
          <p>{text.noIncidents}</p>
        </Notice>
      )}
      {incidents && (
        <IncidentList
          incidents={incidents}
          documentName={(documentId) =>
            all.find((serviceDocument) => serviceDocument.documentId === documentId)?.name ?? ''
          }
          sentName={(documentId) =>
            all.find((serviceDocument) => serviceDocument.documentId === documentId)?.sentName ?? ''
          }
          onAsk={(incident) => client.open(incidentChoice(incident, open))}
          attachments={attachments}
          closed={ended || gone}
          now={now}
        />
      )}
      {others.length > 0 && (
        <Section title={attachmentText.title} aside={others.length}>
          <div className="attachment-list">
            {others.map((attachment) => (
              <AttachmentLine key={attachment.id} attachment={attachment} attachments={attachments} />
            ))}
          </div>
        </Section>
      )}
      {attachments.staged && attachments.staged.for === null && (
        <Section title={attachmentText.addTitle}>
          <AttachmentPanel
            staged={attachments.staged}
            attachments={attachments}
            label={attachmentText.addTitle}
            primary={solvable.length === 0}
          />
        </Section>
      )}
      <ServiceDocumentLists
        serviceDocuments={serviceDocuments}
        fallback={fallback}
        incidents={open}
        ended={ended}
        now={now}
        onAdd={takes ? () => attachments.open(null) : undefined}
        onFiles={attachments.take}
        partyOf={checklist.partyOf?.(serviceDocuments.setParty)}
        offers={offers}
      />
      <ProcedureSignatures procedureId={id} offers={takes ? offers : undefined} />
      <RequestsSection owner={requestOwner} hasKey />
      <LedgerSection procedureId={id} />
      <Section title={text.activity}>
        <Timeline kind="procedure" rows={view.timeline} now={now} />
      </Section>
    </div>
  )

  const rail = (
    <aside className="resource__rail" aria-label={text.data} data-region="rail" tabIndex={-1}>
      {hasLegalTerms(type) && annotations.annotations && (
        <LegalClockCard reading={clock} onAdd={() => setEditing(true)} />
      )}
      {annotations.error && !annotations.annotations && (
        <Section title={casesText.title}>
          <p className="small muted">
            {casesText.unreadable} {errorTexts[annotations.error.code].title}
          </p>
        </Section>
      )}
      {annotations.annotations && (
        <>
          <CaseNotes id={id} notes={annotations.annotations.notes} />
          <AnnotationNotes
            id={id}
            kind={draftKind}
            annotations={annotations.annotations}
            editing={editing}
            onEdit={setEditing}
          />
          <LabelRow labels={annotations.annotations.labels} annotations={annotations} />
          <AnnotationHistory id={id} kind={draftKind} />
        </>
      )}
      {annotations.annotations && !ended && !gone && checklist.section(annotations.setSituations)}
      <Section title={text.data}>
        <FactList facts={procedureFacts(body, car)} id={id} />
      </Section>
      {vrm !== undefined && <VerdictLink vrm={vrm} now={now} />}
      {simulator?.available && (
        <SimulatorCard
          procedureId={id}
          documents={all
            .filter(({ which }) => which === 'client')
            .map((serviceDocument) => ({
              id: serviceDocument.documentId,
              name: documentTitle(serviceDocument) || serviceDocumentsText.unnamed,
            }))}
          incidents={open
            .filter((incident) => incident.id !== '')
            .map((incident) => ({ id: incident.id, title: incident.title || text.unnamedIncident }))}
          onDone={() => void resource.refresh()}
        />
      )}
    </aside>
  )

  return (
    <Page
      title={title}
      section={kindText.procedure.section}
      name={[kindText.procedure.one, vrm === undefined ? displayVin(vin ?? '') : displayPlate(vrm)]
        .join(' ')
        .trim()}
      landing
      lead={
        <>
          <Crumb kind="procedure" id={id} />
          {vrm !== undefined && assigned === undefined && <Plate vrm={vrm} size="m" />}
        </>
      }
      state={
        <>
          {vrm === undefined && vin !== undefined && (
            <span className="second small figures resource__after">{displayVin(vin)}</span>
          )}
          <ResourceState kind="procedure" view={view} now={now} />
        </>
      }
      detail={[car, clientName, carrier && procedureText.carriedBy(carrier)].filter(Boolean).join(' · ')}
      afterDetail={<Viewers procedureId={id} />}
      actions={
        <ProcedureActions
          view={view}
          resource={resource}
          annotations={annotations}
          onCopyPlate={vrm === undefined ? undefined : copyPlate}
          onCopySummary={copySummary}
          onCover={() => setPrinting(clientNow())}
          onClient={() => client.open()}
          onAssign={() => setAssigning(true)}
          onItp={onItp}
        />
      }
    >
      <FileDrop
        takes={takes}
        documents
        title={attachmentText.dropVeil}
        detail={attachmentText.dropDetail}
        onDrop={attachments.take}
      >
        <div className="columns resource">
          {main}
          {rail}
          <RawBody body={body} />
        </div>
      </FileDrop>
      {client.dialog}
      {itp.dialog}
      {printing !== null && (
        <CoverSheet
          view={view}
          title={title}
          vrm={vrm}
          vin={vin}
          car={car}
          annotations={annotations.annotations}
          documents={all}
          hidesNames={names.hidesNames}
          at={printing}
          onDone={printed}
        />
      )}
      {assigning && (
        <AssignDialog
          amount={1}
          present={carrier}
          onClose={() => setAssigning(false)}
          onAssign={(person, note) => {
            setAssigning(false)
            void annotations.assign(person, note)
          }}
        />
      )}
    </Page>
  )
}

/** Colleagues who have the procedure open at other PCs. Its place in the head is reserved: nothing moves. */
function Viewers({ procedureId }: { procedureId: string }) {
  const viewers = useSlice('relay')?.viewers
  const words = viewersText(viewers?.find((one) => one.procedureId === procedureId)?.people ?? [])
  return (
    <p className="procedure__viewers medium" role="status">
      {words !== '' && (
        <>
          <Icon of={UsersRound} />
          <span className="clip" title={words}>
            {words}
          </span>
        </>
      )}
    </p>
  )
}

interface AssignedPlateProps {
  vrm: string
  vin: string
  /** Time of assignment, as far as known. */
  at: number
  onCopy: () => void
  onTell: () => void
}

/** Newly assigned plate, in large letters. One key copies it. */
function AssignedPlate({ vrm, vin, at, onCopy, onTell }: AssignedPlateProps) {
  const hint = useKeyHint()
  return (
    <section className="assigned">
      <Plate vrm={vrm} size="xl" />
      <div className="assigned__words">
        <h2>{assignedText.title}</h2>
        <p className="small second">{assignedText.line(dateTime(at), vin && displayVin(vin))}</p>
        <div className="assigned__ways">
          <Button tone="primary" size="low" icon={Copy} {...hint('resource.copy-plate')} onClick={onCopy}>
            {assignedText.copy}
          </Button>
          <Button size="low" icon={MessageSquareText} onClick={onTell}>
            {assignedText.tell}
          </Button>
        </div>
      </div>
    </section>
  )
}
