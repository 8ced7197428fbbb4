import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { PACE_PATH, PACE_STEP_PATH, paceBody, SAMPLE_OFFICE_PATH } from '#shared/api/development.ts'
import { subscriptionBody } from '#shared/api/webhooks.ts'
import {
  EVENT_NAMES,
  type EventName,
  PROCEDURE_STATES,
  type ProcedureState,
  SIGNATURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { ServiceContext } from '../context.ts'
import { readBody } from '../http/body.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { sendPage } from '../http/html.ts'
import { type ProcedureChanges, wrongState } from '../procedures/changes.ts'
import { formatPlate } from '../procedures/plates.ts'
import { procedurePath } from '../procedures/present.ts'
import type { Procedures } from '../procedures/procedures.ts'
import { makeProcedureRow, type ProcedureStore } from '../procedures/store.ts'
import { createDraw } from '../registry/draw.ts'
import { identifyVehicle } from '../registry/vehicle.ts'
import { reportPath } from '../reports/reports.ts'
import type { ReportStore } from '../reports/store.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { SignatureStore } from '../signatures/store.ts'
import { presentSignatureDocuments, buildSignaturePath } from '../signatures/wire.ts'
import type { Webhooks } from '../webhooks/engine.ts'
import { addSubscription, isAllowedUrl, makeSubscription, presentSubscription } from '../webhooks/routes.ts'
import { type Autoplay, isPlayable } from './autoplay.ts'
import { addDeliveryRoutes, type DeliveryLog } from './delivery-log.ts'
import { faultBody, type Faults } from './faults.ts'
import { checkDevRequest } from './gate.ts'
import { createSampleOffice } from './sample-office/writer.ts'
import { addScenarioRoutes, createScenarios, type ScenarioRegistry } from './scenarios.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface DevParts {
  readonly clock: VirtualClock
  /** Stores the lead of the clock for the next start. */
  readonly rememberClock: (aheadMs: number) => void
  readonly procedures: Procedures
  readonly signatures: Signatures
  readonly reports: ReportStore
  readonly registry: ScenarioRegistry
  readonly autoplay: Autoplay
  readonly faults: Faults
  /** The resource of an event is looked up here. */
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

/** About thirty open procedures and signatures move twice a minute in all: the pace of a morning at work. */
const OFFICE_SPEED = 0.01

interface ById {
  Params: { id: string }
}

/** Adds the development tools, which the real service does not have. Production mode does not have them either. */
export async function addDevRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: DevParts,
): Promise<void> {
  const { write, readAccount, newId } = context
  const { clock, faults } = parts
  const { store, changes, silent } = parts.procedures
  const { subscriptions, engine, hosts, log } = parts.webhooks
  app.addHook('onRequest', checkDevRequest)
  addDeliveryRoutes(app, context, { log, engine })

  const findOwnProcedure = (request: FastifyRequest<ById>) => {
    const row = store.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.get('/_dev', (_, reply) => sendPage(reply, { title: 'Entorno de desarrollo', body: INDEX }))

  async function advanceClock(ms: number): Promise<number> {
    const ran = await clock.advance(ms, () => engine.idle())
    await write(() => parts.rememberClock(clock.aheadMs()))
    return ran
  }
  app.get('/_dev/clock', () => ({ now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs() }))
  app.post('/_dev/clock', async (request, reply) => {
    const ms = parseDuration(readBody(clockBody, request, reply).advance)
    if (ms === null) throw new HttpError(400, 'How far is a number with ms, s, m, h or d, such as 14h.')
    const ran = await advanceClock(ms)
    return { now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs(), ran }
  })

  app.post('/_dev/seed', (request, reply) =>
    seedProcedures(context, silent, readAccount(request), readBody(seedBody, request, reply)),
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
    return write(() => office.makeOffice(readAccount(request), seed))
  })

  const scenarios = createScenarios({
    ...past,
    registry: parts.registry,
    changes: { procedures: changes, signatures: parts.signatures.changes },
  })
  addScenarioRoutes(app, context, {
    performStep: scenarios.performStep,
    async advanceTo(ms) {
      const left = ms - clock.now()
      if (left > 0) await advanceClock(left)
    },
  })

  app.post<ById>('/_dev/procedures/:id/play', async (request, reply) => {
    const { speed = 1 } = readBody(playBody, request, reply)
    await write(() => {
      const row = findOwnProcedure(request)
      if (!isPlayable(row.status)) throw wrongState(row.status, 'Nothing goes on by itself in this state.')
      parts.autoplay.play(row.id, speed)
    })
    return { id: request.params.id, speed }
  })
  const readPaceNow = () => ({
    ...parts.autoplay.readPace(),
    now: new Date(clock.now()).toISOString(),
    aheadMs: clock.aheadMs(),
  })
  app.get(PACE_PATH, readPaceNow)
  app.put(PACE_PATH, async (request, reply) => {
    const change = readBody(paceBody, request, reply)
    await write(() => parts.autoplay.setPace(withoutUndefined(change)))
    return readPaceNow()
  })
  app.post(PACE_STEP_PATH, async () => ({
    ...readPaceNow(),
    moved: await write(() => parts.autoplay.takeNextStep()),
  }))

  app.delete<{ Params: { id: string; incidentId: string } }>(
    '/_dev/procedures/:id/incidents/:incidentId',
    async (request, reply) => {
      await write(() => changes.removeIncident(findOwnProcedure(request), request.params.incidentId))
      return reply.code(204).send()
    },
  )

  app.post<ById>('/_dev/signatures/:id/status', async (request, reply) => {
    const { status } = readBody(signatureBody, request, reply)
    await write(() => {
      const row = parts.signatures.store.find(readAccount(request), request.params.id)
      if (row === undefined) throw notFound()
      parts.signatures.changes.moveTo(row, status)
    })
    return { id: request.params.id, status }
  })

  app.post('/_dev/events', async (request, reply) => {
    const { event, data = {} } = readBody(eventBody, request, reply)
    const { id = newId(), path, ...given } = data
    const account = readAccount(request)
    const usual = makeEventDefaults(parts.resources, { event, account, id, baseUrl: context.getBaseUrl() })
    const fields = { ...usual.fields, ...given }
    await write(() =>
      context.emit({ account, name: event, id, path: path ?? usual.path, atMs: clock.now(), fields }),
    )
    return reply.code(202).send({ event, id })
  })

  app.post('/_dev/webhooks', async (request, reply) => {
    const given = readBody(operatorBody, request, reply)
    if (!isAllowedUrl(given.url, hosts)) throw new HttpError(400, 'Events do not go there.')
    const account = given.account ?? readAccount(request)
    if (!parts.accounts.has(account)) {
      const message = 'No key belongs to that account.'
      throw new HttpError(400, message, [{ field: 'account', message }])
    }
    const row = makeSubscription(given, account, context)
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

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Longest advance, beyond the end of every retry schedule. */
const MAX_MS = 400 * 86_400_000

/** Parses `14h`, `90s` or `1.5d` to milliseconds. `null`: the text is no duration. */
function parseDuration(text: string): number | null {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const ms = Math.round(Number(number) * (UNITS[unit ?? ''] ?? Number.NaN))
  return ms <= MAX_MS ? ms : null
}

interface Resources {
  readonly procedures: Pick<ProcedureStore, 'find'>
  readonly reports: Pick<ReportStore, 'find'>
  readonly signatures: Pick<SignatureStore, 'find'>
}

interface Asked {
  readonly event: EventName
  readonly account: string
  readonly id: string
  readonly baseUrl: string
}

/**
 * Makes the default path and fields of an event sent by hand. The values come from the resource, or are plausible
 * values if the resource does not exist.
 */
function makeEventDefaults(
  { procedures, reports, signatures }: Resources,
  { event, account, id, baseUrl }: Asked,
): { path: string; fields: Readonly<Record<string, unknown>> } {
  const [kind, ...rest] = event.split('.')
  const isOfStatus = rest.at(-1) === 'status_changed' || rest.at(-1) === 'finished'
  switch (kind) {
    case 'report': {
      const { type = 'reduced', status = 'completed' } = reports.find(account, id) ?? {}
      return { path: reportPath(id), fields: { type, status } }
    }
    case 'signature': {
      const row = signatures.find(account, id)
      const { type = 'mandate-generic', status = 'sent' } = row ?? {}
      const documents = row?.status === 'signed' ? presentSignatureDocuments(row, baseUrl) : undefined
      return { path: buildSignaturePath(id), fields: { type, status, ...(documents && { documents }) } }
    }
    case 'procedure': {
      const { type = 'VEHICLE_TRANSFER', status = 'DONE' } = procedures.find(account, id) ?? {}
      return { path: procedurePath(id), fields: { procedureType: type, ...(isOfStatus && { status }) } }
    }
    default:
      // The specification shows no states of a certificate, and no endpoint reads a certificate.
      return { path: `/v1/energy-saving-certificates/${encodeURIComponent(id)}`, fields: {} }
  }
}

const seedBody = z.object({
  procedures: z.number().int().min(1).max(1_000_000),
  /** States to assign in turn. The default has the proportions of a real office, without drafts. */
  states: z.array(z.enum(PROCEDURE_STATES)).min(1).max(100).optional(),
  /** The same seed gives the same vehicles. */
  seed: z.string().max(100).optional(),
})

/** Procedures per transaction. Waiting requests are answered between transactions. */
const CHUNK = 500
/** Maximum number of ids in the response: a million ids would be megabytes. */
const MAX_IDS = 1_000
const DAY_MS = 86_400_000

const EVERY_STATE: readonly ProcedureState[] = [
  'PENDING',
  'IN_PROGRESS',
  'DONE',
  'DELIVERED_TO_CLIENT',
  'BLOCKED',
  'DONE',
  'ON_HOLD',
  'DELIVERED_TO_CLIENT',
  'IN_PROGRESS',
  'CANCELLED',
]

/** Creates procedures in given states, dated in the past and without events. */
async function seedProcedures(
  context: Pick<ServiceContext, 'clock' | 'newId' | 'write'>,
  silent: ProcedureChanges,
  account: string,
  { procedures, states, seed = 'seed' }: z.output<typeof seedBody>,
): Promise<{ procedures: number; ids: string[] }> {
  const { clock, newId, write } = context
  const ids: string[] = []
  const wanted: readonly ProcedureState[] = states ?? EVERY_STATE

  function seedProcedure(index: number): void {
    const draw = createDraw(`${seed}/${index}`)
    const created = clock.now() - draw(60) * DAY_MS - draw(DAY_MS)
    const isRegistration = draw(10) < 3
    // Plates of the years of the invented fleet: 0000BBB to about 2026.
    const vrm = formatPlate(draw(42_000_000))
    const row = makeProcedureRow({
      id: newId(),
      account,
      type: isRegistration ? 'VEHICLE_REGISTRATION' : 'VEHICLE_TRANSFER',
      ...(isRegistration
        ? { vin: identifyVehicle(vrm).vehicle.vin }
        : { vrm, taxable_base: (draw(3_000_000) + 50_000) / 100, invoice_number: `F-2026-${index}` }),
      user_email: 'mostrador@example.com',
      created_ms: created,
    })
    const state = wanted[index % wanted.length] ?? 'PENDING'
    if (state === 'DRAFT') silent.create({ ...row, status: 'DRAFT' }, [])
    else silent.create(row, [])
    if (state === 'BLOCKED')
      silent.addIncident(row, { type: 'pending-document', level: 'blocker', documentId: null })
    else if (state !== 'DRAFT' && state !== 'PENDING') silent.moveTo(row, state)
    if (ids.length < MAX_IDS) ids.push(row.id)
  }

  for (let from = 0; from < procedures; from += CHUNK) {
    await write(() => {
      for (let index = from; index < Math.min(from + CHUNK, procedures); index++) seedProcedure(index)
    })
  }
  return { procedures, ids }
}
