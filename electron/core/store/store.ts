import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { StoreState } from '#shared/bridge/slices.ts'
import { keychainAppError, KeychainError } from '../keychain/keychain-error.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Supervisor } from '../runtime/supervisor.ts'
import type { DbClient, StoreCall } from './client.ts'
import { openStoreFile } from './open-store-file.ts'
import { hasAnyPart, listSetAside, setAside } from './set-aside.ts'
import { isDiskFull, storeAppError, StoreError } from './store-error.ts'
import { readExtent } from './store-extent.ts'
import { createStoreThread, type OpenAt } from './store-thread.ts'
import { removeUpdateCopy } from './update-copy.ts'
import { IN_MEMORY } from './worker-protocol.ts'

/** Interval between measurements of the store's size, in milliseconds. */
const SIZE_EVERY_MS = 2_000

export interface SizeWatchDeps {
  store: Pick<Store, 'refreshSize'>
  clock: Pick<Clock, 'sleep'>
  /** Aborts when the account is closed. */
  signal: AbortSignal
}

/**
 * Measures the stored size for *Ajustes*, at most once per interval.
 * @returns a function to call after each change
 */
export function createSizeWatch({ store, clock, signal }: SizeWatchDeps): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    void clock
      .sleep(SIZE_EVERY_MS, signal)
      .then(() => (signal.aborted ? undefined : store.refreshSize()))
      .catch(() => undefined)
      .finally(() => {
        isDue = false
      })
  }
}

/** Encrypted store of one profile. It opens, closes and recovers the database. All other parts only call it. */
export interface Store {
  /** True if the data outlive this process. */
  readonly persistent: boolean
  /**
   * Opens the store, or publishes the reason of the failure. Never creates anything over data that it cannot read.
   */
  open(): Promise<void>
  /** Rejects with a `StoreError`. Its kind is `closed` while the store is locked or failed. */
  call: StoreCall
  /** Keeps the unreadable data under another name and starts empty, at the user's request. */
  startOver(): Promise<Result<Record<never, never>>>
  /** Continues with data older than the last known, at the user's request. */
  acceptShorter(): Promise<Result<Record<never, never>>>
  refreshSize(): Promise<void>
  /** Removes the copy from before the migration, because this version of the application works. */
  confirmVersion(): Promise<void>
  /** Databases that were set aside, oldest first. */
  setAsideFiles(): Promise<{ path: string; at: number }[]>
  close(): Promise<void>
}

export interface StoreDeps {
  directory: string
  worker: URL
  /**
   * Secrets of the account. If they are not persistent, the store is only in memory: its data could not be decrypted
   * later.
   */
  secrets: SecretStore
  clock: Clock
  log: Log
  onState: (state: StoreState) => void
  supervisor: Supervisor
  /** State of an update of the application. */
  update?: StoreUpdate
  /** Called when a search of cases that was already answered may now find other cases. */
  onSearchable?: () => void
  /** Called when something was changed that the office shares. */
  onShared?: () => void
  /** Called when the store was opened again after its thread died or its file was damaged. */
  onReopened?: () => void
}

/** Facts about an update of the application that the store needs. */
export interface StoreUpdate {
  /** True until this version has confirmed its start. Until then it may be undone. */
  isOnTrial(): boolean
  /** True if a newer version was undone. The copy from before replaces the store that it migrated. */
  wasUndone(): boolean
}

/** Time in milliseconds after which a call counts as stalled. */
const PATIENCE_MS = 10_000

