import type { Log } from '../core/runtime/log/log.ts'
import { STOP_MS } from '../stop-time.ts'

/** Steps of a restart, around the end of this process. */
interface Next {
  /** Before anything is closed: tells the windows. */
  announce(): void
  /** While this process still holds the data directory. */
  prepare(): Promise<void>
  /** Once the data directory is free. @returns exit code of this process */
  after(): number
}

export interface Stopper {
  now(next?: Next): void
  /** Sets what is stopped, in order. It calls the parts of `next` in their place. */
  onStop(last: (next?: Omit<Next, 'after'>) => Promise<void>): void
}

/**
 * Ends the process once, in order, and at once on a second request or a timeout. What goes on after it is started
 * whatever fails here: a user who pressed *Reiniciar* gets the application back.
 */
export function createStopper(log: Log, exit: (code: number) => void = process.exit): Stopper {
  let task: (next?: Omit<Next, 'after'>) => Promise<void> = () => Promise.resolve()
  let stopping = false
  const now = (next?: Next) => {
    if (stopping) return exit(1)
    stopping = true
    setTimeout(() => exit(next?.after() ?? 1), STOP_MS).unref()
    task(next).then(
      () => exit(next?.after() ?? 0),
      (error: unknown) => {
        log.error('web host: it did not stop well', error)
        exit(next?.after() ?? 1)
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
