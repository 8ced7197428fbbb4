import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { ManagedUpdates } from '#shared/bridge/settings.ts'
import { ok } from '#shared/bridge/result.ts'
import type { StoreState } from '#shared/bridge/slices.ts'
import { noUpdates, type UpdateFailure, type UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import { isVersion } from '#shared/update-feed/version.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { SliceHolder } from '../../bridge/slices.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Store, StoreUpdate } from '../../store/store.ts'
import type { ManagedSettings } from '../managed-settings/managed-settings.ts'
import type { UpdateSource } from './signed-feed.ts'
import { type UpdateEngine, UpdateError, updateFailure } from './update-engine.ts'
import { resolveChoices, chooseHigher, compareFeed, toOffer, computeNextLookMs } from './updates.rules.ts'

const versionSchema = z.string().refine(isVersion)

/** Stored state of updates on this PC. An invalid value falls back to its default. */
const fileSchema = z.object({
  /** Place in a staged rollout, 0 to 99. It is chosen once. */
  place: z
    .int()
    .min(0)
    .max(99)
    .catch(() => randomInt(100)),
  /** Highest version that each channel has offered. An older feed is refused. */
  highest: z
    .object({ stable: versionSchema.nullable().catch(null), beta: versionSchema.nullable().catch(null) })
    .catch({ stable: null, beta: null }),
  /** Version that did not start on this PC. `isRead`: the user has seen the message. */
  undone: z.object({ version: versionSchema, at: z.number(), isRead: z.boolean() }).nullable().catch(null),
  lastLookAt: z.number().nullable().catch(null),
})
type UpdatesRecord = z.infer<typeof fileSchema>

interface UpdatesFile {
  readonly record: UpdatesRecord
  load(): Promise<void>
  change(change: Partial<UpdatesRecord>): Promise<void>
}

function createUpdatesFile(path: string): UpdatesFile {
  let record = fileSchema.parse({})
  return {
    get record() {
      return record
    },
    async load() {
      let parsed: unknown = {}
      try {
        parsed = JSON.parse(await readFile(path, 'utf8'))
      } catch {
        // The file is missing or unreadable. The place is chosen again.
      }
      const read = fileSchema.safeParse(parsed)
      record = read.success ? read.data : fileSchema.parse({})
    },
    async change(change) {
      record = { ...record, ...change }
      await writeDurably(path, `${JSON.stringify(record, null, 2)}\n`)
    },
  }
}

/** Installed edition, as its host describes it. */
export interface InstalledVersion {
  engine: UpdateEngine
  /** Version in the name of the directory. */
  version?: string
  /** Newer version that did not start. This version started instead. */
  undone?: string | null
  /** Reason why the prepared version could not be put in place. */
  failure?: UpdateFailure | null
  /** True while this version has not confirmed its start. */
  isOnTrial?: () => boolean
  /**
   * Runs once the store is open and before any work is resumed. If the update is undone, data written since the
   * update are lost. Nothing of that work may have left this PC.
   */
  confirmStart?: (store: StoreState) => Promise<void>
}

export interface UpdatesDeps {
  /** Absent if nothing can be updated here, because the program runs from its sources. */
  installed?: InstalledVersion | undefined
  dataDir: string
  /** Version of this build. */
  version: string
  slices: () => SliceHolder
  /** Settings of the administrator. */
  managed: Pick<ManagedSettings, 'updates' | 'isFixed'>
  /** Number of submissions being sent. */
  sending: () => number
  clock: Clock
  log: Log
  supervisor: Supervisor
  random?: () => number
  /** Time between two checks whether other programs replaced the files, in milliseconds. */
  replacedLookMs?: number
}

/** Updates of the application. It decides when to check, what to download and when to restart. */
export interface Updates {
  readonly state: UpdatesState
  start(): Promise<void>
  /** Call this when the mode, the channel or the administrator's settings changed. */
  settingsChanged(): void
  /**
   * Checks now whether another program replaced the files of this version, and says so on screen.
   * @returns true if they were replaced
   */
  lookForReplacement(): boolean
  checkForUpdates(): Promise<void>
  download(): void
  cancel(): void
  restart(): void
  cancelRestart(): void
  dismissUndone(): Promise<void>
  readonly ofStore: StoreUpdate
  /** Call this when the store was opened, or failed to open. Confirms the running version if it is on trial. */
  confirmStart(state: StoreState, store: Pick<Store, 'confirmVersion'>): Promise<void>
  stop(): Promise<void>
}

const PROGRESS_MS = 250
const SENDING_LOOK_MS = 200
/** A package manager replaces the files without notifying running programs. */
const REPLACED_LOOK_MS = 15_000

