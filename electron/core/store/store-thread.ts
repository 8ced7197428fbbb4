import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { openDbClient, type DbClient, type DbClientDeps } from './client.ts'
import { IN_MEMORY } from './worker-protocol.ts'
import { StoreError } from './store-error.ts'

/** Path and key of the database to open, and whether older data are accepted. */
export type OpenAt = Pick<DbClientDeps, 'path' | 'key' | 'acceptShorter'>

/** Starts the thread of a store, and counts how often it dies. */
export interface StoreThread {
  /** Starts the thread. A thread that dies while it opens the store is restarted like one that dies later. */
  start(at: OpenAt): Promise<DbClient>
  /** Delay before the thread is restarted, in milliseconds; `undefined` if it died too often. */
  delayAfterDeath(reason: StoreError): number | undefined
}

export interface StoreThreadDeps {
  worker: URL
  clock: Clock
  log: Log
  /** Aborts when the store is closed. A thread that is just starting then ends. */
  closing: AbortSignal
  onSearchable: () => void
  onShared: () => void
  /** Called when the thread of an open store died. */
  onDied: (client: DbClient, error: StoreError) => void
}

/**
 * Restart delays after the thread dies, in milliseconds. A thread that dies more often is not restarted
 * automatically.
 */
const RESTART_DELAYS_MS: readonly number[] = [0, 200, 1_000]
/** A longer run counts as healthy, so the next restart is immediate again. */
const STEADY_MS = 60_000

export function createStoreThread(deps: StoreThreadDeps): StoreThread {
  const { worker, clock, log, closing, onSearchable, onShared, onDied } = deps
  let deaths = 0
  let openedAt = clock.now()

  async function startOnce(at: OpenAt): Promise<DbClient> {
    const opened = await openDbClient({
      worker,
      ...at,
      onSlow: (method, ms) => {
        if (at.path !== IN_MEMORY) log.warn(`store: ${method} took ${Math.round(ms)} ms`)
      },
      onSearchable,
      onShared,
      onDied: (error) => onDied(opened, error),
    })
    if (closing.aborted) {
      await opened.close()
      throw new StoreError('closed', 'the store was closed while it was being opened')
    }
    openedAt = clock.now()
    return opened
  }

  function nextDelay(reason: StoreError): number | undefined {
    log.error('store: its thread died', reason)
    const delay = RESTART_DELAYS_MS[deaths++]
    if (delay === undefined) deaths = 0
    return delay
  }

  return {
    async start(at) {
      for (;;) {
        try {
          return await startOnce(at)
        } catch (error) {
          if (!(error instanceof StoreError) || error.kind !== 'died') throw error
          const delay = nextDelay(error)
          if (delay === undefined) throw error
          await clock.sleep(delay, closing)
          if (closing.aborted) throw error
        }
      }
    },
    delayAfterDeath(reason) {
      if (Math.abs(clock.now() - openedAt) > STEADY_MS) deaths = 0
      return nextDelay(reason)
    },
  }
}
