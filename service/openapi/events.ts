import * as z from 'zod'
import { eventDataWire } from '#shared/api/webhooks.ts'
import { openText } from '#shared/api/wire-fields.ts'
import { signatureWire } from '#shared/api/signature.ts'
import {
  EVENT_NAMES,
  type EventName,
  INCIDENT_LEVELS,
  INCIDENT_TYPES,
  PROCEDURE_STATES,
  PROCEDURE_TYPES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { REPORT_STATUSES, REPORT_TYPES } from '#shared/api/report.ts'
import { eventExample } from './event-examples.ts'
import { json } from './responses.ts'
import { refTo, schemaOf } from './schemas.ts'

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
  'procedure.incident.removed': 'An incident was taken away.',
  'report.completed': 'A report was answered by the registry.',
  'report.status_changed': 'A report was completed or failed.',
  'signature.status_changed': 'A signature request changed state; `documents` when it was signed.',
  'energy_saving_certificate.status_changed': 'A certificate changed state.',
  'energy_saving_certificate.document.added': 'A document was generated on a certificate.',
}

const header = (name: string, type: 'string' | 'integer', description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type },
})

/** Extensions of this service: the real one need not send them. */
const HEADERS = [
  header('X-Dev-Event', 'string', 'Of the event, the same in every attempt: deduplicate by it.'),
  header('X-Dev-Delivery', 'string', 'Of this event to this subscription.'),
  header('X-Dev-Attempt', 'integer', 'Which attempt this is, from 1.'),
  header(
    'X-Office-Secret',
    'string',
    'The header of the subscription, under the name and with the value that you chose: refuse a delivery without it.',
  ),
]

const RECEIVED = {
  description: 'Received. Any other answer, or none in time, is tried again: see the rules of events.',
}

/** `webhooks` section of the document: one shape per event. */
export function webhooks() {
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: webhook(name) }]))
}

function webhook(name: EventName) {
  const data = schemaOf(z.looseObject({ ...eventDataWire.shape, ...FIELDS[name] }))
  const schema = {
    allOf: [
      refTo('Event'),
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
    requestBody: { required: true, content: json(schema, eventExample(name)) },
    responses: { 200: RECEIVED },
  }
}
