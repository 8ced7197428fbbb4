import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serviceAssumptions, type ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/lifecycle.ts'
import type { Log } from '#shared/server/log.ts'
import type { Mode, ServiceContext } from './context.ts'
import { createCounters, type Db } from './db/open.ts'
import { createGroupCommit } from './db/writes.ts'
import { type Autoplay, createAutoplay } from './dev/autoplay.ts'
import { createDeliveryLog } from './dev/delivery-log.ts'
import { addFaults } from './dev/faults.ts'
import { devKeys } from './dev/gate.ts'
import { addDevRoutes } from './dev/routes.ts'
import { createScenarioRegistry } from './dev/scenarios.ts'
import { createVirtualClock } from './dev/virtual-clock.ts'
import { createApp, defaultLimits, type Limits } from './http/app.ts'
import { type ApiKey, createAuthenticator, createGate } from './http/auth.ts'
import { sendPage } from './http/html.ts'
import { createBaseUrlReader, createLinks } from './http/links.ts'
import { buildOpenApiDocument } from './openapi/document.ts'
import { listOperations } from './openapi/operations.ts'
import { renderDocs, TRY_IT_SCRIPT } from './openapi/page.ts'
import type { GuideValues } from './openapi/texts.ts'
import { addProcedures } from './procedures/procedures.ts'
import { askDevelopmentRegistry, askProductionRegistry } from './reports/answer.ts'
import { addReports } from './reports/reports.ts'
import { addSignatures } from './signatures/signatures.ts'
import { addTestRoutes } from './test-endpoints.ts'
import { createEmitter } from './webhooks/emitter.ts'
import { createWebhooks } from './webhooks/engine.ts'
import {
  addSubscriptionRoutes,
  type OperatorSubscription,
  registerOperatorSubscriptions,
} from './webhooks/routes.ts'
import type { ScheduleName } from './webhooks/schedules.ts'

/** Adds `/openapi.json` and `/docs`. Both are public. */
function addOpenApiRoutes(app: FastifyInstance, values: GuideValues): void {
  // Both are built on the first request: most starts never need them.
  let document: string | null = null
  let page: string | null = null
  const all = () => listOperations(values.assumptions, values.mode)
  app.get('/openapi.json', { config: { isOpen: true } }, (_, reply) => {
    document ??= JSON.stringify(buildOpenApiDocument(all(), values), null, 2)
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/docs', { config: { isOpen: true } }, (_, reply) => {
    page ??= renderDocs(all(), values)
    return sendPage(reply, { title: 'Referencia de la API', body: page, script: TRY_IT_SCRIPT })
  })
}

const SECRET_BYTES = 32

/** Returns a secret of this store, created on first use. Signatures stay valid after a restart. */
function loadSecret(db: Db, name: string): Buffer {
  db.prepare('INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)').run(name, randomBytes(SECRET_BYTES))
  const row = db.prepare<[string], { value: Buffer }>('SELECT value FROM secret WHERE name = ?').get(name)
  if (row === undefined) throw new Error('The store keeps no secrets.')
  return row.value
}

export interface ServiceDeps {
  /** Store opened by `openDb`. The caller closes the store after the service. */
  db: Db
  clock: Clock
  log: Log
  newId: () => string
  apiKeys: readonly ApiKey[]
  /** Time that the registry takes to answer a report. */
  reportDelayMs: number
  /** Time from the submission of a signature to the final state of a sentinel. */
  signatureDelayMs?: number
  mode?: Mode
  /** Folder of the uploaded files. `null`: a temporary folder, deleted when the service closes. */
  filesDirectory?: string | null
  /** Values that differ from the default assumptions. */
  assumptions?: Partial<ServiceAssumptions>
  retryProfile?: ScheduleName
  /** Hosts outside this machine that events may be sent to. */
  webhookHosts?: readonly string[]
  /** Speed at which submitted procedures advance by themselves. `null`: none does. */
  autoplaySpeed?: number | null
  /** Subscriptions of the operator. The start registers those that do not exist yet. */
  operatorSubscriptions?: readonly OperatorSubscription[]
  limits?: Partial<Limits>
}

/** Counter of the virtual clock's lead over the machine's clock. */
const CLOCK_LEAD_COUNTER = 'clock-ahead-ms'

