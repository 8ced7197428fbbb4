import * as z from 'zod'
import {
  GENERATED_DOCUMENT_TYPES,
  INPUT_DOCUMENT_TYPES,
  INCIDENT_LEVELS,
  INCIDENT_TYPES,
  PROCEDURE_STATES,
} from '../domain/vocabulary.ts'
import {
  byKind,
  type DraftKind,
  PROCEDURE_KINDS,
  PROCEDURE_TYPES,
  type SentField,
} from '../domain/procedures/kinds.ts'
import { openText, reading, listOf, emailField } from './wire-fields.ts'

/** Element of `documents` and of `generatedDocuments`. */
export const documentWire = z.strictObject({
  id: z.string().min(1),
  createdAt: z.iso.datetime(),
  /** Temporary link, a secret that expires. A GET of the procedure renews it. */
  downloadUrl: z.url(),
  type: openText([...INPUT_DOCUMENT_TYPES, ...GENERATED_DOCUMENT_TYPES]),
  /** In Spanish, for display. */
  name: z.string(),
  mimeType: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

export const documentSchema = reading(documentWire.shape, ['id'])

/** Document given as a link: an element of `documents` in the body of a creation. */
export const documentLinkBody = z.strictObject({
  type: z.string().max(100).regex(/\S/, 'Blank.'),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
})

/**
 * Body of `POST /v1/procedures/{id}/documents` without multipart. The specification does not show whether `type` is
 * supported.
 */
export const addDocumentBody = z.strictObject({
  url: documentLinkBody.shape.url,
  type: documentLinkBody.shape.type.optional(),
})

/** Incident of a procedure or of one of its documents. The specification gives no shape, so this is our service's. */
export const incidentWire = z.strictObject({
  id: z.string().min(1),
  createdAt: z.iso.datetime(),
  /** `blocker`, `hold` or `document`. */
  level: openText(INCIDENT_LEVELS),
  type: openText(INCIDENT_TYPES),
  description: z.string(),
  /** Id of the document that the incident concerns, or `null`. */
  documentId: z.string().nullable(),
  solved: z.boolean(),
  solvedAt: z.iso.datetime().nullable(),
})
const incidentSchema = reading(incidentWire.shape, [])
export type Incident = z.infer<typeof incidentSchema>

const vehicleWire = z.strictObject({ vin: z.string(), vrm: z.string().nullable() })

export const procedureWire = z.strictObject({
  id: z.string().min(1),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  type: openText(PROCEDURE_TYPES),
  typeDescription: z.string(),
  status: openText(PROCEDURE_STATES),
  /** For `CANCELLED`, the reason of the cancellation. */
  statusDescription: z.string(),
  webUrl: z.url(),
  companyTaxId: z.string(),
  /** For registrations only. `vrm` is null until the registry assigns it. */
  vehicle: vehicleWire.optional(),
  /** For transfers and notifications only. */
  vrm: z.string().optional(),
  taxableBase: z.number().optional(),
  invoiceNumber: z.string().optional(),
  documents: z.array(documentWire),
  generatedDocuments: z.array(documentWire),
  incidents: z.array(incidentWire),
  docRecipient: z.null(),
  docRecipientAddress: z.strictObject({}),
  metadata: z.record(z.string(), z.unknown()),
})
export type ProcedureWire = z.infer<typeof procedureWire>

export const procedureSchema = reading(
  {
    ...procedureWire.shape,
    vehicle: reading(vehicleWire.shape, []),
    documents: listOf(documentSchema),
    generatedDocuments: listOf(documentSchema),
    incidents: listOf(incidentSchema),
    docRecipient: z.unknown(),
    docRecipientAddress: z.unknown(),
  },
  ['id', 'status'],
)
export type Procedure = z.infer<typeof procedureSchema>

/** Fields of the bodies of creation. */
export const creationFields = {
  vin: z.string().min(1).max(64),
  vrm: z.string().min(1).max(64),
  /** Euros, with at most two decimals. */
  taxableBase: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .refine((euros) => Math.round(euros * 100) / 100 === euros, 'More than two decimals.'),
  invoiceNumber: z.string().max(100).regex(/\S/, 'Blank.'),
  userEmail: emailField,
  documents: z.array(documentLinkBody),
  /** `false` creates a draft. */
  confirmed: z.boolean().meta({ default: true }).optional(),
}

/** Fields of a procedure as the service receives them. Each kind has some of them. */
export type SentFields = { [N in SentField]?: z.infer<(typeof creationFields)[N]> }

const pickSent = (kind: DraftKind) =>
  Object.fromEntries(PROCEDURE_KINDS[kind].sent.map((name) => [name, creationFields[name]]))
const { documents, confirmed } = creationFields

/**
 * Body of the creation of each kind. Strict, because our application sends these bodies. The specification does not
 * show the body of a notification.
 */
export const creationBodies = byKind((kind) => z.strictObject({ ...pickSent(kind), documents, confirmed }))
/** Body of the PATCH of a draft. The specification does not show it, so it has the names of the creation. */
export const updateBodies = byKind((kind) => z.strictObject({ ...pickSent(kind), documents }).partial())
