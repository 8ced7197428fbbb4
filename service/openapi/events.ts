import * as z from 'zod'
import { eventDataWire } from '#shared/api/webhooks.ts'
import { openText } from '#shared/api/wire-fields.ts'
import { REPORT_STATUSES, REPORT_TYPES } from '#shared/api/report.ts'
import { signatureWire } from '#shared/api/signature.ts'
import {
  EVENT_NAMES,
  type EventName,
  INCIDENT_LEVELS,
  INCIDENT_TYPES,
  PROCEDURE_STATES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { PROCEDURE_TYPES } from '#shared/domain/procedures/kinds.ts'
import { documentDownloadPath, procedurePath } from '../procedures/present.ts'
import { reportPath } from '../reports/reports.ts'
import { presentSignatureDocuments, buildSignaturePath } from '../signatures/wire.ts'
import { makeEventBody } from '../webhooks/emitter.ts'
import { EXAMPLE_AT, EXAMPLE_BASE, exampleLinks, signatureExample } from './examples.ts'
import { makeInlineSchema, makeJsonContent, makeRef } from './schemas.ts'

const procedureType = openText(PROCEDURE_TYPES)
const ofProcedure = { procedureType }
const ofState = { procedureType, status: openText(PROCEDURE_STATES) }
const ofIncident = {
  procedureType,
  incidentId: z.string(),
  incidentType: openText(INCIDENT_TYPES),
  level: openText(INCIDENT_LEVELS),
  documentId: z.string().optional(),
}
const ofReport = { type: openText(REPORT_TYPES), status: openText(REPORT_STATUSES) }

/**
 * Fields of each event's `data` besides the common ones. Only the names of the certificate events are known.
 */
const FIELDS: Readonly<Record<EventName, z.ZodRawShape>> = {
  'procedure.status_changed': ofState,
  'procedure.finished': ofState,
  'procedure.document.added': {
    ...ofProcedure,
    documentId: z.string(),
    documentType: z.string(),
    downloadUrl: z.url(),
  },
  'procedure.incident.added': ofIncident,
  'procedure.incident.solved': ofIncident,
  'procedure.incident.removed': ofIncident,
  'report.completed': ofReport,
  'report.status_changed': ofReport,
  'signature.status_changed': {
    type: openText(SIGNATURE_DOCUMENTS),
    status: openText(SIGNATURE_STATES),
    documents: signatureWire.shape.documents.optional(),
  },
  'energy_saving_certificate.status_changed': {},
  'energy_saving_certificate.document.added': {},
}

const WHEN: Readonly<Record<EventName, string>> = {
  'procedure.status_changed': 'A procedure changed state. Creation and confirmation are changes too.',
  'procedure.finished': 'A procedure reached a terminal state, after its `status_changed` and documents.',
  'procedure.document.added':
    'A generated document was added. `downloadUrl` is signed anew in each attempt and expires after a few minutes.',
  'procedure.incident.added': 'An incident of a procedure or of one of its documents was registered.',
  'procedure.incident.solved': 'An incident was solved, by the client or by the operator.',
  'procedure.incident.removed': 'An incident was removed.',
  'report.completed': 'A report was answered by the registry.',
  'report.status_changed': 'A report was completed or failed.',
  'signature.status_changed': 'A signature request changed state. It has `documents` once it is signed.',
  'energy_saving_certificate.status_changed': 'A certificate changed state.',
  'energy_saving_certificate.document.added': 'A document was generated on a certificate.',
}

const describeHeader = (name: string, type: 'string' | 'integer', description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type },
})

/** Headers that this service adds. The real service need not send them. */
const HEADERS = [
  describeHeader(
    'X-Dev-Event',
    'string',
    'Identifies the event. It is the same in every attempt: use it to recognise duplicates.',
  ),
  describeHeader('X-Dev-Delivery', 'string', 'Identifies the delivery of this event to this subscription.'),
  describeHeader('X-Dev-Attempt', 'integer', 'Number of the attempt, from 1.'),
  describeHeader(
    'X-Office-Secret',
    'string',
    'Header of the subscription, with the name and value that you chose. Refuse a delivery without it.',
  ),
]

const RECEIVED = {
  description:
    'Received. After any other answer, or none in time, the delivery is repeated: see the rules of events.',
}

/** Builds the `webhooks` section of the document, with one shape per event. */
export function describeWebhooks() {
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: describeWebhook(name) }]))
}

function describeWebhook(name: EventName) {
  const data = makeInlineSchema(z.looseObject({ ...eventDataWire.shape, ...FIELDS[name] }))
  const schema = {
    allOf: [
      makeRef('Event'),
      { type: 'object', required: ['event', 'data'], properties: { event: { const: name }, data } },
    ],
  }
  return {
    operationId: `on.${name}`,
    tags: ['Events'],
    summary: name,
    description: WHEN[name],
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: makeJsonContent(schema, makeEventExample(name)) },
    responses: { 200: RECEIVED },
  }
}

const path = procedurePath('PROCEDURE_ID')
const exampleProcedure = { id: 'PROCEDURE_ID', path }
const exampleType = 'VEHICLE_TRANSFER'
const incident = {
  ...exampleProcedure,
  fields: {
    procedureType: exampleType,
    incidentId: 'INCIDENT_ID',
    incidentType: 'pending-document',
    level: 'blocker',
  },
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
  'procedure.status_changed': {
    ...exampleProcedure,
    fields: { procedureType: exampleType, status: 'PENDING' },
  },
  'procedure.finished': { ...exampleProcedure, fields: { procedureType: exampleType, status: 'DONE' } },
  'procedure.document.added': {
    ...exampleProcedure,
    fields: {
      procedureType: exampleType,
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
    path: buildSignaturePath(signed.id),
    fields: {
      type: signed.type,
      status: signed.status,
      documents: presentSignatureDocuments(signed, EXAMPLE_BASE),
    },
  },
  'energy_saving_certificate.status_changed': certificate,
  'energy_saving_certificate.document.added': certificate,
}

/** Makes an example delivery of an event, in the envelope of real deliveries. */
const makeEventExample = (name: EventName): object =>
  makeEventBody({ account: '', name, atMs: EXAMPLE_AT, ...PARTS[name] })
