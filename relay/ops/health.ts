import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Writer } from '../store/write-queue.ts'

export interface Health {
  /** Reason that this process should be restarted, or `null`. */
  notAlive(): string | null
  /** Reason that it should get no events now, or `null`. */
  notReady(): Promise<string | null>
  loopDelayMs(): number
  stop(): void
}

const LOOP_MS = 2_000
const COMMIT_AGE_MS = 5_000
const PROBE_MS = 1_000

/** Alive: the event loop turns and no commit is stuck. Ready: a real commit within a second, room, not stopping. */
export function createHealth(deps: { writer: Writer; closedBecause: () => string | null }): Health {
  const { writer, closedBecause } = deps
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const loopDelayMs = () => delay.percentile(99) / 1e6

  async function probe(): Promise<string | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('a commit takes more than a second'), PROBE_MS)
    })
    const commit = writer.write('probe', undefined).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : 'the store fails'),
    )
    return Promise.race([commit, late]).finally(() => clearTimeout(timer))
  }

  return {
    notAlive() {
      if (writer.commitAgeMs() > COMMIT_AGE_MS) return 'a commit is stuck'
      const current = loopDelayMs()
      delay.reset()
      return current > LOOP_MS ? 'the event loop is late' : null
    },
    notReady: async () => closedBecause() ?? probe(),
    loopDelayMs,
    stop: () => delay.disable(),
  }
}
