import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  GENERATED_DOCUMENT_TYPES,
  INCIDENT_TYPES,
  type IncidentType,
  PROCEDURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from './context.ts'
import { checkNoBody, readBody } from './http/body.ts'
import { notFound } from './http/errors.ts'
import type { ProcedureChanges } from './procedures/changes.ts'
import { presentDocument, presentIncident } from './procedures/present.ts'
import { createLinkMaker, type PresentTo } from './procedures/routes.ts'
import type { ProcedureRow, ProcedureStore } from './procedures/store.ts'

/** Ten types of the specification. The other six types appear only with `DONE` and `DELIVERED_TO_CLIENT`. */
const TEST_DOCUMENT_TYPES = [
  'es_576_doc',
  'es_iedmt_payment_proof',
  'es_ivtm_doc',
  'es_ivtm_payment_proof',
  'submission_proof',
  'procedure_invoice',
  'es_itp_doc',
  'es_itp_payment_proof',
  'temp_veh_registration_cert',
  'temp_technical_sheet',
] as const satisfies readonly (typeof GENERATED_DOCUMENT_TYPES)[number][]

const listIncidentTypes = (...levels: readonly string[]) =>
  INCIDENT_TYPES.filter((type) => levels.includes(incidentLabels[type].level))

export const statusFields = z.object({
  status: z.enum(PROCEDURE_STATES),
  /** `statusDescription` of a `CANCELLED` procedure. This field is not in the specification. */
  reason: z.string().max(500).regex(/\S/, 'Blank.').optional(),
})
export const documentFields = z.object({ type: z.enum(TEST_DOCUMENT_TYPES) })
export const incidentFields = z.object({ type: z.enum(listIncidentTypes('blocker', 'hold')) })
export const documentIncidentFields = z.object({ type: z.enum(listIncidentTypes('document')) })

interface ById {
  Params: { id: string }
}
interface OfDocument {
  Params: { id: string; documentId: string }
}
interface OfIncident {
  Params: { id: string; incidentId: string }
}

/** Adds the test endpoints, which do what the operator does. Only development mode has these endpoints. */
export function addTestRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; present: PresentTo },
): void {
  const { write, readAccount, readBaseUrl } = context
  const { store, changes, present } = parts

  function findOwnProcedure(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.put<ById>('/v1/test/procedures/:id/status', async (request, reply) => {
    const { status, reason } = readBody(statusFields, request, reply)
    return present(request, await write(() => changes.moveTo(findOwnProcedure(request), status, reason)))
  })

  app.post<ById>('/v1/test/procedures/:id/documents', async (request, reply) => {
    const { type } = readBody(documentFields, request, reply)
    const document = await write(() => changes.addGenerated(findOwnProcedure(request), type))
    return reply.code(201).send(presentDocument(document, createLinkMaker(context, readBaseUrl(request))))
  })

  async function addIncident(
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    type: IncidentType,
    documentId: string | null,
  ) {
    const incident = await write(() => {
      const row = findOwnProcedure(request)
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
    await write(() => changes.solveIncident(findOwnProcedure(request), request.params.incidentId, 'operator'))
    return reply.send(present(request, findOwnProcedure(request)))
  })
}
