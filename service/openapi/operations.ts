import * as z from 'zod'
import { addDocumentBody } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { SIGNATURE_DOCUMENTS } from '#shared/domain/vocabulary.ts'
import type { Mode } from '../context.ts'
import { procedureBodies } from '../procedures/bodies.ts'
import { createReportFields } from '../reports/routes.ts'
import { signatureBody } from '../signatures/bodies.ts'
import {
  documentFields,
  documentIncidentFields,
  incidentFields,
  statusFields,
} from '../test-endpoints/bodies.ts'
import { subscriptionFields } from '../webhooks/routes.ts'
import { answerExamples } from './examples.ts'
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
  /** A response, unless it is a file or nothing. */
  readonly answer?: unknown
  readonly body?: z.ZodType
  /** May be sent without a body, or with an empty one. */
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

const call =
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

const get = call('get', {})
/** Creates a resource, independent of existing ones. */
const create = call('post', { status: 201, errors: CREATE })
/** Changes an existing resource. */
const change = call('post', { errors: WRITE })
/** Needs only its address. */
const act = call('post', { errors: WRITE, body: empty, isBodyOptional: true })
const put = call('put', { errors: WRITE })
const patch = call('patch', { errors: WRITE })
const remove = call('delete', { status: 204 })

/** All operations, in the order of the specification. */
export function operations(assumptions: ServiceAssumptions, mode: Mode): Operation[] {
  const answers = answerExamples(assumptions)
  const under = (tag: Operation['tag'], rows: readonly Row[]): Operation[] =>
    rows.map((row) => {
      // The part of `Request a signature: sales agreement` before the colon.
      const name = row.summary.split(':')[0] ?? ''
      const text = operationTexts[name]
      if (text === undefined) throw new Error(`Nothing describes «${row.summary}» (texts.ts).`)
      return { ...row, ...text, answer: answers[name], tag }
    })
  const all = [
    ...under('Procedures', procedures(assumptions)),
    ...under('Reports', reports),
    ...under('Signatures', signatures(assumptions)),
    ...under('Webhooks', webhooks(assumptions)),
  ]
  return mode === 'production' ? all : [...all, ...under('Test endpoints (development only)', tests)]
}

function procedures(assumptions: ServiceAssumptions) {
  const { createProcedureStatus: status, addDocumentStatus, notificationPath } = assumptions
  const { registration, transfer, notification, update } = procedureBodies(assumptions)
  const at = '/v1/procedures/{id}'
  const link = z.object(addDocumentBody.shape)
  const added = { body: link, takesFile: true, status: addDocumentStatus }
  const download = { isOpen: true, errors: [403, 404, 502] }
  return [
    create('/v1/procedures/registration', 'Create a registration', 'Procedure', {
      body: registration,
      status,
    }),
    create('/v1/procedures/transfer', 'Create a transfer', 'Procedure', { body: transfer, status }),
    create(notificationPath, 'Create a notification', 'Procedure', { body: notification, status }),
    patch('/v1/procedures/registration/{id}', 'Update a draft', 'Procedure', { body: update }),
    act(`${at}/confirm`, 'Confirm a draft', 'Procedure'),
    get(at, 'Read a procedure', 'Procedure'),
    change(`${at}/documents`, 'Add a client document', 'Document', added),
    get(`${at}/documents/{documentId}/download`, 'Download a document', 'file', download),
    act(`${at}/incidents/{incidentId}/solve`, 'Mark an incident as solved', 'Procedure'),
  ]
}

const body = createReportFields
const reports = [
  create('/v1/reports/reduced', 'Request a reduced report', 'CreatedReport', { body }),
  create('/v1/reports/complete', 'Request a complete report', 'CreatedReport', { body }),
  get('/v1/reports/{id}', 'Read a report', 'Report'),
  get('/v1/reports/{id}/download', 'Download the official report', 'pdf', {
    isOpen: true,
    errors: [403, 404],
  }),
]

function signatures({ createSignatureStatus: status }: ServiceAssumptions) {
  const request = (kind: string) =>
    create(`/v1/signatures/${kind}`, `Request a signature: ${kind.replaceAll('-', ' ')}`, 'Signature', {
      body: signatureBody,
      status,
    })
  return [
    ...SIGNATURE_DOCUMENTS.map(request),
    get('/v1/signatures/{id}', 'Read a signature request', 'Signature'),
    get('/v1/signatures/{id}/documents/{documentId}/signed', 'Download the signed document', 'pdf'),
  ]
}

function webhooks({ subscriptionsPath: path }: ServiceAssumptions) {
  return [
    create(path, 'Create a subscription', 'Subscription', {
      body: subscriptionFields,
      errors: [...CREATE, 409],
    }),
    get(path, 'List the active subscriptions', ['Subscription'], { errors: [] }),
    remove(`${path}/{id}`, 'Delete a subscription', null),
  ]
}

const at = '/v1/test/procedures/{id}'
const made = (fields: z.ZodType) => ({ body: fields, status: 201 })
const tests = [
  put(`${at}/status`, 'Change the state of a procedure', 'Procedure', { body: statusFields }),
  change(`${at}/documents`, 'Add a sample document', 'Document', made(documentFields)),
  change(`${at}/incidents`, 'Register an incident of a procedure', 'Incident', made(incidentFields)),
  change(
    `${at}/documents/{documentId}/incidents`,
    'Register an incident of a document',
    'Incident',
    made(documentIncidentFields),
  ),
  act(`${at}/incidents/{incidentId}/solve`, 'Solve any incident', 'Procedure'),
]
