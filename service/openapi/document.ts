import { curlOf } from './curl.ts'
import { webhooks } from './events.ts'
import { guides, type GuideValues } from './guides.ts'
import { json, responses } from './responses.ts'
import { tagTexts } from './texts.ts'
import { bodySchema, componentSchemas } from './schemas.ts'
import type { Mode } from '../context.ts'
import type { Operation } from './operations.ts'

const ENVIRONMENTS: Readonly<Record<Mode, string>> = {
  development: 'Development environment.',
  production: 'Simulated production environment: no test endpoints, no sentinels.',
}

/** OpenAPI 3.1 document, built from the same schemas that parse requests and type responses. */
export function openApiDocument(all: readonly Operation[], values: GuideValues): object {
  const { mode } = values
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
      description: [
        `${ENVIRONMENTS[mode]} It sends nothing to the registry, and every paper says MUESTRA.`,
        ...guides(values).map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')),
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
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  }
}

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
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(operation) }],
  }
}

const parameter = (name: string, where: 'path' | 'query') => ({
  name,
  in: where,
  required: true,
  schema: { type: 'string' },
})

/** Name of a call for generated clients: `getProceduresId`. */
export const idOf = (method: string, path: string): string =>
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
      // First, since it takes files and links: some generators make a call of the first kind of body only.
      ...(takesFile && { 'multipart/form-data': file }),
      ...(body !== undefined && json(bodySchema(body), example)),
    },
  }
}
