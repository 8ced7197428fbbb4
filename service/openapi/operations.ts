import * as z from 'zod'
import { creationPath } from '#shared/api/endpoints.ts'
import { addDocumentBody } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import { SIGNATURE_DOCUMENTS } from '#shared/domain/vocabulary.ts'
import type { Mode } from '../context.ts'
import { creationSummary, UPDATABLE_KINDS } from '../procedures/kinds.ts'
import { makeProcedureBodies } from '../procedures/routes.ts'
import { createReportFields } from '../reports/reports.ts'
import { signatureBody } from '../signatures/wire.ts'
import { documentFields, documentIncidentFields, incidentFields, statusFields } from '../test-endpoints.ts'
import { subscriptionFields } from '../webhooks/routes.ts'
import { makeAnswerExamples } from './examples.ts'
import type { SchemaName } from './schemas.ts'
import { operationTexts, type tagTexts } from './texts.ts'

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path template, with its parameters in braces. */
  readonly path: string
  readonly tag: keyof typeof tagTexts
  readonly summary: string
  readonly description: string
  /** A valid request body. */
  readonly example?: unknown
  /** Example of a response. Files and empty responses have none. */
  readonly answer?: unknown
  readonly body?: z.ZodType
  /** The body may be missing, or an empty object. */
  readonly isBodyOptional?: boolean
  /** Also accepts a form with a `file`. */
  readonly takesFile?: boolean
  readonly status: number
  /** Response: one shape, a list of it, a PDF, any document, or nothing. */
  readonly answers: SchemaName | readonly [SchemaName] | 'pdf' | 'file' | null
  /** The token in the address is the permission. */
  readonly isOpen?: boolean
  /** Error statuses besides 401. */
  readonly errors: readonly number[]
}

const READ = [404]
const CREATE = [400, 413, 415]
const WRITE = [...CREATE, 404, 409]
const empty = z.object({})

type Row = Omit<Operation, 'tag' | 'description' | 'example' | 'answer'>
type Rest = Partial<Row>

const defineCall =
  (method: Operation['method'], base: Rest) =>
  (path: string, summary: string, answers: Operation['answers'], rest: Rest = {}): Row => ({
    method,
    path,
    summary,
    answers,
    status: 200,
    errors: READ,
    ...base,
    ...rest,
  })

const get = defineCall('get', {})
/** Creates a resource that depends on no other resource. */
const create = defineCall('post', { status: 201, errors: CREATE })
/** Changes an existing resource. */
const change = defineCall('post', { errors: WRITE })
/** Changes an existing resource. The body has no fields. */
const command = defineCall('post', { errors: WRITE, body: empty, isBodyOptional: true })
const put = defineCall('put', { errors: WRITE })
const patch = defineCall('patch', { errors: WRITE })
const remove = defineCall('delete', { status: 204 })

/** Lists all operations in the order of the specification. */
export function listOperations(assumptions: ServiceAssumptions, mode: Mode): Operation[] {
  const answers = makeAnswerExamples(assumptions)
  const groupUnder = (tag: Operation['tag'], rows: readonly Row[]): Operation[] =>
    rows.map((row) => {
      // All kinds of signature share a text and an example, under the part of the summary before the colon.
      const name = row.summary.split(':')[0] ?? ''
      const text = operationTexts[name]
      if (text === undefined) throw new Error(`Nothing describes «${row.summary}» (texts.ts).`)
      return { ...row, ...text, answer: answers[name], tag }
    })
  const all = [
    ...groupUnder('Procedures', listProcedureCalls(assumptions)),
    ...groupUnder('Reports', REPORT_CALLS),
    ...groupUnder('Signatures', listSignatureCalls(assumptions)),
    ...groupUnder('Webhooks', listSubscriptionCalls(assumptions)),
  ]
  return mode === 'production'
    ? all
    : [...all, ...groupUnder('Test endpoints (development only)', TEST_CALLS)]
}

