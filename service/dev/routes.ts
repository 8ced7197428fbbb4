import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { EVENT_NAMES, SIGNATURE_STATES } from '#shared/domain/vocabulary.ts'
import { subscriptionBody } from '#shared/api/webhooks.ts'
import { PACE_PATH, PACE_STEP_PATH, paceBody } from '#shared/api/pace.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { SAMPLE_OFFICE_PATH } from '#shared/api/sample-office.ts'
import type { ServiceContext } from '../context.ts'
import { readBody } from '../http/body.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { sendPage } from '../http/html.ts'
import { wrongState } from '../procedures/changes.ts'
import type { Procedures } from '../procedures/procedures.ts'
import type { ReportStore } from '../reports/store.ts'
import type { Signatures } from '../signatures/signatures.ts'
import { addSubscription, isAllowedUrl, newSubscription, presentSubscription } from '../webhooks/routes.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Autoplay } from './autoplay.ts'
import { isPlayable } from './autoplay-steps.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { parseDuration } from './duration.ts'
import { eventDefaults, type Resources } from './event-defaults.ts'
import { faultBody, type Faults } from './faults.ts'
import { checkDevRequest } from './gate.ts'
import { createSampleOffice } from './sample-office/write-office.ts'
import { addScenarioRoutes } from './scenario/routes.ts'
import { createScenarios } from './scenario/scenario.ts'
import type { ScenarioRegistry } from './scenario/scenario-registry.ts'
import { seedBody, seedProcedures } from './seed.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface DevParts {
  readonly clock: VirtualClock
  /** Stores the clock's lead for the next start. */
  readonly rememberClock: (aheadMs: number) => void
  readonly procedures: Procedures
  readonly signatures: Signatures
  readonly reports: ReportStore
  readonly registry: ScenarioRegistry
  readonly autoplay: Autoplay
  readonly faults: Faults
  /** Looks up the resource of an event. */
  readonly resources: Resources
  /** Accounts with a key. */
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
const officeBody = z.object({ seed: z.string().max(100).optional() })
const signatureBody = z.object({ status: z.enum(SIGNATURE_STATES) })

/** Some thirty things of the office move about twice a minute in all: the pace of a morning at work. */
const OFFICE_SPEED = 0.01

interface ById {
  Params: { id: string }
}

/** Development conveniences that the real service does not have: absent in production mode. */
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

  async function advance(ms: number): Promise<number> {
    const ran = await clock.advance(ms, () => engine.idle())
    await write(() => parts.rememberClock(clock.aheadMs()))
    return ran
  }
  app.get('/_dev/clock', () => ({ now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs() }))
  app.post('/_dev/clock', async (request, reply) => {
    const ms = parseDuration(readBody(clockBody, request, reply).advance)
    if (ms === null) throw new HttpError(400, 'How far is a number with ms, s, m, h or d, such as 14h.')
    const ran = await advance(ms)
    return { now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs(), ran }
  })

  app.post('/_dev/seed', (request, reply) =>
    seedProcedures(context, silent, accountOf(request), readBody(seedBody, request, reply)),
  )

  const past = {
    context,
    procedures: store,
    signatures: parts.signatures.store,
    reports: parts.reports,
  }
  const office = createSampleOffice({
    ...past,
    ask: parts.registry.ask,
    onOpen: (id, share) => parts.autoplay.play(id, OFFICE_SPEED, share),
  })
  app.post(SAMPLE_OFFICE_PATH, (request, reply) => {
    const { seed = 'oficina' } = readBody(officeBody, request, reply)
    return write(() => office.make(accountOf(request), seed))
  })

  const scenarios = createScenarios({
    ...past,
    registry: parts.registry,
    changes: { procedures: changes, signatures: parts.signatures.changes },
  })
  addScenarioRoutes(app, context, {
    take: scenarios.take,
    async advanceTo(ms) {
      const left = ms - clock.now()
      if (left > 0) await advance(left)
    },
  })

  app.post<ById>('/_dev/procedures/:id/play', async (request, reply) => {
    const { speed = 1 } = readBody(playBody, request, reply)
    await write(() => {
      const row = own(request)
      if (!isPlayable(row.status)) throw wrongState(row.status, 'Nothing goes on by itself in this state.')
      parts.autoplay.play(row.id, speed)
    })
    return { id: request.params.id, speed }
  })
  const paceNow = () => ({
    ...parts.autoplay.pace(),
    now: new Date(clock.now()).toISOString(),
    aheadMs: clock.aheadMs(),
  })
  app.get(PACE_PATH, paceNow)
  app.put(PACE_PATH, async (request, reply) => {
    const change = readBody(paceBody, request, reply)
    await write(() => parts.autoplay.setPace(withoutUndefined(change)))
    return paceNow()
  })
  app.post(PACE_STEP_PATH, async () => ({ ...paceNow(), moved: await write(() => parts.autoplay.step()) }))

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
<li><code>POST /_dev/office {"seed":"oficina"}</code></li>
<li><code>POST /_dev/scenario/steps {"key":"1","actions":[{"do":"registry","plate":"4821LMV","charges":["seizure"]}]}</code></li>
<li><code>GET /_dev/samples/national_id</code></li>
<li><code>POST /_dev/procedures/{id}/play {"speed":10}</code></li>
<li><code>DELETE /_dev/procedures/{id}/incidents/{incidentId}</code></li>
<li><code>POST /_dev/signatures/{id}/status {"status":"signed"}</code></li>
<li><code>POST /_dev/events {"event":"energy_saving_certificate.status_changed"}</code></li>
<li><code>POST /_dev/webhooks {"url":"http://127.0.0.1:9000","account":"B12345674"}</code></li>
<li><code>POST /_dev/faults {"kind":"too-many-requests","path":"/v1/reports","retryAfter":5,"times":3}</code></li>
</ul>`
