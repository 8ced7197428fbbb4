import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { creationPath } from '#shared/api/endpoints.ts'
import { documentLinkBody, creationFields } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import {
  byKind,
  DRAFT_KINDS,
  type DraftKind,
  PROCEDURE_KINDS,
  type SentField,
} from '#shared/domain/procedures/kinds.ts'
import { checkVin } from '#shared/domain/vin.ts'
import type { ServiceContext } from '../context.ts'
import { guessLinkType } from '../documents/files.ts'
import { addWarning, checkNoBody, readBody } from '../http/body.ts'
import { notFound } from '../http/errors.ts'
import { describeIdentifier, requirePlainCharacters, vrmField } from '../http/fields.ts'
import type { NewDocument, ProcedureChanges } from './changes.ts'
import { typeOfKind, UPDATABLE_KINDS } from './kinds.ts'
import { type LinkMaker, presentProcedure } from './present.ts'
import { makeProcedureRow, type ProcedureRow, type ProcedureStore, sentColumns } from './store.ts'

const VIN_META = describeIdentifier(
  4,
  17,
  'VIN of 17 characters without I, O and Q, or 4 to 16 for an older vehicle.',
  'VSSZZZ5FZHR000412',
)

/** Parses a chassis number into its compact form. Numbers older than the VIN are valid too. */
const vinField = requirePlainCharacters(creationFields.vin)
  .meta(VIN_META)
  .transform((text, context) => {
    const check = checkVin(text)
    if (check.kind !== 'invalid') return check.vin
    context.addIssue({ code: 'custom', message: `The VIN is not valid: ${check.reason}.` })
    return z.NEVER
  })

/** Builds the schemas of creation and change of each kind. Unknown fields are ignored. */
export function makeProcedureBodies({ maxDocuments, requiredFields }: ServiceAssumptions) {
  const documents = z.array(z.object(documentLinkBody.shape)).max(maxDocuments)
  const { confirmed } = creationFields
  const fields = { ...creationFields, vin: vinField, vrm: vrmField }
  const pickSent = (kind: DraftKind) =>
    Object.fromEntries(PROCEDURE_KINDS[kind].sent.map((name) => [name, fields[name]])) as Pick<
      typeof fields,
      SentField
    >
  return {
    creation: byKind((kind) =>
      requireFields({ ...pickSent(kind), documents, confirmed }, requiredFields[kind]),
    ),
    update: byKind((kind) => requireFields({ ...pickSent(kind), documents }, [])),
  }
}

/** Builds a body where these fields are required and the rest are optional. */
function requireFields<S extends Readonly<Record<string, z.ZodType>>>(
  fields: S,
  required: readonly string[],
) {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : field.optional(),
  ])
  // The required fields are data, so the types treat every field as optional.
  return z.object(Object.fromEntries(entries) as { [K in keyof S]: z.ZodOptional<S[K]> })
}

/** Presents a procedure with links that lead to the address of the request. */
export type PresentTo = (request: FastifyRequest, row: ProcedureRow) => object

export function createLinkMaker({ links }: Pick<ServiceContext, 'links'>, base: string): LinkMaker {
  return {
    temporary: (path) => base + links.sign(path),
    lasting: (path) => base + links.signPermanently(path),
  }
}

export function createPresenter(context: ServiceContext, store: ProcedureStore): PresentTo {
  return (request, row) => {
    const parts = { documents: store.listDocuments(row.id), incidents: store.listIncidents(row.id) }
    const maker = createLinkMaker(context, context.readBaseUrl(request))
    return presentProcedure(row, parts, maker, context.assumptions)
  }
}

interface ById {
  Params: { id: string }
}

export const makeLinkedDocument = ({ type, url }: { type: string; url: string }): NewDocument => ({
  type,
  url,
  file: null,
  mime: guessLinkType(url),
  metadata: { url },
})

const VIN_LENGTH = 17

/** Warns of a short number. The vehicle may be older than the VIN, or a character may be missing. */
function warnOfShortVin(reply: FastifyReply, vin: string | undefined): void {
  if (vin === undefined || vin.length >= VIN_LENGTH) return
  addWarning(
    reply,
    `vin: ${vin.length} characters and not ${VIN_LENGTH}, taken as a number older than the VIN`,
  )
}

/** Adds the routes of procedures. The routes of their documents are in documents/routes.ts. */
export function addProcedureRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; present: PresentTo },
): void {
  const { clock, newId, write, readAccount, assumptions } = context
  const { store, changes, present } = parts
  const bodies = makeProcedureBodies(assumptions)

  for (const kind of DRAFT_KINDS)
    app.post(creationPath(kind, assumptions), async (request, reply) => {
      const body = readBody(bodies.creation[kind], request, reply)
      const row = makeProcedureRow({
        id: newId(),
        account: readAccount(request),
        type: typeOfKind(kind, assumptions),
        ...sentColumns(body),
        status: body.confirmed === false ? 'DRAFT' : 'PENDING',
        created_ms: clock.now(),
      })
      warnOfShortVin(reply, body.vin)
      await write(() => changes.create(row, (body.documents ?? []).map(makeLinkedDocument)))
      return reply.code(assumptions.createProcedureStatus).send(present(request, row))
    })

  /** A change calls this function in its transaction, so that the row is current. */
  function findOwnProcedure(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.get<ById>('/v1/procedures/:id', (request) => present(request, findOwnProcedure(request)))

  for (const kind of UPDATABLE_KINDS)
    app.patch<ById>(`${creationPath(kind, assumptions)}/:id`, async (request, reply) => {
      const body = readBody(bodies.update[kind], request, reply)
      warnOfShortVin(reply, body.vin)
      const row = await write(() => {
        const before = findOwnProcedure(request)
        if (before.type !== typeOfKind(kind, assumptions)) throw notFound()
        return changes.edit(before, sentColumns(body), (body.documents ?? []).map(makeLinkedDocument))
      })
      return present(request, row)
    })

  app.post<ById>('/v1/procedures/:id/confirm', async (request, reply) => {
    checkNoBody(request, reply)
    const row = await write(() => changes.confirm(findOwnProcedure(request)))
    return reply.send(present(request, row))
  })

  app.post<{ Params: { id: string; incidentId: string } }>(
    '/v1/procedures/:id/incidents/:incidentId/solve',
    async (request, reply) => {
      checkNoBody(request, reply)
      await write(() => changes.solveIncident(findOwnProcedure(request), request.params.incidentId, 'client'))
      return reply.send(present(request, findOwnProcedure(request)))
    },
  )
}
