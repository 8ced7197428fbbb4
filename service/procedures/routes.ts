import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { documentLinkBody } from '#shared/api/document.ts'
import { creationFields } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { checkVin } from '#shared/domain/vin.ts'
import type { ServiceContext } from '../context.ts'
import { kindOfLink } from '../documents/files.ts'
import { checkNoBody, readBody, warn } from '../http/body.ts'
import { notFound } from '../http/errors.ts'
import { identifierMeta, inPlainCharacters, vrmField } from '../http/fields.ts'
import type { NewDocument, ProcedureChanges } from './changes.ts'
import { type LinkMaker, presentProcedure } from './present.ts'
import type { ProcedureRow, ProcedureStore } from './store.ts'

const VIN_META = identifierMeta(
  4,
  17,
  'VIN of 17 characters without I, O and Q, or 4 to 16 for an older vehicle.',
  'VSSZZZ5FZHR000412',
)

/** A chassis number, including those older than the VIN; read as its compact form. */
const vinField = inPlainCharacters(creationFields.vin)
  .meta(VIN_META)
  .transform((text, context) => {
    const check = checkVin(text)
    if (check.kind !== 'invalid') return check.vin
    context.addIssue({ code: 'custom', message: `The VIN is not valid: ${check.reason}.` })
    return z.NEVER
  })

/** Bodies of creation and change as the service parses them: unknown fields are ignored. */
export function procedureBodies({ maxDocuments, requiredFields }: ServiceAssumptions) {
  const { taxableBase, invoiceNumber, userEmail, confirmed } = creationFields
  const documents = z.array(z.object(documentLinkBody.shape)).max(maxDocuments)
  const [vin, vrm] = [vinField, vrmField]
  const registration = { vin, userEmail, documents, confirmed }
  const transfer = { vrm, taxableBase, invoiceNumber, userEmail, documents, confirmed }
  const notification = { vrm, userEmail, documents, confirmed }
  return {
    registration: requiring(registration, requiredFields.registration),
    transfer: requiring(transfer, requiredFields.transfer),
    notification: requiring(notification, requiredFields.notification),
    update: requiring({ vin, userEmail, documents }, []),
  }
}

/** A body with these fields required and the rest optional. */
function requiring<S extends Readonly<Record<string, z.ZodType>>>(fields: S, required: readonly string[]) {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : field.optional(),
  ])
  // The required fields are data, so the types assume none.
  return z.object(Object.fromEntries(entries) as { [K in keyof S]: z.ZodOptional<S[K]> })
}

/** Presents a procedure with links that lead to the address of the request. */
export type PresentTo = (request: FastifyRequest, row: ProcedureRow) => object

export function createLinkMaker({ links }: Pick<ServiceContext, 'links'>, base: string): LinkMaker {
  return { temporary: (path) => base + links.sign(path), lasting: (path) => base + links.signForEver(path) }
}

export function createPresenter(context: ServiceContext, store: ProcedureStore): PresentTo {
  return (request, row) => {
    const parts = { documents: store.documents(row.id), incidents: store.incidents(row.id) }
    const maker = createLinkMaker(context, context.baseUrlOf(request))
    return presentProcedure(row, parts, maker, context.assumptions)
  }
}

interface ById {
  Params: { id: string }
}

interface Creation {
  vin?: string | undefined
  vrm?: string | undefined
  taxableBase?: number | undefined
  invoiceNumber?: string | undefined
  userEmail?: string | undefined
  documents?: readonly { type: string; url: string }[] | undefined
  confirmed?: boolean | undefined
}

export const asLink = ({ type, url }: { type: string; url: string }): NewDocument => ({
  type,
  url,
  file: null,
  mime: kindOfLink(url),
  metadata: { url },
})

const VIN_LENGTH = 17

/** Warns of a short number: it may be of a vehicle older than the VIN, or have a character missing. */
function warnOfShortVin(reply: FastifyReply, vin: string | undefined): void {
  if (vin === undefined || vin.length >= VIN_LENGTH) return
  warn(reply, `vin: ${vin.length} characters and not ${VIN_LENGTH}, taken as a number older than the VIN`)
}

/** Routes of the procedures. Those of their documents are in documents/routes.ts. */
export function addProcedureRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; present: PresentTo },
): void {
  const { clock, newId, write, accountOf, assumptions } = context
  const { store, changes, present } = parts
  const bodies = procedureBodies(assumptions)

  async function create(type: string, body: Creation, request: FastifyRequest, reply: FastifyReply) {
    const now = clock.now()
    const row: ProcedureRow = {
      id: newId(),
      account: accountOf(request),
      type,
      vin: body.vin ?? null,
      vrm: body.vrm ?? null,
      taxable_base: body.taxableBase ?? null,
      invoice_number: body.invoiceNumber ?? null,
      user_email: body.userEmail ?? null,
      status: body.confirmed === false ? 'DRAFT' : 'PENDING',
      cancel_reason: null,
      created_ms: now,
      updated_ms: now,
    }
    warnOfShortVin(reply, body.vin)
    await write(() => changes.create(row, (body.documents ?? []).map(asLink)))
    return reply.code(assumptions.createProcedureStatus).send(present(request, row))
  }

  app.post('/v1/procedures/registration', (request, reply) =>
    create('VEHICLE_REGISTRATION', readBody(bodies.registration, request, reply), request, reply),
  )
  app.post('/v1/procedures/transfer', (request, reply) =>
    create('VEHICLE_TRANSFER', readBody(bodies.transfer, request, reply), request, reply),
  )
  app.post(assumptions.notificationPath, (request, reply) =>
    create(assumptions.notificationType, readBody(bodies.notification, request, reply), request, reply),
  )

  /** Reads in the open transaction: the row read is the row changed. */
  function own(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.get<ById>('/v1/procedures/:id', (request) => present(request, own(request)))

  app.patch<ById>('/v1/procedures/registration/:id', async (request, reply) => {
    const body = readBody(bodies.update, request, reply)
    warnOfShortVin(reply, body.vin)
    const row = await write(() => {
      const before = own(request)
      if (before.type !== 'VEHICLE_REGISTRATION') throw notFound()
      const fields = {
        ...(body.vin !== undefined && { vin: body.vin }),
        ...(body.userEmail !== undefined && { user_email: body.userEmail }),
      }
      return changes.edit(before, fields, (body.documents ?? []).map(asLink))
    })
    return present(request, row)
  })

  app.post<ById>('/v1/procedures/:id/confirm', async (request, reply) => {
    checkNoBody(request, reply)
    const row = await write(() => changes.confirm(own(request)))
    return reply.send(present(request, row))
  })

  app.post<{ Params: { id: string; incidentId: string } }>(
    '/v1/procedures/:id/incidents/:incidentId/solve',
    async (request, reply) => {
      checkNoBody(request, reply)
      await write(() => changes.solveIncident(own(request), request.params.incidentId, 'client'))
      return reply.send(present(request, own(request)))
    },
  )
}
