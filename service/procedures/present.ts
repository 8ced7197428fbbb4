import type { ProcedureWire } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { assignsPlate, kindOfType } from '#shared/domain/procedures/kinds.ts'
import type { IncidentType } from '#shared/domain/vocabulary.ts'
import { incidentLabels, procedureStateLabels } from '#shared/text/labels.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import type { DocumentRow, IncidentRow, ProcedureRow } from './store.ts'

export const procedurePath = (id: string): string => `/v1/procedures/${encodeURIComponent(id)}`

export const documentDownloadPath = (procedureId: string, id: string): string =>
  `${procedurePath(procedureId)}/documents/${encodeURIComponent(id)}/download`

export const procedureWebPath = (id: string): string => `/web/procedures/${encodeURIComponent(id)}`

/** Makes links from paths: `temporary` links expire, `lasting` links are for the page of a procedure. */
export interface LinkMaker {
  temporary: (path: string) => string
  lasting: (path: string) => string
}

const formatIso = (ms: number) => new Date(ms).toISOString()

/** Returns the displayed name of a procedure type. */
export function describeType(type: string, assumptions: ServiceAssumptions): string {
  if (type === assumptions.notificationType) return assumptions.notificationDescription
  const kind = kindOfType(type)
  return kind === null ? type : procedureKindTexts[kind].officialName
}

/** Returns the displayed text of a state. A cancelled procedure shows its reason. */
export const describeStatus = ({ status, cancel_reason }: ProcedureRow): string =>
  status === 'CANCELLED' && cancel_reason !== null ? cancel_reason : procedureStateLabels[status].label

/** The Procedure resource. */
export function presentProcedure(
  row: ProcedureRow,
  parts: { documents: readonly DocumentRow[]; incidents: readonly IncidentRow[] },
  links: LinkMaker,
  assumptions: ServiceAssumptions,
): ProcedureWire {
  const present = (document: DocumentRow) => presentDocument(document, links)
  return {
    id: row.id,
    createdAt: formatIso(row.created_ms),
    updatedAt: formatIso(row.updated_ms),
    type: row.type,
    typeDescription: describeType(row.type, assumptions),
    status: row.status,
    statusDescription: describeStatus(row),
    webUrl: links.lasting(procedureWebPath(row.id)),
    companyTaxId: row.account,
    ...(assignsPlate(row.type) ? { vehicle: { vin: row.vin ?? '', vrm: row.vrm } } : { vrm: row.vrm ?? '' }),
    ...(row.taxable_base !== null && { taxableBase: row.taxable_base }),
    ...(row.invoice_number !== null && { invoiceNumber: row.invoice_number }),
    documents: parts.documents.filter(({ is_generated }) => is_generated === 0).map(present),
    generatedDocuments: parts.documents.filter(({ is_generated }) => is_generated === 1).map(present),
    incidents: parts.incidents.map(presentIncident),
    docRecipient: null,
    docRecipientAddress: {},
    metadata: {},
  }
}

export function presentDocument(row: DocumentRow, links: LinkMaker): ProcedureWire['documents'][number] {
  const metadata: Record<string, unknown> = JSON.parse(row.metadata)
  return {
    id: row.id,
    createdAt: formatIso(row.created_ms),
    downloadUrl: links.temporary(documentDownloadPath(row.procedure_id, row.id)),
    type: row.type,
    name: row.name,
    mimeType: row.mime,
    metadata,
  }
}

export function presentIncident(row: IncidentRow): ProcedureWire['incidents'][number] {
  const labels: Readonly<Record<string, { label: string }>> = incidentLabels
  return {
    id: row.id,
    createdAt: formatIso(row.created_ms),
    level: row.level,
    type: row.type,
    description: labels[row.type as IncidentType]?.label ?? row.type,
    documentId: row.document_id,
    solved: row.solved_ms !== null,
    solvedAt: row.solved_ms === null ? null : formatIso(row.solved_ms),
  }
}
