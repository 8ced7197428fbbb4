import type { Log } from '../core/runtime/log/log.ts'
import { STOP_MS } from '../stop-time.ts'

/** What goes on after this process: prepared while it still holds the data directory, started once it does not. */
export interface Next {
  prepare(): Promise<void>
  /** @returns exit code of this process */
  after(): number
}

export interface Stopper {
  now(next?: Next): void
  /** Sets what is stopped, in order; `prepare` is awaited while the data directory is still held. */
  onStop(last: (prepare?: () => Promise<void>) => Promise<void>): void
}

/** Ends the process once, in order, and at once on a second request or a timeout. */
export function createStopper(log: Log): Stopper {
  let task: (prepare?: () => Promise<void>) => Promise<void> = () => Promise.resolve()
  let stopping = false
  const now = (next?: Next) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => {
      process.exit(next?.after() ?? 1)
    }, STOP_MS).unref()
    task(next?.prepare)
      .then(next?.after)
      .then(
        (code) => process.exit(code ?? 0),
        (error: unknown) => {
          log.error('web host: it did not stop well', error)
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => now())
  return {
    now,
    onStop(last) {
      task = last
    },
  }
}
