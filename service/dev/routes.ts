import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { EVENT_NAMES, SIGNATURE_STATES } from '#shared/domain/vocabulary.ts'
import { subscriptionBody } from '#shared/api/webhooks.ts'
import type { ServiceContext } from '../context.ts'
import { readBody } from '../http/body.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { sendPage } from '../http/html.ts'
import { wrongState } from '../procedures/changes.ts'
import type { Procedures } from '../procedures/procedures.ts'
import type { Signatures } from '../signatures/signatures.ts'
import { addSubscription, isAllowedUrl, newSubscription, presentSubscription } from '../webhooks/routes.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { type Autoplay, isPlayable } from './autoplay.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { parseDuration } from './duration.ts'
import { eventDefaults, type Resources } from './event-defaults.ts'
import { faultBody, type Faults } from './faults.ts'
import { checkDevRequest } from './gate.ts'
import { seedBody, seedProcedures } from './seed.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface DevParts {
  readonly clock: VirtualClock
  /** Remembers how far ahead the clock is, for the next start. */
  readonly rememberClock: (aheadMs: number) => void
  readonly procedures: Procedures
  readonly signatures: Signatures
  readonly autoplay: Autoplay
  readonly faults: Faults
  /** Where the resource of an event is looked up. */
  readonly resources: Resources
  /** Those that have a key. */
  readonly accounts: ReadonlySet<string>
  readonly webhooks: Webhooks & { readonly hosts: readonly string[]; readonly log: DeliveryLog }
}

const clockBody = z.object({ advance: z.string().max(50) })
const playBody = z.object({ speed: z.number().min(0.001).max(1_000_000).optional() })
const eventBody = z.object({
  event: z.enum(EVENT_NAMES),
  data: z
    .looseObject({ id: z.string().min(1).max(200).optional(), path: z.string().startsWith('/').optional() })
    .optional(),
})
const operatorBody = z.object({ ...subscriptionBody.shape, account: z.string().min(1).max(20).optional() })
const signatureBody = z.object({ status: z.enum(SIGNATURE_STATES) })

interface ById {
  Params: { id: string }
}

/** Conveniences of ours, which the real service has not: none of them is there in production mode. */
export async function addDevRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: DevParts,
): Promise<void> {
  const { write, accountOf, newId } = context
  const { clock, faults } = parts
  const { store, changes, silent } = parts.procedures
  const { subscriptions, engine, hosts, log } = parts.webhooks
  app.addHook('onRequest', checkDevRequest)
  addDeliveryRoutes(app, context, { log, engine })

  const own = (request: FastifyRequest<ById>) => {
    const row = store.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.get('/_dev', (_, reply) => sendPage(reply, { title: 'Entorno de desarrollo', body: INDEX }))

  app.get('/_dev/clock', () => ({ now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs() }))
  app.post('/_dev/clock', async (request, reply) => {
    const ms = parseDuration(readBody(clockBody, request, reply).advance)
    if (ms === null) throw new HttpError(400, 'How far is a number with ms, s, m, h or d, such as 14h.')
    const ran = await clock.advance(ms, () => engine.idle())
    await write(() => parts.rememberClock(clock.aheadMs()))
    return { now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs(), ran }
  })

  app.post('/_dev/seed', (request, reply) =>
    seedProcedures(context, silent, accountOf(request), readBody(seedBody, request, reply)),
  )

  app.post<ById>('/_dev/procedures/:id/play', async (request, reply) => {
    const { speed = 1 } = readBody(playBody, request, reply)
    await write(() => {
      const row = own(request)
      if (!isPlayable(row.status)) throw wrongState(row.status, 'Nothing goes on by itself in this state.')
      parts.autoplay.play(row.id, speed)
    })
    return { id: request.params.id, speed }
  })
  app.delete<{ Params: { id: string; incidentId: string } }>(
    '/_dev/procedures/:id/incidents/:incidentId',
    async (request, reply) => {
      await write(() => changes.removeIncident(own(request), request.params.incidentId))
      return reply.code(204).send()
    },
  )

  app.post<ById>('/_dev/signatures/:id/status', async (request, reply) => {
    const { status } = readBody(signatureBody, request, reply)
    await write(() => {
      const row = parts.signatures.store.find(accountOf(request), request.params.id)
      if (row === undefined) throw notFound()
      parts.signatures.changes.moveTo(row, status)
    })
    return { id: request.params.id, status }
  })

  app.post('/_dev/events', async (request, reply) => {
    const { event, data = {} } = readBody(eventBody, request, reply)
    const { id = newId(), path, ...given } = data
    const account = accountOf(request)
    const usual = eventDefaults(parts.resources, { event, account, id, baseUrl: context.baseUrl() })
    const fields = { ...usual.fields, ...given }
    await write(() =>
      context.emit({ account, name: event, id, path: path ?? usual.path, atMs: clock.now(), fields }),
    )
    return reply.code(202).send({ event, id })
  })

  app.post('/_dev/webhooks', async (request, reply) => {
    const given = readBody(operatorBody, request, reply)
    if (!isAllowedUrl(given.url, hosts)) throw new HttpError(400, 'Events do not go there.')
    const account = given.account ?? accountOf(request)
    if (!parts.accounts.has(account)) {
      const message = 'No key belongs to that account.'
      throw new HttpError(400, message, [{ field: 'account', message }])
    }
    const row = newSubscription(given, account, context)
    await write(() => addSubscription(context, subscriptions, row))
    return reply.code(201).send(presentSubscription(row))
  })

  app.get('/_dev/faults', () => faults.list())
  app.post('/_dev/faults', (request, reply) =>
    reply.code(201).send(faults.add(readBody(faultBody, request, reply))),
  )
  app.delete<ById>('/_dev/faults/:id', (request, reply) => {
    if (!faults.remove(Number(request.params.id))) throw notFound()
    return reply.code(204).send()
  })
  app.delete('/_dev/faults', (_, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
}

const INDEX = `<h1>Entorno de desarrollo</h1><ul>
<li><a href="/_dev/log">Entregas de avisos</a></li>
<li><a href="/docs">Referencia de la API</a></li>
<li><code>POST /_dev/clock {"advance":"14h"}</code></li>
<li><code>POST /_dev/seed {"procedures":100,"states":["PENDING","BLOCKED"]}</code></li>
<li><code>POST /_dev/procedures/{id}/play {"speed":10}</code></li>
<li><code>DELETE /_dev/procedures/{id}/incidents/{incidentId}</code></li>
<li><code>POST /_dev/signatures/{id}/status {"status":"signed"}</code></li>
<li><code>POST /_dev/events {"event":"energy_saving_certificate.status_changed"}</code></li>
<li><code>POST /_dev/webhooks {"url":"http://127.0.0.1:9000","account":"B12345674"}</code></li>
<li><code>POST /_dev/faults {"kind":"too-many-requests","path":"/v1/reports","retryAfter":5,"times":3}</code></li>
</ul>`
