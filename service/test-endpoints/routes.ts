import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncidentType } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { checkNoBody, readBody } from '../http/body.ts'
import { notFound } from '../http/errors.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import { presentDocument, presentIncident } from '../procedures/present.ts'
import { createLinkMaker, type PresentTo } from '../procedures/routes.ts'
import type { ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import { documentFields, documentIncidentFields, incidentFields, statusFields } from './bodies.ts'

interface ById {
  Params: { id: string }
}
interface OfDocument {
  Params: { id: string; documentId: string }
}
interface OfIncident {
  Params: { id: string; incidentId: string }
}

/** Development-only test endpoints: the operator's actions. */
export function addTestRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; present: PresentTo },
): void {
  const { write, accountOf, baseUrlOf } = context
  const { store, changes, present } = parts

  function own(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.put<ById>('/v1/test/procedures/:id/status', async (request, reply) => {
    const { status, reason } = readBody(statusFields, request, reply)
    return present(request, await write(() => changes.moveTo(own(request), status, reason)))
  })

  app.post<ById>('/v1/test/procedures/:id/documents', async (request, reply) => {
    const { type } = readBody(documentFields, request, reply)
    const document = await write(() => changes.addGenerated(own(request), type))
    return reply.code(201).send(presentDocument(document, createLinkMaker(context, baseUrlOf(request))))
  })

  async function addIncident(
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    type: IncidentType,
    documentId: string | null,
  ) {
    const incident = await write(() => {
      const row = own(request)
      if (documentId !== null && store.findDocument(row.id, documentId) === undefined) throw notFound()
      return changes.addIncident(row, { type, level: incidentLabels[type].level, documentId })
    })
    return reply.code(201).send(presentIncident(incident))
  }
  app.post<ById>('/v1/test/procedures/:id/incidents', (request, reply) =>
    addIncident(request, reply, readBody(incidentFields, request, reply).type, null),
  )
  app.post<OfDocument>('/v1/test/procedures/:id/documents/:documentId/incidents', (request, reply) => {
    const { type } = readBody(documentIncidentFields, request, reply)
    return addIncident(request, reply, type, request.params.documentId)
  })

  app.post<OfIncident>('/v1/test/procedures/:id/incidents/:incidentId/solve', async (request, reply) => {
    checkNoBody(request, reply)
    await write(() => changes.solveIncident(own(request), request.params.incidentId, 'operator'))
    return reply.send(present(request, own(request)))
  })
}
