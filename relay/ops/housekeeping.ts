import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Alarms } from '../alarm/alarms.ts'
import type { Presence } from '../devices/devices.ts'
import type { Store } from '../store/store.ts'

export interface Housekeeping {
  stop(): void
  /** Writes the last times of PCs, and waits for a message that is being sent. */
  finish(): Promise<void>
}

/** Delay of the first turn of infrequent tasks. */
const FIRST_MS = 60_000
const ALARM_MS = 60_000
const RETENTION_MS = 3_600_000
/** A slower message is sent again after the next start. */
const FINISH_MS = 1_000
/** Pause between two chunks of deletions, so that events go first. */
const BREATH_MS = 50

/** Periodic tasks of a relay: retention, writing when PCs were heard, and the alarm. */
export function createHousekeeping(deps: {
  clock: Clock
  log: Log
  store: Store
  presence: Presence
  alarms: Alarms
}): Housekeeping {
  const { clock, log, store, presence, alarms } = deps
  const { writer } = store
  let isStopped = false
  let cancels: (() => void)[] = []
  const underWay = new Set<Promise<void>>()

  function runEvery(ms: number, work: () => Promise<void>): void {
    const schedule = (delay: number) => {
      cancels.push(
        clock.after(delay, () => {
          if (isStopped) return
          const done = work()
            .catch((error: unknown) => {
              // A stopping relay rejects writes.
              if (!isStopped) log.error('housekeeping failed', error)
            })
            .finally(() => {
              underWay.delete(done)
              cancels = cancels.slice(-3)
              if (!isStopped) schedule(ms)
            })
          underWay.add(done)
        }),
      )
    }
    schedule(Math.min(ms, FIRST_MS))
  }

  async function deleteExpired(): Promise<void> {
    let more = await store.isLeader()
    while (more && !isStopped) {
      const swept = await writer.write('sweep', { now: clock.now() })
      more = swept.more
      for (const id of swept.ended) await store.secrets.remove(id)
      if (more) await new Promise<void>((resolve) => clock.after(BREATH_MS, resolve))
    }
  }
  async function writePresence(): Promise<void> {
    const seen = presence.listUnwritten()
    if (seen.length === 0) return
    await writer.write('see', seen)
    presence.markWritten(seen)
  }

  async function checkAlarms(): Promise<void> {
    if (await store.isLeader()) await alarms.check()
  }

  runEvery(RETENTION_MS, deleteExpired)
  runEvery(store.presenceMs, writePresence)
  runEvery(ALARM_MS, checkAlarms)
  return {
    stop() {
      isStopped = true
      for (const cancel of cancels) cancel()
    },
    async finish() {
      await writePresence().catch((error: unknown) => log.error('housekeeping failed', error))
      const late = new Promise<void>((resolve) => setTimeout(resolve, FINISH_MS).unref())
      await Promise.race([Promise.all(underWay), late])
    },
  }
}