/** Specification: "about one second after submission". */
const SIGNATURE_DELAY_MS = 1_000
/** A stop waits this long for deliveries in flight. An unanswered delivery is sent again at the next start. */
const DELIVERY_GRACE_MS = 800

/**
 * Builds the service over a store: endpoints, timers of due work and event delivery. The caller starts listening.
 * `close()` finishes running requests, and stops timers and deliveries.
 */
export function createService(deps: ServiceDeps): FastifyInstance {
  const { db, log, newId, mode = 'development' } = deps
  const isDevelopment = mode === 'development'
  const counters = createCounters(db)
  const virtualClock = createVirtualClock(deps.clock, isDevelopment ? counters.read(CLOCK_LEAD_COUNTER) : 0)
  const clock: Clock = isDevelopment ? virtualClock : deps.clock
  const assumptions = { ...serviceAssumptions, ...deps.assumptions }
  const authenticate = createAuthenticator(deps.apiKeys)
  const gate = createGate(authenticate, isDevelopment ? devKeys : undefined)
  const limits = { ...defaultLimits, ...deps.limits }
  // Body timeouts use the machine's clock: advancing the virtual clock must not cut uploads.
  const app = createApp({ limits, clock: deps.clock, log, authenticate, gate })
  const faults = isDevelopment ? addFaults(app) : null
  const write = createGroupCommit(db)

  const base = { db, clock, log, newId, mode, assumptions, write }
  const links = createLinks({ secret: loadSecret(db, 'links'), clock, ttlMs: assumptions.downloadTtlMs })
  const hosts = deps.webhookHosts ?? []
  const { subscriptions, engine } = createWebhooks(base, {
    hosts,
    retryProfile: deps.retryProfile ?? 'default',
    renewLink: (path) => listeningUrl(app) + links.sign(path),
  })
  const context: ServiceContext = {
    ...base,
    emit: createEmitter({ db, newId, findListeners: subscriptions.findListeners, onDelivery: engine.wake }),
    links,
    readAccount: gate.readAccount,
    readBaseUrl: createBaseUrlReader(app),
    getBaseUrl: () => listeningUrl(app),
  }

  const { autoplaySpeed = null } = deps
  const procedures = addProcedures(app, context, {
    filesDirectory: deps.filesDirectory ?? null,
    onSubmitted: ({ id }) => {
      if (autoplaySpeed !== null) autoplay.play(id, autoplaySpeed)
    },
  })
  const signatures = addSignatures(app, context, {
    delayMs: deps.signatureDelayMs ?? SIGNATURE_DELAY_MS,
    onCreated: ({ id }) => {
      if (autoplaySpeed !== null) autoplay.play(id, autoplaySpeed)
    },
  })
  const autoplay: Autoplay = createAutoplay(context, { procedures, signatures })
  const registry = createScenarioRegistry(db, askDevelopmentRegistry)
  const ask = isDevelopment ? registry.ask : askProductionRegistry
  const reports = addReports(app, context, ask, deps.reportDelayMs)
  const work = [reports.work, signatures.work, autoplay.work]
  addSubscriptionRoutes(app, context, { subscriptions, hosts })
  addOpenApiRoutes(app, { assumptions, mode, retryProfile: deps.retryProfile ?? 'default' })
  registerOperatorSubscriptions(context, subscriptions, deps.operatorSubscriptions ?? [])

  if (faults !== null) {
    addTestRoutes(app, context, procedures)
    const rememberClock = (aheadMs: number) => counters.write(CLOCK_LEAD_COUNTER, aheadMs)
    const webhooks = { subscriptions, hosts, engine, log: createDeliveryLog(db) }
    const resources = { procedures: procedures.store, reports: reports.store, signatures: signatures.store }
    const accounts = new Set(deps.apiKeys.map(({ account }) => account))
    const own = {
      procedures,
      signatures,
      reports: reports.store,
      registry,
      autoplay,
      faults,
      webhooks,
      resources,
      accounts,
    }
    const parts = { clock: virtualClock, rememberClock, ...own }
    void app.register((scope) => addDevRoutes(scope, context, parts))
  }

  // Work starts on listen: events carry links to the listening address.
  app.addHook('onListen', async () => {
    for (const each of work) each.start()
    engine.start()
  })
  app.addHook('onClose', async () => {
    for (const each of work) each.stop()
    await engine.stop(DELIVERY_GRACE_MS)
  })
  return app
}
