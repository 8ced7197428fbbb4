import type { Outage } from '#shared/bridge/inbox.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { ActiveProfile } from './accounts/profiles.ts'
import { createServiceClient, type ServiceClient } from './api/service-client.ts'
import { createTransport, type Transport } from './api/transport.ts'
import { createOutageWatch, type OutageWatch } from './features/outage/outage.ts'
import { type Admission, createRateLimiter, INTERACTIVE_SCHEDULED_SHARE } from './runtime/admission.ts'
import { createCircuitBreaker } from './runtime/circuit-breaker.ts'
import type { Lifecycle } from './runtime/lifecycle.ts'
import type { StoreCall } from './store/client.ts'
import type { WorkspaceDeps } from './workspace-types.ts'

/** Connection of an account to its service: requests, their admission, and the outage watch. */
interface ServiceConnection extends Admission {
  transport: Transport
  client: ServiceClient
  outage: OutageWatch
}

interface ServiceConnectionDeps extends Pick<WorkspaceDeps, 'clock' | 'log' | 'resolveProxy' | 'timeouts'> {
  active: Pick<ActiveProfile, 'target' | 'assumptions'>
  call: StoreCall
  work: Pick<Lifecycle, 'add'>
  onOutage: (outage: Outage) => void
  onConnection: (connection: Connection) => void
}

export function createServiceConnection(deps: ServiceConnectionDeps): ServiceConnection {
  const { active, clock, log, resolveProxy, timeouts, call, work, onOutage, onConnection } = deps
  const { assumptions } = active
  const outage = createOutageWatch({
    clock,
    log,
    record: (attempts) => call('recordAttempts', attempts),
    onState: onOutage,
  })
  const transport = createTransport({
    target: active.target,
    resolveProxy,
    connectMs: timeouts.connectMs,
    answerMs: timeouts.answerMs ?? assumptions.answerMs,
    maxBytes: assumptions.maxAnswerBytes,
    maxDepth: assumptions.maxAnswerDepth,
  })
  const breaker = createCircuitBreaker({
    clock,
    threshold: assumptions.failingResourcesForDown,
    onChange: onConnection,
  })
  work.add({
    name: 'the time of the last contact',
    async resume() {
      const at = Math.max((await call('lastReportAt')) ?? 0, (await call('lastResourceCheck')) ?? 0)
      if (at > 0) breaker.setLastContact(at)
    },
  })
  return {
    outage,
    transport,
    client: createServiceClient(outage.wrapTransport(transport), assumptions),
    breaker,
    limiter: createRateLimiter(clock, assumptions.interactiveRequestsPerSecond, {
      scheduledShare: INTERACTIVE_SCHEDULED_SHARE,
    }),
    background: createRateLimiter(clock, assumptions.backgroundRequestsPerSecond),
  }
}