export function createStore(deps: StoreDeps): Store {
  const { directory, worker, secrets, clock, log, supervisor } = deps
  const path = join(directory, 'ventanilla.db')
  const closing = new AbortController()
  const wasUndone = () => deps.update?.wasUndone() === true
  const watch = supervisor.watch('store', {
    current: () => client?.oldestCall ?? null,
    patienceMs: PATIENCE_MS,
  })
  let client: DbClient | null = null
  let starting: Promise<DbClient> | null = null
  let recovering: Promise<void> | null = null
  let persistent = true
  let isLost = false

  const onState = (state: StoreState) => {
    isLost = state.state === 'lost'
    if (!closing.signal.aborted) deps.onState(state)
  }

  const thread = createStoreThread({
    worker,
    clock,
    log,
    closing: closing.signal,
    onSearchable: () => deps.onSearchable?.(),
    onShared: () => deps.onShared?.(),
    // Ignore the death of another client: while the store is being opened, `start` handles the failure.
    onDied: (one, error) => one === client && handleThreadDeath(error),
  })
  const start = (at: OpenAt): Promise<DbClient> => (starting = thread.start(at))

  function publishLost(why: 'missing' | 'empty' | 'shorter', key: Uint8Array): void {
    const had = readExtent(path, key)
    log.error(`store: data are lost (${why})`)
    onState({
      state: 'lost',
      directory,
      lost: { why, had: had && { at: had.at, ...had.counts } },
      error: appError('store-lost', { detail: why }),
    })
  }

  /** Reopens the store after its thread died, unless it dies too often. Calls wait meanwhile. */
  function handleThreadDeath(reason: StoreError): void {
    client = null
    if (closing.signal.aborted) return
    const delay = thread.delayAfterDeath(reason)
    if (delay === undefined) {
      watch.reportWorking()
      return onState({ state: 'failed', directory, error: appError('store-stopped') })
    }
    const lost = !persistent
    const again = Promise.resolve(recovering)
      .then(() => clock.sleep(delay, closing.signal))
      .then(() => open())
      .finally(() => {
        if (recovering === again) recovering = null
        if (!client) return watch.reportWorking()
        watch.report(lost ? 'emptied' : 'restarted')
        deps.onReopened?.()
      })
    recovering = again
    watch.report('restarting')
  }

  /** Opens a store in memory. Nothing reaches the disk, so no unreadable data can be left. */
  async function openInMemory(): Promise<void> {
    client = await start({ path: IN_MEMORY, key: randomBytes(32) })
    await refreshSize()
  }

  async function open(acceptShorter = false): Promise<void> {
    if (closing.signal.aborted) return
    try {
      persistent = secrets.persistent
      if (!persistent) return await openInMemory()
      const opened = await openStoreFile({ path, secrets, clock, log, start, wasUndone }, acceptShorter)
      if (opened.state === 'lost') return publishLost(opened.why, opened.key)
      if (opened.state === 'locked')
        return onState({
          state: 'locked',
          directory,
          error: appError('store-locked', { detail: opened.why }),
        })
      client = opened.client
      await refreshSize()
      // The thread may have died meanwhile.
      if (client && deps.update?.isOnTrial() !== true) await confirmVersion()
    } catch (error) {
      if (closing.signal.aborted) return
      log.error('store: cannot open', error)
      await client?.close()
      client = null
      if (error instanceof KeychainError)
        return onState({ state: 'locked', directory, error: keychainAppError(error) })
      const reason = error instanceof StoreError ? storeAppError(error) : appError('store-failed')
      onState({ state: 'failed', directory, error: reason })
    }
  }

  async function confirmVersion(): Promise<void> {
    if (!persistent) return
    await removeUpdateCopy(path, clock.now()).catch((error: unknown) =>
      log.error('store: the copy from before the update cannot be removed', error),
    )
  }

  async function refreshSize(): Promise<void> {
    if (!client) return
    const reports = await client.call('reportCount')
    const bytes = persistent ? (await stat(path)).size : 0
    onState({ state: 'open', directory, bytes, reports })
  }

  /** Recovers from damage found during use, as at the start. All the calls that find it share one recovery. */
  function recover(): Promise<void> {
    recovering ??= (async () => {
      const broken = client
      client = null
      await broken?.close()
      await setAside(path, clock.now())
      log.error('store: damage met while working; file set aside')
      await open()
    })()
      .catch((error: unknown) => {
        log.error('store: cannot recover', error)
        const reason = isDiskFull(error) ? appError('disk-full') : appError('store-failed')
        onState({ state: 'failed', directory, error: reason })
      })
      .finally(() => {
        recovering = null
        if (client) deps.onReopened?.()
      })
    return recovering
  }

  let startingOver: Promise<Result<Record<never, never>>> | null = null
  async function startAgain(): Promise<Result<Record<never, never>>> {
    await recovering
    if (client) return fail(appError('invalid-request', { detail: 'the store is open' }))
    // Lost data may leave no file, not even the directory.
    if (isLost || hasAnyPart(path)) await setAside(path, clock.now())
    await open()
    return client ? ok({}) : fail(appError('store-failed'))
  }

  return {
    get persistent() {
      return persistent
    },
    async open() {
      await recovering
      if (!client) await open()
    },
    refreshSize,
    confirmVersion,
    setAsideFiles: () => listSetAside(path),

    async call(method, ...args) {
      // Wait while the damage that another call found is being recovered.
      if (!client) await recovering
      if (!client) throw new StoreError('closed', 'the store is not open')
      try {
        return await client.call(method, ...args)
      } catch (error) {
        if (error instanceof StoreError && error.kind === 'corrupt') await recover()
        throw error
      }
    },

    startOver() {
      // Two windows may request this at once: do it once.
      startingOver ??= startAgain().finally(() => {
        startingOver = null
      })
      return startingOver
    },

    async acceptShorter() {
      await recovering
      if (client) return fail(appError('invalid-request', { detail: 'the store is open' }))
      await open(true)
      return client ? ok({}) : fail(appError('store-failed'))
    },

    async close() {
      closing.abort()
      watch.end()
      // `start` itself ends a thread that is just starting.
      await starting?.catch(() => undefined)
      await client?.close()
      client = null
    },
  }
}
