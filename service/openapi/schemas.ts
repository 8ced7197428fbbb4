import * as z from 'zod'
import { documentWire, incidentWire, procedureWire } from '#shared/api/procedure.ts'
import { eventWire, subscriptionWire } from '#shared/api/webhooks.ts'
import {
  createdReportWire,
  reportIssueWire,
  reportWire,
  REDUCED_TRANSFERABILITY,
  REPORT_STATUSES,
  REPORT_TYPES,
  SERVICE_UNAVAILABLE,
} from '#shared/api/report.ts'
import { signatureWire, signerBody } from '#shared/api/signature.ts'
import { EMAIL } from '#shared/domain/addresses.ts'
import {
  GENERATED_DOCUMENT_TYPES,
  INCIDENT_LEVELS,
  INCIDENT_TYPES,
  INPUT_DOCUMENT_TYPES,
  ISSUE_TYPES,
  PROCEDURE_STATES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
  VEHICLE_SERVICES,
} from '#shared/domain/vocabulary.ts'
import { PROCEDURE_TYPES } from '#shared/domain/procedures/kinds.ts'

/** Body of every error except 401. */
const errorWire = z.strictObject({
  statusCode: z.number().int(),
  message: z.string(),
  error: z.string(),
  details: z.array(z.strictObject({ field: z.string(), message: z.string() })),
})
const unauthorizedWire = z.strictObject({ statusCode: z.literal(401), message: z.literal('Unauthorized') })

/** Schema names of the document. The schemas are those of shared/api, not copies. */
const named = {
  Procedure: procedureWire,
  Document: documentWire,
  Incident: incidentWire,
  CreatedReport: createdReportWire,
  Report: reportWire,
  ReportIssue: reportIssueWire,
  Signature: signatureWire,
  Signer: signerBody,
  Subscription: subscriptionWire,
  Event: eventWire,
  Error: errorWire,
  Unauthorized: unauthorizedWire,
} as const
export type SchemaName = keyof typeof named

export const makeRef = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * E-mail pattern for any validator: no lookaheads, which RE2 cannot compile, and no classes of the flag `u`. The
 * service itself is stricter, and reports the reason.
 */
const PORTABLE_EMAIL =
  '^[^\\s@"(),:;<>\\[\\]\\\\]+@[^\\s@"(),:;<>\\[\\]\\\\]+\\.[^\\s@"(),:;<>\\[\\]\\\\.]{2,}$'

function adaptSchema({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as Record<string, unknown>
  if (schema['pattern'] === EMAIL.source) schema['pattern'] = PORTABLE_EMAIL
  nameOpenList(schema)
}

/** Builds `components.schemas`, with references between schemas. */
export function makeComponentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: adaptSchema,
  })
  const own = Object.entries(schemas).map(([id, schema]) => [id, removeFrame(schema)])
  return { ...Object.fromEntries(own), ...makeListSchemas() }
}

/** Makes the schema of a request body as sent, before transforms. */
export const makeBodySchema = (schema: z.ZodType): JsonSchema =>
  removeFrame(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: adaptSchema }))

/** Makes the inline schema of a response or an event. */
export const makeInlineSchema = (schema: z.ZodType): JsonSchema =>
  removeFrame(z.toJSONSchema(schema, { override: adaptSchema }))

/** Removes the dialect and the id, which a schema inside a document does not have. */
function removeFrame(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
}

/** Makes the JSON content of a body, with an example. */
export const makeJsonContent = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ProcedureType: PROCEDURE_TYPES,
  ProcedureState: PROCEDURE_STATES,
  IncidentLevel: INCIDENT_LEVELS,
  IncidentType: INCIDENT_TYPES,
  DocumentType: [...INPUT_DOCUMENT_TYPES, ...GENERATED_DOCUMENT_TYPES],
  ReportType: REPORT_TYPES,
  ReportStatus: REPORT_STATUSES,
  Transferability: REDUCED_TRANSFERABILITY,
  FailureReason: [SERVICE_UNAVAILABLE],
  IssueType: ISSUE_TYPES,
  VehicleService: VEHICLE_SERVICES,
  SignatureType: SIGNATURE_DOCUMENTS,
  SignatureState: SIGNATURE_STATES,
}

/** Makes a named schema for the known values of each open list. */
const makeListSchemas = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(LISTS).map(([name, values]) => [
      name,
      { type: 'string', enum: values, description: 'Known values. Others may come.' },
    ]),
  )

/**
 * Turns an open text into "a value of this named list, or any text". Generators that ignore `x-extensible-enum`
 * then keep the known values. Validators still accept new values.
 */
function nameOpenList(schema: Record<string, unknown>): void {
  const values = schema['x-extensible-enum']
  // Zod visits an optional field twice: the second visit finds the `anyOf` of the first.
  if (!Array.isArray(values) || 'anyOf' in schema) return
  const name = Object.keys(LISTS).find((each) => LISTS[each]?.join() === values.join())
  if (name === undefined) throw new Error(`No name for the list of ${values.join(', ')} (schemas.ts).`)
  const { type, minLength } = schema
  delete schema['type']
  delete schema['minLength']
  schema['anyOf'] = [{ $ref: `#/components/schemas/${name}` }, { type, minLength }]
}
