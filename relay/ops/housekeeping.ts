import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Presence } from '../devices/presence.ts'
import type { Writer } from '../store/writer-client.ts'

export interface Housekeeping {
  stop(): void
  /** Writes down what is left. */
  finish(): Promise<void>
}

const PRESENCE_MS = 60_000
const RETENTION_MS = 3_600_000
/** Between two chunks, so that events go first. */
const BREATH_MS = 50

/** What a relay does by itself: deletes what is past its time, and writes down when PCs were heard of. */
export function createHousekeeping(deps: {
  clock: Clock
  log: Log
  writer: Writer
  presence: Presence
}): Housekeeping {
  const { clock, log, writer, presence } = deps
  let isStopped = false
  let cancels: (() => void)[] = []

  function every(ms: number, work: () => Promise<void>): void {
    const turn = (delay: number) => {
      cancels.push(
        clock.after(delay, () => {
          if (isStopped) return
          work()
            .catch((error: unknown) => log.error('housekeeping failed', error))
            .finally(() => {
              cancels = cancels.slice(-2)
              turn(ms)
            })
        }),
      )
    }
    turn(Math.min(ms, PRESENCE_MS))
  }

  async function sweep(): Promise<void> {
    let more = true
    while (more && !isStopped) {
      ;({ more } = await writer.write('sweep', { now: clock.now() }))
      if (more) await new Promise<void>((resolve) => clock.after(BREATH_MS, resolve))
    }
  }
  async function writePresence(): Promise<void> {
    const seen = presence.take()
    if (seen.length > 0) await writer.write('see', seen)
  }

  every(RETENTION_MS, sweep)
  every(PRESENCE_MS, writePresence)
  return {
    stop() {
      isStopped = true
      for (const cancel of cancels) cancel()
    },
    finish: () => writePresence().catch((error: unknown) => log.error('housekeeping failed', error)),
  }
}
