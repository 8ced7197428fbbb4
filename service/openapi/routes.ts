import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import { escapeHtml, sendPage } from '../http/html.ts'
import { openApiDocument } from './document.ts'
import { webhooks } from './events.ts'
import { bodySchema, componentSchemas, type SchemaName } from './schemas.ts'
import { type Operation, operations } from './operations.ts'

/** The document and its page: what is in them is no secret, so no key is asked. */
export function addOpenApiRoutes(
  app: FastifyInstance,
  { assumptions, mode }: Pick<ServiceContext, 'assumptions' | 'mode'>,
): void {
  const all = operations(assumptions, mode)
  // Made when it is first asked for: few starts ever are.
  let document: string | null = null
  app.get('/openapi.json', { config: { isOpen: true } }, (_, reply) => {
    document ??= JSON.stringify(openApiDocument(all, mode), null, 2)
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/docs', { config: { isOpen: true } }, (_, reply) =>
    sendPage(reply, { title: 'Referencia de la API', body: docsHtml(all) }),
  )
}

function docsHtml(all: readonly Operation[]): string {
  const tags = [...new Set(all.map(({ tag }) => tag))]
  const sections = tags.map((tag) => {
    const own = all.filter((operation) => operation.tag === tag)
    return `<h2>${escapeHtml(tag)}</h2>${own.map(operationHtml).join('')}`
  })
  return `<h1>Referencia de la API</h1>
    <p class="soft">Cada llamada lleva <code>Authorization: Bearer CLAVE</code>. El documento:
    <a href="/openapi.json">openapi.json</a>.</p>${sections.join('')}<h2>Events</h2>${eventsHtml()}<h2>Schemas</h2>${shapesHtml()}`
}

function shapesHtml(): string {
  const shapes = Object.entries(componentSchemas()).map(
    ([name, schema]) =>
      `<details id="${name}"><summary><code>${name}</code></summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
  )
  return shapes.join('')
}

function eventsHtml(): string {
  const events = Object.entries(webhooks()).map(
    ([name, event]) =>
      `<details><summary><code>${name}</code></summary><pre>${escapeHtml(JSON.stringify(event, null, 2))}</pre></details>`,
  )
  return events.join('')
}

function operationHtml(operation: Operation): string {
  const { method, path, summary, description, example, body, status, answers, errors } = operation
  const answer = answers === null ? '' : answers === 'file' || answers === 'pdf' ? 'PDF' : linkTo(answers)
  const schema = body === undefined ? '' : JSON.stringify(bodySchema(body), null, 2)
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
    <p>${escapeHtml(description)}</p>
    ${example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`}
    <p>${status} ${answer}${errors.length > 0 ? ` · ${errors.join(', ')}` : ''}</p>
    ${schema === '' ? '' : `<pre>${escapeHtml(schema)}</pre>`}</details>`
}

const linkTo = (answers: SchemaName | readonly [SchemaName]): string =>
  typeof answers === 'string'
    ? `<a href="#${answers}">${answers}</a>`
    : `<a href="#${answers[0]}">${answers[0]}</a>[]`
