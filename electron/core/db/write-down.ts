import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'

export interface WriteDownDeps {
  clock: Clock
  log: Log
  /** What it is that is written, for the log. */
  what: string
  /** Nobody waits any more: the last failure is thrown. */
  signal: AbortSignal
}

const AGAIN_MS = 2_000

/**
 * Writes down what only its caller knows (that something was paid for, sent, or is about to be) until it can be: a disk
 * that is full is waited for. Rejects once it is stopped.
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
