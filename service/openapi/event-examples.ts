import type { EventName } from '#shared/domain/vocabulary.ts'
import { eventBody } from '../events/emitter.ts'
import { documentDownloadPath, procedurePath } from '../procedures/present.ts'
import { reportPath } from '../reports/present.ts'
import { presentSignatureDocuments, signaturePath } from '../signatures/present.ts'
import { EXAMPLE_AT, EXAMPLE_BASE, exampleLinks, signatureExample } from './examples.ts'

const path = procedurePath('PROCEDURE_ID')
const ofProcedure = { id: 'PROCEDURE_ID', path }
const procedureType = 'VEHICLE_TRANSFER'
const incident = {
  ...ofProcedure,
  fields: { procedureType, incidentId: 'INCIDENT_ID', incidentType: 'pending-document', level: 'blocker' },
}
const report = {
  id: 'REPORT_ID',
  path: reportPath('REPORT_ID'),
  fields: { type: 'reduced', status: 'completed' },
}
const certificate = { id: 'CERTIFICATE_ID', path: '/v1/energy-saving-certificates/CERTIFICATE_ID' }
const signed = { ...signatureExample, status: 'signed' } as const

interface Parts {
  id: string
  path: string
  fields?: Readonly<Record<string, unknown>>
}

const PARTS: Readonly<Record<EventName, Parts>> = {
  'procedure.status_changed': { ...ofProcedure, fields: { procedureType, status: 'PENDING' } },
  'procedure.finished': { ...ofProcedure, fields: { procedureType, status: 'DONE' } },
  'procedure.document.added': {
    ...ofProcedure,
    fields: {
      procedureType,
      documentId: 'PAPER_1',
      documentType: 'es_itp_doc',
      downloadUrl: exampleLinks.temporary(documentDownloadPath('PROCEDURE_ID', 'PAPER_1')),
    },
  },
  'procedure.incident.added': incident,
  'procedure.incident.solved': incident,
  'procedure.incident.removed': incident,
  'report.completed': report,
  'report.status_changed': report,
  'signature.status_changed': {
    id: signed.id,
    path: signaturePath(signed.id),
    fields: {
      type: signed.type,
      status: signed.status,
      documents: presentSignatureDocuments(signed, EXAMPLE_BASE),
    },
  },
  'energy_saving_certificate.status_changed': certificate,
  'energy_saving_certificate.document.added': certificate,
}

/** A delivery of each event, in the envelope that real ones have. */
export const eventExample = (name: EventName): object =>
  eventBody({ account: '', name, atMs: EXAMPLE_AT, ...PARTS[name] })