export function createUpdates(deps: UpdatesDeps): Updates {
  const { installed, slices, managed, sending, clock, log, supervisor } = deps
  const { random = Math.random, replacedLookMs = REPLACED_LOOK_MS } = deps
  const engine = installed?.engine
  const version = installed?.version ?? deps.version
  const isOnTrial = () => installed?.isOnTrial?.() === true
  const file = createUpdatesFile(join(deps.dataDir, 'updates.json'))
  const inTurn = createSerialQueue()
  const stopping = new AbortController()
  let state: UpdatesState = { ...noUpdates(version), owner: engine?.owner ?? 'sources' }
  let found: Feed | null = null
  let fetching: AbortController | null = null
  let lastLook: 'none' | 'well' | 'failed' = 'none'
  let waiting: AbortController | null = null

  function setState(change: Partial<UpdatesState>): void {
    state = { ...state, ...change }
    slices().set('updates', state)
  }

  const getSource = (): UpdateSource => ({ feed: state.feed, keys: engine?.source.keys ?? [] })
  const getPhaseAtRest = (): UpdatesState['phase'] =>
    engine?.getReadyVersion() != null ? 'ready' : found ? 'found' : 'idle'

  const isAtRest = () => ['idle', 'found', 'ready'].includes(state.phase)
  /** A running download or swap keeps its own phase until it ends. */
  const restorePhase = () => {
    if (isAtRest()) setState({ phase: getPhaseAtRest() })
  }

  /** @returns true if the channel or the feed address has changed */
  function applyChoices(): boolean {
    const own = slices().get('settings').updates
    const isFixed = (name: keyof ManagedUpdates) => managed.isFixed(`updates.${name}`)
    const next = resolveChoices(own, managed.updates(), engine?.source.feed ?? '', isFixed)
    const isOther = next.channel !== state.channel || next.feed !== state.feed
    if (isOther) found = null
    setState({ ...next, ...(isOther && { offer: null, failure: null, received: 0 }) })
    return isOther
  }

  async function checkFeed(): Promise<void> {
    if (engine?.owner !== 'self' || fetching || engine.getReadyVersion() !== null) return
    const { channel } = state
    const asked = getSource()
    // The channel changed meanwhile: check again.
    const isStale = () => state.channel !== channel || state.feed !== asked.feed
    setState({ phase: 'looking', failure: null })
    try {
      const feed = await engine.fetchFeed(asked, channel, stopping.signal)
      if (isStale()) return setState({ phase: getPhaseAtRest() })
      await evaluateFeed(feed, channel, isStale)
      lastLook = 'well'
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isStale()) return setState({ phase: getPhaseAtRest() })
      lastLook = 'failed'
      const failure = updateFailure(error)
      log.warn(`updates: no look: ${failure.code} ${failure.detail ?? ''}`)
      setState({ phase: getPhaseAtRest(), failure })
    }
  }

  async function evaluateFeed(
    feed: Feed,
    channel: UpdatesState['channel'],
    isStale: () => boolean,
  ): Promise<void> {
    const { record } = file
    const highest = record.highest[channel]
    const standing = compareFeed({ feed, running: version, highest, place: record.place })
    if (standing === 'replayed') throw new UpdateError('feed-older', `${feed.version}, after ${highest}`)
    const lastLookAt = clock.now()
    await file
      .change({ lastLookAt, highest: { ...record.highest, [channel]: chooseHigher(highest, feed.version) } })
      .catch((error: unknown) => log.error('updates: what was offered cannot be written down', error))
    if (isStale()) return setState({ phase: getPhaseAtRest() })
    found = standing === 'newer' ? feed : null
    const offer = found && engine ? toOffer(found, engine.getSize(found)) : null
    setState({ lastLookAt, offer, received: 0, phase: getPhaseAtRest() })
  }

  async function fetchFound(): Promise<void> {
    const feed = found
    // The user requested a version that an automatic download has meanwhile made ready.
    if (!engine || !feed || fetching || engine.getReadyVersion() === feed.version) return
    const mine = new AbortController()
    fetching = mine
    const signal = AbortSignal.any([mine.signal, stopping.signal])
    let toldAt = Number.NEGATIVE_INFINITY
    const onProgress = (received: number) => {
      if (clock.elapsed() - toldAt < PROGRESS_MS) return
      toldAt = clock.elapsed()
      setState({ received })
    }
    setState({ phase: 'downloading', failure: null })
    try {
      const onUnpacking = () => setState({ phase: 'unpacking', received: state.offer?.bytes ?? 0 })
      await engine.fetch(getSource(), feed, { onProgress, onUnpacking }, signal)
      log.info(`updates: ${feed.version} is ready`)
    } catch (error) {
      if (!signal.aborted) {
        const failure = updateFailure(error)
        log.warn(`updates: ${feed.version} was not taken: ${failure.code} ${failure.detail ?? ''}`)
        setState({ failure })
      }
    } finally {
      fetching = null
      if (!stopping.signal.aborted) setState({ phase: getPhaseAtRest() })
    }
  }

  /** True if a version is downloaded automatically. A version that was undone on this PC is not. */
  const isAutomatic = () =>
    state.mode === 'automatic' && found !== null && found.version !== file.record.undone?.version

  function publishReplacement(): void {
    const replacedBy = engine?.getReplacement() ?? null
    if (replacedBy === state.replacedBy) return
    if (replacedBy !== null) log.info(`updates: ${replacedBy} is in the place of this version`)
    setState({ replacedBy })
    restorePhase()
  }

  /**
   * Time of the next check, on the monotonic clock. `null`: the first round only waits, because a start has other
   * things to do.
   */
  let dueAt: number | null = null
  const computeNextDue = () => clock.elapsed() + computeNextLookMs(lastLook, random())
  const loop = createBackgroundLoop({
    name: 'updates',
    clock,
    log,
    supervisor,
    // A round fetches a feed and its signature, each with its own timeout.
    patienceMs: 90_000,
    async round() {
      publishReplacement()
      if (state.owner !== 'self' || state.mode === 'off') return replacedLookMs
      dueAt ??= computeNextDue()
      if (clock.elapsed() >= dueAt) {
        // If the settings change meanwhile, another check is due.
        const due = (dueAt = computeNextDue())
        await inTurn(checkFeed)
        // Not awaited, because a download may take long and has its own timeouts.
        if (isAutomatic()) void inTurn(fetchFound)
        if (dueAt === due) dueAt = computeNextDue()
      }
      return Math.min(dueAt - clock.elapsed(), replacedLookMs)
    },
  })

  /** Restarts once no submission is being sent. */
  async function restartWhenSent(): Promise<void> {
    if (!engine || engine.getReadyVersion() === null || waiting) return
    const mine = new AbortController()
    waiting = mine
    while (sending() > 0 && !mine.signal.aborted && !stopping.signal.aborted) {
      if (state.phase !== 'waiting') setState({ phase: 'waiting' })
      await clock.sleep(SENDING_LOOK_MS, mine.signal)
    }
    waiting = null
    if (mine.signal.aborted || stopping.signal.aborted) return
    // The channel was changed while the restart waited.
    if (engine.getReadyVersion() === null) return setState({ phase: getPhaseAtRest() })
    setState({ phase: 'restarting' })
    log.info(`updates: restarts into ${engine.getReadyVersion()}`)
    engine.restart()
  }

  return {
    get state() {
      return state
    },
    lookForReplacement() {
      publishReplacement()
      return state.replacedBy !== null
    },
    async start() {
      await file.load()
      const undone = installed?.undone
      if (undone != null) {
        log.warn(`updates: ${undone} did not start, and was undone`)
        await file
          .change({ undone: { version: undone, at: clock.now(), isRead: false } })
          .catch((error: unknown) => log.error('updates: an undone version cannot be written down', error))
      } else if (file.record.undone?.version === version)
        // The undone version was tried again and runs now.
        await file.change({ undone: null }).catch(() => undefined)
      applyChoices()
      setState({
        lastLookAt: file.record.lastLookAt,
        undone: getShownUndone(),
        phase: getPhaseAtRest(),
        failure: installed?.failure ?? null,
      })
      if (engine) loop.start()
    },
    settingsChanged() {
      const before = { ...state }
      if (applyChoices()) {
        // A download from the earlier channel or server is aborted.
        fetching?.abort()
        engine?.cancelNext()
        restorePhase()
      }
      if (before.mode !== state.mode && state.mode === 'off') {
        fetching?.abort()
        if (state.fixed.includes('mode')) engine?.cancelNext()
        restorePhase()
      }
      if (before.mode === state.mode && before.channel === state.channel && before.feed === state.feed) return
      dueAt = 0
      loop.wake()
    },
    checkForUpdates: () => inTurn(checkFeed),
    download: () => void inTurn(fetchFound),
    cancel: () => fetching?.abort(),
    restart: () => void restartWhenSent(),
    cancelRestart() {
      waiting?.abort()
      if (state.phase === 'waiting') setState({ phase: getPhaseAtRest() })
    },
    async dismissUndone() {
      const { undone } = file.record
      if (undone) await file.change({ undone: { ...undone, isRead: true } })
      setState({ undone: null })
    },
    ofStore: { isOnTrial, wasUndone: () => installed?.undone != null || file.record.undone !== null },
    async confirmStart(store, { confirmVersion }) {
      const wasOnTrial = isOnTrial()
      await installed?.confirmStart?.(store)
      if (wasOnTrial && !isOnTrial() && store.state === 'open') await confirmVersion()
    },
    async stop() {
      stopping.abort()
      waiting?.abort()
      await loop.stop()
    },
  }

  function getShownUndone(): UpdatesState['undone'] {
    const { undone } = file.record
    return undone && !undone.isRead ? { version: undone.version, at: undone.at } : null
  }
}

/** Handlers of Ajustes › Actualizaciones. The slice shows the outcomes. */
export function createUpdateCommands({ updates }: { updates: Updates }): CommandsOf<'updates'> {
  return {
    async 'updates.look'() {
      await updates.checkForUpdates()
      return ok({})
    },
    'updates.download'() {
      updates.download()
      return ok({})
    },
    'updates.cancel'() {
      updates.cancel()
      return ok({})
    },
    'updates.restart'() {
      // Wait until this answer was sent, so that the window receives it.
      setImmediate(() => updates.restart())
      return ok({})
    },
    'updates.stay'() {
      updates.cancelRestart()
      return ok({})
    },
    async 'updates.dismiss-undone'() {
      await updates.dismissUndone()
      return ok({})
    },
  }
}
