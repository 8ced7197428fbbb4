import type { Alarm, AlarmSettings, AlarmTest } from '#shared/api/relay-alarm.ts'
import type { Receipt, RelayDevice } from '#shared/api/relay.ts'
import { type SealingView, type RelayCheck, type RelaySlice, noRelay } from '#shared/bridge/relay.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Connection as ServiceConnection } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from '../../api/dispatchers.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Changes } from '../changes/changes.ts'
import type { RecordChange, RecordOutcome, RecordPage, RecordsFrame } from '#shared/api/relay-records.ts'
import type { RelayFailure } from './relay-http.ts'
import type { Keyring } from './relay.rules.ts'
import type { OwnDevice } from './linking.ts'
import type { RelayTimings } from './session.ts'
import type { Inbox } from './subscription.ts'

type Done = Promise<Result<Record<string, never>>>

/** Records of the office at its relay, and the keys that seal them. */
export interface RelayRecords {
  /** Id of this PC. `null` without a relay. */
  device(): Promise<string | null>
  /** Keys of the office. None while the events of the office were never sealed. */
  keyring(): Promise<Keyring>
  /** Records count only if they are sealed with this key or a newer one. */
  closeKeysBefore(id: string): Promise<void>
  /** Fetches the keys that another PC has sealed for this one. */
  fetchKeys(signal: AbortSignal): Promise<Result<unknown>>
  /** Records after a cursor. A failure has the relay's position if the cursor is not of its list. */
  list(after: string | null, signal: AbortSignal): Promise<Result<RecordPage, RelayFailure>>
  write(
    changes: readonly RecordChange[],
    signal: AbortSignal,
  ): Promise<Result<{ outcomes: readonly RecordOutcome[] }>>
}

/** Relay of the office, as this PC uses it. */
export interface Relay {
  readonly state: RelaySlice
  /** True while every event arrives at once and none is missing. Polling may then slow down. */
  readonly isHealthy: boolean
  /** Starts once the store is open. Call it again after the store was reopened. */
  resume(): Promise<void>
  /** Call this after this PC woke up or its network changed. The relay is connected at once. */
  wake(): void
  /** Reports the connection to the service. When the service is reachable again, the relay may be reachable too. */
  connectionChanged(state: Pick<ServiceConnection, 'state'>): void
  sleep(): void
  /** Call this when the windows show another page, or are locked or unlocked. */
  shownChanged(): void
  pair(address: string, code: string, name: string): Done
  /** Uses the relay that runs beside this core, at its present address. The position in its list does not change. */
  adopt(address: string, device: OwnDevice): Done
  /** Uses the relay that this PC is paired with at its new address. The position in its list does not change. */
  move(address: string): Done
  /** Call this when a person has compared the words of this PC's pairing, and they are the same. */
  confirmWords(): void
  cancelPairing(): void
  forget(): Done
  /** Connects at once because the user does not want to wait, even if the token was refused. */
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
  /** One page of receipts, starting at this number. */
  receipts(from: number): Promise<Result<{ receipts: Receipt[]; next: number | null }>>
  dismissGap(): Done
  sealing(): Promise<Result<SealingView>>
  /** @param compared public keys whose words a person has just compared */
  changeKey(compared: readonly string[]): Done
  stopSealing(): Done
  readonly records: RelayRecords
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
  /** True if the operator's API manages subscriptions. */
  subscribesByApi: boolean
  /**
   * True if the service has no other relay than the relay of this core. A subscription to an earlier address of this
   * relay is then removed.
   */
  isOnlyRelay: boolean
  /** An administrator may allow only one relay. A relay that was paired earlier and is not allowed is not used. */
  allowsAddress: (address: string) => boolean
  /** Reason that this session may not create anything, or `null`. */
  findProhibition: () => AppError | null
  /** Routes that the user sees now. */
  listShownRoutes: () => readonly Route[]
  /** Name of the person who works at this PC; empty if unknown. */
  operator: () => string
  timings?: Partial<RelayTimings & { personMs: number; canaryMs: number }> | undefined
  /** Identity of the present network. Another network may let streams pass. */
  network?: () => string
  random?: () => number
  onState: (state: RelaySlice) => void
  /** Called when `isHealthy` changes. */
  onHealth: () => void
  /** Called when PCs of the office wrote records. `null`: they must be read from the relay's list. */
  onRecords: (frame: RecordsFrame | null) => void
  /** Called when numbers were lost. Open resources are then due. */
  onMissed: () => void
}

/** The slice `relay`: state of the connection and of the other parts. */
export interface RelayState {
  readonly state: RelaySlice
  set(change: Partial<RelaySlice>): void
  /** Replaces the whole state, so that nothing of an earlier relay remains. */
  replace(next: Partial<RelaySlice>): void
  /** Call this when the state of another part changed. */
  changed(): void
}

export interface RelayStateDeps {
  clock: Clock
  signal: AbortSignal
  getParts: () => Pick<RelaySlice, 'pairing' | 'invitation' | 'subscription' | 'viewers'>
  onState: (state: RelaySlice) => void
}

/**
 * Maximum rate of pushes to the windows, in milliseconds. Counters change with every event, and catching up has many
 * events.
 */
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

export function createRelayState({ clock, signal, getParts, onState }: RelayStateDeps): RelayState {
  let own: RelaySlice = noRelay
  let waiting = false
  const buildSlice = (): RelaySlice => ({ ...own, ...getParts() })

  function publish(): void {
    if (!signal.aborted) onState(buildSlice())
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
      return buildSlice()
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

/** Canaries of self-tests that arrive by the stream. */
export interface Canaries {
  recordArrival(id: string): void
  /** `performance.now()` at the arrival of the canary. `null` if it did not arrive in time. */
  waitFor(id: string, ms: number, signal: AbortSignal): Promise<number | null>
}

/** A canary may arrive before the answer that contains its id. */
const REMEMBERED = 20

export function createCanaries({ sleep }: Pick<Clock, 'sleep'>): Canaries {
  const seen = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  return {
    recordArrival(id) {
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
