import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log/log.ts'

export interface WriteDownDeps {
  clock: Clock
  log: Log
  /** Name of the step in the log. */
  what: string
  /** Once aborted, the next failure is thrown. */
  signal: AbortSignal
}

const AGAIN_MS = 2_000

/**
 * Retries until it is written: only the caller knows of the paid or sent request, or of one about to be.
 * Every failure is retried, because a full disk, a locked file and a restarting store all pass. Rejects once
 * it is stopped.
 */
export async function writeDown<T>(
  { clock, log, what, signal }: WriteDownDeps,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (signal.aborted) throw error
      log.error(`${what}: a step cannot be written down, trying again`, error)
      await clock.sleep(AGAIN_MS, signal)
    }
  }
}
