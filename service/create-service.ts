import type { FastifyInstance } from 'fastify'
import { serviceAssumptions, type ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import type { Clock } from './clock.ts'
import type { Mode, ServiceContext } from './context.ts'
import { createCounters } from './db/counters.ts'
import { createGroupCommit } from './db/group-commit.ts'
import type { Db } from './db/open.ts'
import { storedSecret } from './db/secrets.ts'
import { type Autoplay, createAutoplay } from './dev/autoplay.ts'
import { createDeliveryLog } from './dev/delivery-log.ts'
import { addFaults } from './dev/faults.ts'
import { devKeys } from './dev/gate.ts'
import { addDevRoutes } from './dev/routes.ts'
import { createVirtualClock } from './dev/virtual-clock.ts'
import { createEmitter } from './events/emitter.ts'
import { createApp } from './http/app.ts'
import { type ApiKey, createAuthenticator, createGate } from './http/auth.ts'
import { createBaseUrlOf, listeningUrl } from './http/base-url.ts'
import { defaultLimits, type Limits } from './http/limits.ts'
import { createLinks } from './http/links.ts'
import type { Log } from './log.ts'
import { addOpenApiRoutes } from './openapi/routes.ts'
import { addProcedures } from './procedures/procedures.ts'
import { addReports } from './reports/reports.ts'
import { addSignatures } from './signatures/signatures.ts'
import { addTestRoutes } from './test-endpoints/routes.ts'
import { type OperatorSubscription, registerOperators } from './webhooks/operator.ts'
import { addSubscriptionRoutes } from './webhooks/routes.ts'
import type { ScheduleName } from './webhooks/schedules.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export interface ServiceDeps {
  /** Opened by `openDb`; the caller closes it after the service. */
  db: Db
  clock: Clock
  log: Log
  newId: () => string
  apiKeys: readonly ApiKey[]
  /** How long the registry takes to answer a report. */
  reportDelayMs: number
  /** From the submission of a signature to the final state of a sentinel. */
  signatureDelayMs?: number
  mode?: Mode
  /** Where uploaded files are kept; a service in memory keeps them until it is closed. */
  filesDirectory?: string | null
  /** What differs from the assumptions about the gaps of the specification. */
  assumptions?: Partial<ServiceAssumptions>
  retryProfile?: ScheduleName
  /** Hosts outside this machine that events may be sent to. */
  webhookHosts?: readonly string[]
  /** Every procedure that is submitted goes on by itself, at this speed; without it, none does. */
  autoplaySpeed?: number | null
  /** Registered by the operator at the start, unless they are there already. */
  operatorSubscriptions?: readonly OperatorSubscription[]
  limits?: Partial<Limits>
}

/** The counter that says how far ahead of the machine's the clock is. */
const AHEAD = 'clock-ahead-ms'

/** "About one second after submission." */
const SIGNATURE_DELAY_MS = 1_000
/** What is on its way when the service stops gets this long; whoever had not answered is told again after it. */
const DELIVERY_GRACE_MS = 800

/**
 * The service over a store: every endpoint, the timers that settle what is due and the deliveries of events. Not
 * listening yet. Closing it finishes the requests under way and stops the rest.
 */
export function createService(deps: ServiceDeps): FastifyInstance {
  const { db, log, newId, mode = 'development' } = deps
  const isDevelopment = mode === 'development'
  const counters = createCounters(db)
  const virtualClock = createVirtualClock(deps.clock, isDevelopment ? counters.read(AHEAD) : 0)
  const clock: Clock = isDevelopment ? virtualClock : deps.clock
  const assumptions = { ...serviceAssumptions, ...deps.assumptions }
  const authenticate = createAuthenticator(deps.apiKeys)
  const gate = createGate(authenticate, isDevelopment ? devKeys : undefined)
  const limits = { ...defaultLimits, ...deps.limits }
  // The machine's own clock: putting the other one forward must not cut what is arriving.
  const app = createApp({ limits, clock: deps.clock, log, authenticate, gate })
  const faults = isDevelopment ? addFaults(app) : null
  const write = createGroupCommit(db)

  const base = { db, clock, log, newId, mode, assumptions, write }
  const links = createLinks({ secret: storedSecret(db, 'links'), clock, ttlMs: assumptions.downloadTtlMs })
  const hosts = deps.webhookHosts ?? []
  const { subscriptions, engine } = createWebhooks(base, {
    hosts,
    retryProfile: deps.retryProfile ?? 'default',
    renewLink: (path) => listeningUrl(app) + links.sign(path),
  })
  const context: ServiceContext = {
    ...base,
    emit: createEmitter({ db, newId, listenersOf: subscriptions.listenersOf, onDelivery: engine.wake }),
    links,
    accountOf: gate.accountOf,
    baseUrlOf: createBaseUrlOf(app),
    baseUrl: () => listeningUrl(app),
  }

  const { autoplaySpeed = null } = deps
  const procedures = addProcedures(app, context, {
    filesDirectory: deps.filesDirectory ?? null,
    onSubmitted: ({ id }) => {
      if (autoplaySpeed !== null) autoplay.play(id, autoplaySpeed)
    },
  })
  const autoplay: Autoplay = createAutoplay(context, procedures.store, procedures.changes)
  const signatures = addSignatures(app, context, deps.signatureDelayMs ?? SIGNATURE_DELAY_MS)
  const reports = addReports(app, context, deps.reportDelayMs)
  const work = [reports.work, signatures.work, autoplay.work]
  addSubscriptionRoutes(app, context, { subscriptions, hosts })
  addOpenApiRoutes(app, context)
  registerOperators(context, subscriptions, deps.operatorSubscriptions ?? [])

  if (faults !== null) {
    addTestRoutes(app, context, procedures)
    const rememberClock = (aheadMs: number) => counters.write(AHEAD, aheadMs)
    const webhooks = { subscriptions, hosts, engine, log: createDeliveryLog(db) }
    const resources = { procedures: procedures.store, reports: reports.store, signatures: signatures.store }
    const accounts = new Set(deps.apiKeys.map(({ account }) => account))
    const own = { procedures, signatures, autoplay, faults, webhooks, resources, accounts }
    const parts = { clock: virtualClock, rememberClock, ...own }
    void app.register((scope) => addDevRoutes(scope, context, parts))
  }

  // Once it listens: events carry links to where it does.
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