function listProcedureCalls(assumptions: ServiceAssumptions) {
  const { createProcedureStatus: status, addDocumentStatus } = assumptions
  const bodies = makeProcedureBodies(assumptions)
  const at = '/v1/procedures/{id}'
  const link = z.object(addDocumentBody.shape)
  const added = { body: link, takesFile: true, status: addDocumentStatus }
  const download = { isOpen: true, errors: [403, 404, 502] }
  return [
    ...DRAFT_KINDS.map((kind) =>
      create(creationPath(kind, assumptions), creationSummary(kind), 'Procedure', {
        body: bodies.creation[kind],
        status,
      }),
    ),
    ...UPDATABLE_KINDS.map((kind) =>
      patch(`${creationPath(kind, assumptions)}/{id}`, 'Update a draft', 'Procedure', {
        body: bodies.update[kind],
      }),
    ),
    command(`${at}/confirm`, 'Confirm a draft', 'Procedure'),
    get(at, 'Read a procedure', 'Procedure'),
    change(`${at}/documents`, 'Add a client document', 'Document', added),
    get(`${at}/documents/{documentId}/download`, 'Download a document', 'file', download),
    command(`${at}/incidents/{incidentId}/solve`, 'Mark an incident as solved', 'Procedure'),
  ]
}

const REPORT_CALLS = [
  create('/v1/reports/reduced', 'Request a reduced report', 'CreatedReport', { body: createReportFields }),
  create('/v1/reports/complete', 'Request a complete report', 'CreatedReport', { body: createReportFields }),
  get('/v1/reports/{id}', 'Read a report', 'Report'),
  get('/v1/reports/{id}/download', 'Download the official report', 'pdf', {
    isOpen: true,
    errors: [403, 404],
  }),
]

function listSignatureCalls({ createSignatureStatus: status }: ServiceAssumptions) {
  const buildRequest = (kind: string) =>
    create(`/v1/signatures/${kind}`, `Request a signature: ${kind.replaceAll('-', ' ')}`, 'Signature', {
      body: signatureBody,
      status,
    })
  return [
    ...SIGNATURE_DOCUMENTS.map(buildRequest),
    get('/v1/signatures/{id}', 'Read a signature request', 'Signature'),
    get('/v1/signatures/{id}/documents/{documentId}/signed', 'Download the signed document', 'pdf'),
  ]
}

function listSubscriptionCalls({ subscriptionsPath: path }: ServiceAssumptions) {
  return [
    create(path, 'Create a subscription', 'Subscription', {
      body: subscriptionFields,
      errors: [...CREATE, 409],
    }),
    get(path, 'List the active subscriptions', ['Subscription'], { errors: [] }),
    remove(`${path}/{id}`, 'Delete a subscription', null),
  ]
}

const TEST_PROCEDURE = '/v1/test/procedures/{id}'
const buildCreated = (fields: z.ZodType) => ({ body: fields, status: 201 })
const TEST_CALLS = [
  put(`${TEST_PROCEDURE}/status`, 'Change the state of a procedure', 'Procedure', { body: statusFields }),
  change(`${TEST_PROCEDURE}/documents`, 'Add a sample document', 'Document', buildCreated(documentFields)),
  change(
    `${TEST_PROCEDURE}/incidents`,
    'Register an incident of a procedure',
    'Incident',
    buildCreated(incidentFields),
  ),
  change(
    `${TEST_PROCEDURE}/documents/{documentId}/incidents`,
    'Register an incident of a document',
    'Incident',
    buildCreated(documentIncidentFields),
  ),
  command(`${TEST_PROCEDURE}/incidents/{incidentId}/solve`, 'Solve any incident', 'Procedure'),
]

/** Makes the name of a call for generated clients: `getProceduresId`. */
export const makeOperationId = (method: string, path: string): string =>
  `${method}${path.replace(/^\/v1/, '').replace(/[/{}-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`

/** Writes a call as a curl command. `$SERVICE` and `$KEY` are variables of the reader, and ids are in capitals. */
export function writeCurlCommand({ method, path, isOpen, example, body, takesFile }: Operation): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name.replace(/([A-Z])/g, '_$1').toUpperCase(),
  )
  const url = `"$SERVICE${address}${isOpen ? '?token=TOKEN' : ''}"`
  const isFile = takesFile === true
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${url}`,
    ...(isOpen ? ['-o file.pdf'] : [`-H "Authorization: Bearer $KEY"`]),
    ...(isFile ? ['-F file=@dni.pdf -F type=national_id'] : []),
    ...(!isFile && body !== undefined && example !== undefined
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`]
      : []),
  ]
  return lines.join(' \\\n  ')
}
