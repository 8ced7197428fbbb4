import * as z from 'zod'
import { documentWire, incidentWire, procedureWire } from '#shared/api/procedure.ts'
import { eventWire, subscriptionWire } from '#shared/api/webhooks.ts'
import { createdReportWire, reportIssueWire, reportWire } from '#shared/api/report.ts'
import { signatureWire, signerBody } from '#shared/api/signature.ts'
import { EMAIL } from '#shared/domain/addresses.ts'
import { listSchemas, openList } from './open-lists.ts'

/** Every error body except the 401's. */
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

export const refTo = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Pattern of an address for any validator: without lookaheads, which RE2 cannot compile, and without classes that need
 * the flag `u`. The service refuses more than this, and says why.
 */
const PORTABLE_EMAIL =
  '^[^\\s@"(),:;<>\\[\\]\\\\]+@[^\\s@"(),:;<>\\[\\]\\\\]+\\.[^\\s@"(),:;<>\\[\\]\\\\.]{2,}$'

function override({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as Record<string, unknown>
  if (schema['pattern'] === EMAIL.source) schema['pattern'] = PORTABLE_EMAIL
  openList(schema)
}

/** `components.schemas`, with references between them. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, override })
  const own = Object.entries(schemas).map(([id, schema]) => [id, withoutFrame(schema)])
  return { ...Object.fromEntries(own), ...listSchemas() }
}

/** Schema of a request body as written, before transforms. */
export const bodySchema = (schema: z.ZodType): JsonSchema =>
  withoutFrame(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override }))

/** Inline schema of a response or an event. */
export const schemaOf = (schema: z.ZodType): JsonSchema => withoutFrame(z.toJSONSchema(schema, { override }))

/** Removes the dialect and the id, which a schema embedded in a document does not carry. */
function withoutFrame(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
}
