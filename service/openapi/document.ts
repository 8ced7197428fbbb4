import { webhooks } from './events.ts'
import { bodySchema, componentSchemas, refTo } from './schemas.ts'
import type { Mode } from '../context.ts'
import type { Operation } from './operations.ts'

const ENVIRONMENTS: Readonly<Record<Mode, string>> = {
  development: 'Development environment.',
  production: 'Simulated production environment: no test endpoints, no sentinels.',
}

/** The OpenAPI 3.1 document, made of the same schemas that read the requests and name the answers. */
export function openApiDocument(all: readonly Operation[], mode: Mode): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of all) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle procedures, registry reports and electronic signatures',
      version: '1',
      description: `${ENVIRONMENTS[mode]} It sends nothing to the registry, and every paper says MUESTRA.`,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set([...all.map(({ tag }) => tag), 'Events'])].map((name) => ({ name })),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function describe(operation: Operation): object {
  const { path, method, tag, summary, description, isOpen } = operation
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name ?? '', 'path'))
  if (isOpen) parameters.push(parameter('token', 'query'))
  return {
    operationId: idOf(method, path),
    tags: [tag],
    summary,
    description,
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body !== undefined && { requestBody: requestBody(operation) }),
    responses: responses(operation),
  }
}

const parameter = (name: string, where: 'path' | 'query') => ({
  name,
  in: where,
  required: true,
  schema: { type: 'string' },
})

const idOf = (method: string, path: string): string =>
  `${method}${path.replace(/^\/v1/, '').replace(/[/{}-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`

function requestBody({ body, example, takesFile, isBodyOptional }: Operation): object {
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
      ...(body !== undefined && json(bodySchema(body), example)),
      ...(takesFile && { 'multipart/form-data': file }),
    },
  }
}

const TOO_SLOW = { description: 'The body stopped coming, or came too slowly', content: json(refTo('Error')) }
const TOO_MANY = {
  description: 'Too many requests. This environment answers it when a fault orders it.',
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  content: json(refTo('Error')),
}

function responses({ status, answers, errors, isOpen, body }: Operation): object {
  const failures = errors.map((code) => [code, { description: 'Refused', content: json(refTo('Error')) }])
  const unauthorized = { description: 'No key, or a wrong one', content: json(refTo('Unauthorized')) }
  return {
    [status]: success(answers),
    ...(isOpen !== true && { 401: unauthorized }),
    ...Object.fromEntries(failures),
    ...(body !== undefined && { 408: TOO_SLOW }),
    429: TOO_MANY,
    default: { description: 'Any other refusal', content: json(refTo('Error')) },
  }
}

function success(answers: Operation['answers']): object {
  if (answers === null) return { description: 'Done' }
  if (answers === 'file' || answers === 'pdf') {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    const images = answers === 'file' ? { 'image/*': bytes } : {}
    return { description: 'The file', content: { 'application/pdf': bytes, ...images } }
  }
  if (typeof answers === 'string') return { description: 'Done', content: json(refTo(answers)) }
  return { description: 'Done', content: json({ type: 'array', items: refTo(answers[0]) }) }
}
