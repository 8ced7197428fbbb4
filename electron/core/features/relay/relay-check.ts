import { lookup as resolveName } from 'node:dns/promises'
import type { RelayCheck } from '#shared/bridge/relay.ts'
import type { RelayCheckStep } from '#shared/domain/relay-check.ts'
import type { SelfTest } from '#shared/api/relay.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { ResolveProxy } from '../../api/dispatchers.ts'
import { isLoopback } from '#shared/domain/service-address.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Canaries } from './relay-types.ts'
import type { RelayApi } from './relay-api.ts'
import { wasNeverSent, type RelayTarget } from './relay-http.ts'
import type { LinkState } from './relay.rules.ts'

export interface RelayCheckDeps {
  api: Pick<RelayApi, 'office' | 'selfTest'>
  clock: Clock
  resolveProxy: ResolveProxy
  canaries: Canaries
  /** Present connection. */
  link: () => LinkState
  /** Maximum wait for the canary, in milliseconds. */
  canaryMs: number
}

type Step = RelayCheck['steps'][number]

/** With a larger clock error, certificates and tokens fail. */
const CLOCK_OFF_MS = 120_000

/** Tests every step from the relay's public address to this PC, and names the broken step. */
export async function checkRelay(
  deps: RelayCheckDeps,
  target: RelayTarget,
  signal: AbortSignal,
): Promise<RelayCheck> {
  const { api, clock, canaries, link, canaryMs } = deps
  const steps: Step[] = []
  const addStep = (
    step: RelayCheckStep,
    outcome: Step['outcome'],
    more: Omit<Step, 'step' | 'outcome'> = {},
  ) => void steps.push({ step, outcome, ...more })
  const skipSteps = (...names: RelayCheckStep[]) => names.forEach((step) => addStep(step, 'skipped'))

  await checkName()
  const isReached = steps[0]?.outcome !== 'failed' && (await checkOffice())
  const { phase, lane } = link()
  const isConnected = phase === 'live' || phase === 'catching-up'
  if (!isReached) skipSteps('stream')
  else if (!isConnected) addStep('stream', 'failed', { detail: phase })
  // Without a stream, every event still arrives, a little later and with more requests.
  else addStep('stream', lane === 'stream' ? 'ok' : 'warning', { detail: lane })
  await checkInbox(isReached, isConnected && lane === 'stream')
  return {
    at: clock.now(),
    steps,
    broken: steps.find(({ outcome }) => outcome === 'failed')?.step ?? null,
  }

  async function checkName(): Promise<void> {
    const { hostname, href } = new URL(target.address)
    const proxy = isLoopback(hostname) ? null : await deps.resolveProxy(href).catch(() => null)
    // With a proxy, the proxy resolves the name.
    if (proxy !== null) return addStep('name', 'skipped', { detail: 'proxy' })
    const began = performance.now()
    try {
      await resolveName(hostname.replace(/^\[|\]$/g, ''))
      addStep('name', 'ok', { ms: measureMs(began) })
    } catch {
      addStep('name', 'failed', { detail: 'ENOTFOUND' })
    }
  }

  async function checkOffice(): Promise<boolean> {
    const began = performance.now()
    const office = await api.office(target, signal)
    if (!office.ok) {
      const { error } = office
      const isRefused = error.code === 'relay-revoked'
      addStep(
        'connection',
        isRefused ? 'ok' : 'failed',
        isRefused ? { ms: measureMs(began) } : toErrorDetail(error),
      )
      if (isRefused) addStep('token', 'failed', toErrorDetail(error))
      else skipSteps('token')
      skipSteps('clock')
      return false
    }
    addStep('connection', 'ok', { ms: measureMs(began) })
    addStep('token', 'ok')
    const off = Date.parse(office.value.time) - clock.now()
    addStep('clock', Math.abs(off) > CLOCK_OFF_MS ? 'warning' : 'ok', {
      detail: String(Math.round(off / 1_000)),
    })
    return true
  }

  async function checkInbox(isReachable: boolean, hasStream: boolean): Promise<void> {
    const ofRelay = ['inbox-name', 'inbox-tls', 'inbox-address', 'inbox-header', 'inbox-stored'] as const
    if (!isReachable) return skipSteps(...ofRelay, 'canary')
    const began = performance.now()
    const test = await api.selfTest(target, signal)
    if (!test.ok) {
      addStep('inbox-name', 'failed', toErrorDetail(test.error))
      return skipSteps(...ofRelay.slice(1), 'canary')
    }
    const told = new Map(test.value.steps.map((step) => [step.step, step]))
    for (const step of ofRelay) {
      const own = told.get(step.slice('inbox-'.length) as SelfTest['steps'][number]['step'])
      if (!own) addStep(step, 'skipped')
      else
        addStep(step, own.outcome, {
          ...(own.ms !== undefined && { ms: own.ms }),
          ...(own.detail !== undefined && { detail: own.detail.slice(0, 100) }),
        })
    }
    // The canary arrives only by the stream, and only after the relay has stored it.
    if (!hasStream || told.get('stored')?.outcome === 'failed') return skipSteps('canary')
    const arrivedAt = await canaries.waitFor(test.value.id, canaryMs, signal)
    if (arrivedAt === null) addStep('canary', 'failed', { detail: 'timeout' })
    else addStep('canary', 'ok', { ms: Math.max(0, Math.round(arrivedAt - began)) })
  }
}

const measureMs = (began: number): number => Math.round(performance.now() - began)

const toErrorDetail = (error: AppError): { detail: string } => ({
  detail: wasNeverSent(error) ? (error.detail ?? error.code) : `${error.code} ${error.detail ?? ''}`.trim(),
})
