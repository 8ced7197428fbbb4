import { networkInterfaces } from 'node:os'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, type AppError } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import { storeAppError, StoreError } from '../../store/store-error.ts'
import type { RecordsFrame } from '#shared/api/relay-records.ts'
import type { Changes } from '../changes/changes.ts'
import {
  createAcks,
  pollSession,
  type RelayTimings,
  type SessionDeps,
  type SessionEnd,
  createPlace,
  type Place,
  type PlaceDeps,
} from './session.ts'
import type { Canaries, RelayState } from './relay-types.ts'
import type { Position, RelayHttp, RelayToken } from './relay-http.ts'
import {
  reduceLink,
  initialLink,
  MAX_DELAY_MS,
  retryDelay,
  type LinkEvent,
  type LinkState,
} from './relay.rules.ts'
import type { SealedEvents } from './sealing-keys.ts'
import { streamSession } from './stream-session.ts'

/** Keeps this PC connected to its relay. */
export interface Connection {
  readonly link: LinkState
  readonly isHealthy: boolean
  resume(): Promise<void>
  wake(): void
  sleep(): void
  /** Ends the connection and starts again from the stored data. `between` runs while there is no connection. */
  restart(between?: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

export interface ConnectionDeps {
  call: StoreCall
  changes: Pick<Changes, 'applyEvents'>
  sealedEvents: Pick<SealedEvents, 'open'>
  http: RelayHttp
  token: RelayToken
  canaries: Canaries
  clock: Clock
  log: Log
  supervisor: Supervisor
  timings: RelayTimings
  shown: RelayState
  network?: () => string
  random?: () => number
  onHealth: () => void
  onMissed: () => void
  /** Called when PCs wrote records. `null`: they must be read from the relay's list. */
  onRecords: (frame: RecordsFrame | null) => void
  /** Called when every event up to now is stored on this PC. */
  onLive: () => void
  onPresence: SessionDeps['onPresence']
}

export function createConnection(deps: ConnectionDeps): Connection {
  const { http, token, canaries, clock, log, supervisor, timings, shown } = deps
  const { random = Math.random, network = describeNetwork } = deps
  const acks = createAcks({ http, clock, everyMs: timings.ackMs, aliveMs: timings.aliveMs })
  let link: LinkState = initialLink
  let isHealthy = false
  let isAsleep = false
  /** `null` before the first read, and again when the stored data may have changed. */
  let stored: StoredPlace | null = null
  /** Number of restarts under way. No connection starts during a restart. */
  let holds = 0
  /** Aborting it ends the connection under way. */
  let session = new AbortController()
  /** Resolves once the connection under way has ended. */
  let closing: Promise<void> = Promise.resolve()
  let networkAt = ''
  let toldTime = ''
  /** Number of the relay's last write of a record, as it last told. */
  let recordHead = 0

  const loop = createBackgroundLoop({
    name: 'relay',
    clock,
    log,
    supervisor,
    round: runConnection,
    onJump: () => wake(),
  })

  /**
   * After a wake, `loop.pause` returns at once until the round ends. A session that pauses repeatedly must still let
   * its requests run in the event loop.
   */
  async function pause(ms: number, ended: Promise<unknown>): Promise<void> {
    await loop.pause(ms, ended)
    await new Promise((resolve) => setImmediate(resolve))
  }

  function applyLinkEvent(event: LinkEvent): void {
    link = reduceLink(link, event, clock.elapsed())
    const healthy = link.phase === 'live'
    if (healthy === isHealthy) return
    isHealthy = healthy
    deps.onHealth()
  }

  /** @returns milliseconds until the next connection */
  async function runConnection(): Promise<number> {
    const ended = Promise.withResolvers<void>()
    const mine = new AbortController()
    session = mine
    closing = ended.promise
    try {
      return await connect(mine.signal)
    } catch (error) {
      // The store failed. The connection is not live any more, and the cursor did not advance.
      stored = null
      applyLinkEvent({ kind: 'ended', graceful: false })
      showState('retrying', {
        error: error instanceof StoreError ? storeAppError(error) : appError('internal'),
      })
      throw error
    } finally {
      mine.abort()
      ended.resolve()
    }
  }

  async function connect(signal: AbortSignal): Promise<number> {
    if (isAsleep) {
      applyLinkEvent({ kind: 'ended', graceful: true })
      if (shown.state.state !== 'none') showState('asleep')
      return Infinity
    }
    if (holds > 0) return Infinity
    stored ??= await loadStoredPlace(deps)
    if (!stored || link.phase === 'revoked') return Infinity
    const { address, place, showCounts } = stored
    const to = await token.target(address)
    if (signal.aborted) return 0
    if (!to.ok) {
      applyLinkEvent({ kind: 'ended', graceful: false })
      // The keychain is locked. No event tells when the user unlocks it, so the core retries.
      return retryIn(MAX_DELAY_MS, to.error)
    }
    checkNetworkChange()
    const was = link
    applyLinkEvent({ kind: 'connecting' })
    if (link.phase === 'connecting') showState('connecting')
    if (link.lane === 'stream') acks.confirmUpTo(place.cursor)
    const parts = {
      http,
      clock,
      timings,
      acks,
      pause,
      onPosition: (position: Position, caughtUp: boolean) => recordPosition(showCounts, position, caughtUp),
      onCanary: ({ id }: { id: string }) => canaries.recordArrival(id),
      onRecords: (frame: RecordsFrame | null) => deps.onRecords(frame),
      recordHead: () => recordHead,
      onPresence: deps.onPresence,
    }
    const end =
      link.lane === 'stream'
        ? await streamSession(parts, to.value, place, signal)
        : await pollSession(parts, to.value, place, was.phase !== 'live', signal)
    return decidePause(end, signal)
  }

  function decidePause(end: SessionEnd, signal: AbortSignal): number {
    // A wake, a restart or a stop ended the session. The code that aborted it decides what follows.
    if (signal.aborted) {
      if (link.phase !== 'revoked') applyLinkEvent({ kind: 'ended', graceful: true })
      return 0
    }
    if (end.kind === 'refused') {
      applyLinkEvent({ kind: 'refused' })
      showState('revoked', { error: appError('relay-revoked') })
      return Infinity
    }
    if (end.kind === 'buffered') {
      log.warn('relay: this network holds streams back, so events are asked for')
      applyLinkEvent({ kind: 'buffered' })
      return 0
    }
    if (end.misordered) {
      log.warn('relay: a number did not follow, so the relay is asked again')
      shown.set({ misordered: shown.state.misordered + 1 })
    }
    // A long poll was answered. The next long poll continues the connection.
    if (end.graceful && link.lane === 'longpoll' && link.healthySince !== null) return end.retryMs ?? 0
    applyLinkEvent({ kind: 'ended', graceful: end.graceful })
    return retryIn(end.retryMs ?? retryDelay(link, random()), end.error)
  }

  function retryIn(ms: number, error?: AppError): number {
    showState('retrying', { nextAttemptAt: clock.now() + ms, ...(error && { error }) })
    return ms
  }

  function recordPosition(
    count: StoredPlace['showCounts'],
    { head, time, recordHead: written = 0 }: Position,
    caughtUp: boolean,
  ): void {
    const wasLive = link.phase === 'live'
    if (written > recordHead) deps.onRecords(null)
    recordHead = written
    applyLinkEvent({ kind: 'heard', caughtUp })
    const now = clock.now()
    const state = caughtUp ? (link.lane === 'stream' ? 'live' : 'longpoll') : 'catching-up'
    // An event repeats the time of the last heartbeat. That time is no longer the relay's present time.
    count({ head, heardAt: now, ...(time !== toldTime && { skewMs: Date.parse(time) - now }) })
    toldTime = time
    if (shown.state.state !== state) showState(state)
    if (caughtUp && !wasLive) deps.onLive()
  }

  const showState = (state: RelaySlice['state'], more: Partial<RelaySlice> = {}) =>
    shown.set({ state, ...more })

  /** Another network may let streams pass. */
  function checkNetworkChange(): void {
    const now = network()
    if (networkAt !== '' && now !== networkAt && link.lane === 'longpoll') applyLinkEvent({ kind: 'woken' })
    networkAt = now
  }

  function wake(): void {
    isAsleep = false
    applyLinkEvent({ kind: 'woken' })
    session.abort()
    loop.wake()
  }

  return {
    get link() {
      return link
    },
    get isHealthy() {
      return isHealthy
    },
    async resume() {
      // The store may have been replaced.
      stored = null
      session.abort()
      loop.wake()
      loop.start()
    },
    wake,
    sleep() {
      isAsleep = true
      session.abort()
      loop.wake()
    },
    async restart(between) {
      holds++
      session.abort()
      loop.wake()
      await closing
      try {
        await between?.()
      } finally {
        holds--
        stored = null
        applyLinkEvent({ kind: 'ended', graceful: true })
        link = initialLink
        loop.wake()
      }
    },
    async stop() {
      session.abort()
      await loop.stop()
      await acks.waitUntilSent()
    },
  }
}

/** Addresses of this PC. Another network gives other addresses. */
const describeNetwork = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join(' ')

/** The stored relay, with this PC's position in its list. */
interface StoredPlace {
  address: string
  place: Place
  /** Shows these counters together with the present position. */
  showCounts(change: Partial<RelaySlice>): void
}

interface StoredPlaceDeps extends Pick<
  PlaceDeps,
  'call' | 'clock' | 'changes' | 'sealedEvents' | 'onMissed'
> {
  shown: RelayState
}

/**
 * Reads the stored relay and shows it. Later moves of the position are shown too.
 * @returns `null` without a relay
 */
async function loadStoredPlace(deps: StoredPlaceDeps): Promise<StoredPlace | null> {
  const { call, clock, changes, sealedEvents, shown } = deps
  const { link, cursor, received: counted, gap } = await call('relayStored')
  if (!link || !cursor) {
    if (shown.state.state !== 'none') shown.replace({})
    return null
  }
  const { address, office, admin, deviceId } = link
  let received = counted.count
  shown.replace({
    state: 'connecting',
    address,
    office,
    admin,
    deviceId,
    cursor: cursor.seq,
    received,
    firstReceivedAt: counted.firstAt,
    lastReceivedAt: counted.lastAt,
    gap,
  })

  function showCounts(change: Partial<RelaySlice>): void {
    const { seq } = place.cursor
    const head = Math.max(change.head ?? shown.state.head ?? 0, seq)
    shown.set({ ...change, cursor: seq, head, missing: head - seq })
  }

  const place = createPlace(
    {
      call,
      clock,
      changes,
      sealedEvents,
      onStored(events, firstAt, lastAt) {
        received += events
        const { firstReceivedAt, lastReceivedAt } = shown.state
        showCounts({
          received,
          firstReceivedAt: firstReceivedAt ?? firstAt,
          lastReceivedAt: lastAt ?? lastReceivedAt,
        })
      },
      onMissed() {
        deps.onMissed()
        void call('relayStored')
          .then((now) => shown.set({ gap: now.gap }))
          .catch(() => undefined)
      },
    },
    cursor,
  )
  return { address, place, showCounts }
}
