import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'
import type { Mode } from '../context.ts'
import { linkExpired, makeErrorBody } from '../http/errors.ts'
import { describeWebhooks } from './events.ts'
import { makeOperationId, type Operation, writeCurlCommand } from './operations.ts'
import { makeBodySchema, makeComponentSchemas, makeJsonContent, makeRef } from './schemas.ts'
import { type GuideValues, tagTexts, writeGuides } from './texts.ts'

const ENVIRONMENTS: Readonly<Record<Mode, string>> = {
  development: 'Development environment.',
  production: 'Simulated production environment: no test endpoints, no sentinels.',
}

/** Builds the OpenAPI 3.1 document from the schemas that parse requests and type responses. */
export function buildOpenApiDocument(all: readonly Operation[], values: GuideValues): object {
  const { mode } = values
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of all) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle procedures, registry reports and electronic signatures',
      version: '1',
      description: [
        `${ENVIRONMENTS[mode]} It sends nothing to the registry, and every paper says MUESTRA.`,
        ...writeGuides(values).map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')),
      ].join('\n\n'),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set([...all.map(({ tag }) => tag), 'Events' as const])].map((name) => ({
      name,
      description: tagTexts[name],
    })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: makeComponentSchemas(),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function describeOperation(operation: Operation): object {
  const { path, method, tag, summary, description, isOpen } = operation
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => describeParameter(name ?? '', 'path'))
  if (isOpen) parameters.push(describeParameter('token', 'query'))
  return {
    operationId: makeOperationId(method, path),
    tags: [tag],
    summary,
    description,
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body !== undefined && { requestBody: describeRequestBody(operation) }),
    responses: describeResponses(operation),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: writeCurlCommand(operation) }],
  }
}

const describeParameter = (name: string, where: 'path' | 'query') => ({
  name,
  in: where,
  required: true,
  schema: { type: 'string' },
})

function describeRequestBody({ body, example, takesFile, isBodyOptional }: Operation): object {
  const file = {
    schema: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        url: { type: 'string', format: 'uri' },
        type: { type: 'string' },
      },
      oneOf: [{ required: ['file'] }, { required: ['url'] }],
    },
  }
  return {
    required: isBodyOptional !== true,
    content: {
      // Multipart is first, because some generators support only the first content type. Multipart takes files and
      // links.
      ...(takesFile && { 'multipart/form-data': file }),
      ...(body !== undefined && makeJsonContent(makeBodySchema(body), example)),
    },
  }
}

const FIELD = { field: 'vrm', message: 'The plate is of no known series.' }
const STATE = { field: 'status', message: 'PENDING' }

/** Reason and example body of each error status. */
const REFUSALS: Readonly<Record<number, { when: string; body: object }>> = {
  400: {
    when: 'A field is missing or not valid: `details` names each.',
    body: makeErrorBody(400, 'Some fields are not valid.', [FIELD]),
  },
  401: { when: 'No key, or a wrong one.', body: UNAUTHORIZED_BODY },
  403: { when: 'The link has expired or was altered.', body: makeErrorBody(403, linkExpired().message) },
  404: { when: 'It is not there, or not yours.', body: makeErrorBody(404) },
  408: { when: 'The body stopped coming, or came too slowly.', body: makeErrorBody(408) },
  409: {
    when: 'Its present state forbids it: `details` says that state.',
    body: makeErrorBody(409, 'Only a draft can be confirmed.', [STATE]),
  },
  413: { when: 'The body or its file is too large.', body: makeErrorBody(413, 'The body is too large.') },
  415: {
    when: 'The content type, its charset, its encoding or the kind of file is not taken.',
    body: makeErrorBody(415, 'The body must be sent as application/json.'),
  },
  416: { when: 'The file has no such bytes.', body: makeErrorBody(416, 'The file has no such bytes.') },
  429: {
    when: 'Too many requests. This environment answers it when a fault orders it.',
    body: makeErrorBody(429),
  },
  502: { when: 'The document was given as a link, which cannot be fetched.', body: makeErrorBody(502) },
}

/** Lists the error statuses of a call in order, each with its reason. */
export function listRefusals({ errors, isOpen, body, answers }: Operation): [status: number, when: string][] {
  const all = [
    ...errors,
    ...(isOpen === true ? [] : [401]),
    ...(body === undefined ? [] : [408]),
    ...(answers === 'file' || answers === 'pdf' ? [416] : []),
    429,
  ]
  return all.toSorted((a, b) => a - b).map((status) => [status, findRefusal(status).when])
}

function findRefusal(status: number): { when: string; body: object } {
  const known = REFUSALS[status]
  if (known === undefined) throw new Error(`Nothing says when ${status} comes (document.ts).`)
  return known
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

/** Builds `responses` of an operation: the answer with an example, and every error with its reason. */
function describeResponses(operation: Operation): object {
  const refused = listRefusals(operation).map(([status, when]) => [
    status,
    {
      description: when,
      ...(status === 429 && { headers: RETRY_AFTER }),
      content: makeJsonContent(makeRef(status === 401 ? 'Unauthorized' : 'Error'), findRefusal(status).body),
    },
  ])
  return {
    [operation.status]: describeSuccess(operation),
    ...(isFile(operation) && {
      206: { ...describeSuccess(operation), description: 'The part that `Range` asks for' },
    }),
    ...Object.fromEntries(refused),
    default: {
      description: 'Any other refusal',
      content: makeJsonContent(makeRef('Error'), makeErrorBody(500)),
    },
  }
}

const isFile = ({ answers }: Operation) => answers === 'file' || answers === 'pdf'

const WARNING = {
  Warning: {
    description: 'Fields that were ignored, or a number taken though it may be wrong',
    schema: { type: 'string' },
  },
}

function describeSuccess({ answers, answer, body }: Operation): object {
  if (answers === null) return { description: 'Done' }
  if (answers === 'file' || answers === 'pdf') {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    const images = answers === 'file' ? { 'image/*': bytes } : {}
    return { description: 'The file', content: { 'application/pdf': bytes, ...images } }
  }
  const schema =
    typeof answers === 'string' ? makeRef(answers) : { type: 'array', items: makeRef(answers[0]) }
  return {
    description: 'Done',
    ...(body !== undefined && { headers: WARNING }),
    content: makeJsonContent(schema, answer),
  }
}
