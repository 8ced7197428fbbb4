import type { FastifyInstance } from 'fastify'
import { sendPage } from '../http/html.ts'
import { openApiDocument } from './document.ts'
import type { GuideValues } from './guides.ts'
import { operations } from './operations.ts'
import { docsHtml } from './page.ts'
import { TRY_IT } from './try-it.ts'

/** The document and its page, without a key: neither is secret. */
export function addOpenApiRoutes(app: FastifyInstance, values: GuideValues): void {
  // Built on first request: most starts never need them.
  let document: string | null = null
  let page: string | null = null
  const all = () => operations(values.assumptions, values.mode)
  app.get('/openapi.json', { config: { isOpen: true } }, (_, reply) => {
    document ??= JSON.stringify(openApiDocument(all(), values), null, 2)
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/docs', { config: { isOpen: true } }, (_, reply) => {
    page ??= docsHtml(all(), values)
    return sendPage(reply, { title: 'Referencia de la API', body: page, script: TRY_IT })
  })
}
