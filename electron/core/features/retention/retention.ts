import type { OfficeSettings } from '#shared/bridge/settings.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Named, Retained } from './retention.store.ts'
import type { Log } from '../../runtime/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import { computeBatchCutoff, computePlateListCutoff } from '../batch-lookups/batch-lookups.rules.ts'
import { computeWatchCutoff } from '../watches/watches.rules.ts'
import { getNextDay } from './retention-policy.rules.ts'

/**
 * Blocks resources that ended long ago, and later erases the blocked resources. It runs at the start and every day.
 */
export interface Retention {
  start(): void
  /** Call this when the settings of the office changed, or when a case was pinned. */
  wake(): void
  stop(): Promise<void>
}

/** Names of files by folder. No row refers to them. */
export type RemovedFiles = Pick<Retained, 'serviceDocuments' | 'attachments' | 'signed'>

export interface RetentionDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  office: () => Pick<OfficeSettings, 'retentionDays' | 'blockedDays'>
  /** Deletes files that no row refers to. */
  removeFiles: (files: RemovedFiles) => Promise<unknown>
  /** Called with the resources that were hidden or shown again. */
  onMoved: (moved: readonly Named[]) => void
}

const LAST_RUN = 'retention-run'
/** Rows per transaction. Other queries of the store run between two transactions. */
const STEP = 200
/** Maximum duration of a timer. Longer timers are unreliable on a PC that sleeps. */
const MAX_INTERVAL_MS = 6 * 3_600_000
/** Delay after midnight. */
const AFTER_MIDNIGHT_MS = 5 * 60_000

export function createRetention({
  call,
  clock,
  log,
  supervisor,
  office,
  removeFiles,
  onMoved,
}: RetentionDeps): Retention {
  const loop = createBackgroundLoop({
    name: 'retention',
    clock,
    log,
    supervisor,
    round: run,
    patienceMs: 15 * 60_000,
    onJump: () => loop.wake(),
  })
  let stopped = false

  async function run(): Promise<number> {
    const now = clock.now()
    const { retentionDays, blockedDays } = office()
    const kept = Number(await call('meta', LAST_RUN)) || null
    // A run in the future was recorded by a wrong clock.
    const lastRun = kept !== null && kept <= now ? kept : null
    const limits = { now, lastRun, retentionDays, blockedDays }
    for (let after = 0; !stopped;) {
      const step = await call('retain', limits, after, STEP)
      after = step.last
      await removeFiles(step)
      const moved = [...step.blocked, ...step.shown, ...step.erased]
      if (moved.length > 0) onMoved(moved)
      if (!step.more) break
    }
    if (!stopped)
      await call(
        'forgetBatches',
        computeBatchCutoff(now, retentionDays),
        computePlateListCutoff(now, retentionDays),
      )
    if (!stopped) await call('forgetWatches', computeWatchCutoff(now, lastRun, retentionDays))
    if (!stopped) await call('forgetTransferBatches', computePlateListCutoff(now, retentionDays))
    if (!stopped) await call('setMeta', LAST_RUN, String(now))
    return Math.min(getNextDay(now) + AFTER_MIDNIGHT_MS - now, MAX_INTERVAL_MS)
  }

  return {
    start: loop.start,
    wake: loop.wake,
    async stop() {
      stopped = true
      await loop.stop()
    },
  }
}
