import type { Alarm, AlarmSettings, AlarmTest } from '#shared/api/relay-alarm.ts'
import type { Receipt, RelayDevice } from '#shared/api/relay.ts'
import { type SealingView, type RelayCheck, type RelaySlice, noRelay } from '#shared/bridge/relay.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Connection as ServiceConnection } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from '../../api/dispatchers.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Changes } from '../changes/changes.ts'
import type { OwnDevice } from './linking.ts'
import type { RelayTimings } from './session.ts'
import type { Inbox } from './subscription.ts'

type Done = Promise<Result<Record<string, never>>>

/** The office's relay, as this PC uses it. */
export interface Relay {
  readonly state: RelaySlice
  /** True while every event arrives at once and none is missing: polling may slow down. */
  readonly isHealthy: boolean
  /** Starts once the store is open, and again once it was opened anew. */
  resume(): Promise<void>
  /** This PC woke up, or its network changed: connects at once. */
  wake(): void
  /** Connection to the service: once it is back, the way to the relay may be too. */
  connectionChanged(state: Pick<ServiceConnection, 'state'>): void
  sleep(): void
  pair(address: string, code: string, name: string): Done
  /** Uses the relay that runs beside this core, at its present address. The place in its list is kept. */
  adopt(address: string, device: OwnDevice): Done
  cancelPairing(): void
  forget(): Done
  /** The user does not want to wait, also with a token that was refused. */
  retry(): Done
  devices(): Promise<Result<{ devices: RelayDevice[] }>>
  revoke(id: string): Done
  invite(): Promise<Result<{ id: string; code: string; expiresAt: number }>>
  decide(id: string, decision: 'confirm' | 'refuse'): Done
  dismissInvitation(): void
  inbox(): Promise<Result<Inbox>>
  subscribe(): Promise<Result<RelaySlice['subscription']>>
  check(): Promise<Result<RelayCheck>>
  alarm(): Promise<Result<Alarm>>
  setAlarm(settings: AlarmSettings): Promise<Result<Alarm>>
  testAlarm(): Promise<Result<AlarmTest>>
  /** A page of receipts from a number on. */
  receipts(from: number): Promise<Result<{ receipts: Receipt[]; next: number | null }>>
  dismissGap(): Done
  sealing(): Promise<Result<SealingView>>
  /** @param compared public keys whose words a person has just compared */
  changeKey(compared: readonly string[]): Done
  stopSealing(): Done
  stop(): Promise<void>
}

export interface RelayDeps {
  call: StoreCall
  client: ServiceClient
  changes: Changes
  clock: Clock
  log: Log
  supervisor: Supervisor
  secrets: SecretStore
  resolveProxy: ResolveProxy
  connectMs: number
  /** The operator takes subscriptions by its API. */
  subscribesByApi: boolean
  /** The service has no other relay than this core's own: a subscription to an earlier address of it is removed. */
  isOnlyRelay: boolean
  /** An administrator may allow one relay alone: another one, paired before, is not used. */
  allows: (address: string) => boolean
  /** Reason that nothing may be created in this session, or `null`. */
  forbidden: () => AppError | null
  timings?: Partial<RelayTimings & { personMs: number; canaryMs: number }> | undefined
  /** Identity of the present network. Another network may let streams pass. */
  network?: () => string
  random?: () => number
  onState: (state: RelaySlice) => void
  /** `isHealthy` changed. */
  onHealth: () => void
  /** Open resources are due because numbers were lost. */
  onMissed: () => void
}

/** The slice `relay`: state of the connection and of the other parts. */
export interface RelayState {
  readonly state: RelaySlice
  set(change: Partial<RelaySlice>): void
  /** Starts anew, without what belongs to one relay. */
  replace(next: Partial<RelaySlice>): void
  /** The state of another part changed. */
  changed(): void
}

export interface RelayStateDeps {
  clock: Clock
  signal: AbortSignal
  parts: () => Pick<RelaySlice, 'pairing' | 'invitation' | 'subscription'>
  onState: (state: RelaySlice) => void
}

/** Counters move with every event: a long catching-up is not a push to the windows for each. */
const EVERY_MS = 250
const COUNTERS: ReadonlySet<string> = new Set<keyof RelaySlice>([
  'cursor',
  'head',
  'missing',
  'received',
  'firstReceivedAt',
  'lastReceivedAt',
  'heardAt',
  'skewMs',
])

export function createRelayState({ clock, signal, parts, onState }: RelayStateDeps): RelayState {
  let own: RelaySlice = noRelay
  let waiting = false
  const whole = (): RelaySlice => ({ ...own, ...parts() })

  function publish(): void {
    if (!signal.aborted) onState(whole())
  }

  function publishSoon(): void {
    if (waiting) return
    waiting = true
    void clock.sleep(EVERY_MS, signal).then(() => {
      waiting = false
      publish()
    })
  }

  return {
    get state() {
      return whole()
    },
    set(change) {
      const { error, nextAttemptAt, ...rest } = own
      const isMove = change.state !== undefined && change.state !== own.state
      own = {
        ...rest,
        // The error stays until the relay answers again or another error replaces it.
        ...(error && change.state !== 'live' && change.state !== 'longpoll' && { error }),
        ...(nextAttemptAt !== undefined && !isMove && { nextAttemptAt }),
        ...change,
        ...(isMove && { since: clock.now() }),
      }
      if (Object.keys(change).every((name) => COUNTERS.has(name))) publishSoon()
      else publish()
    },
    replace(next) {
      own = { ...noRelay, since: clock.now(), ...next }
      publish()
    },
    changed: publish,
  }
}

/** Canaries of self-tests, as they arrive by the stream. */
export interface Canaries {
  arrived(id: string): void
  /** `performance.now()` at its arrival; `null` if it did not arrive in time. */
  waitFor(id: string, ms: number, signal: AbortSignal): Promise<number | null>
}

/** A canary may arrive before the answer that contains its id. */
const REMEMBERED = 20

export function createCanaries({ sleep }: Pick<Clock, 'sleep'>): Canaries {
  const seen = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  return {
    arrived(id) {
      seen.set(id, performance.now())
      const [oldest] = seen.keys()
      if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
      waiting.get(id)?.()
    },
    async waitFor(id, ms, signal) {
      if (!seen.has(id)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.set(id, resolve)
        const enough = new AbortController()
        await Promise.race([promise, sleep(ms, AbortSignal.any([signal, enough.signal]))])
        enough.abort()
        waiting.delete(id)
      }
      return seen.get(id) ?? null
    },
  }
}
