import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { ResourceFetcher } from './resource-fetcher.ts'
import type { PolledKind } from './resource.rules.ts'
import { computeLivePollingDelay } from './schedule.rules.ts'

/** Polls the resources open in a window. */
export interface LivePolling {
  /** A page shows the resource now. The view expires after `LOOK_MS` unless it is repeated. */
  watch(kind: PolledKind, id: string): void
  stop(): Promise<void>
}

export interface LivePollingDeps {
  fetcher: Pick<ResourceFetcher, 'refresh'>
  clock: Clock
  log: Log
  /** True if no further change is expected, because the resource has ended or is gone. */
  isOver: (kind: PolledKind, id: string) => Promise<boolean>
}

export const LOOK_MS = 15_000

interface Look {
  until: number
  controller: AbortController
  done: Promise<void>
}

export function createLivePolling({ fetcher, clock, log, isOver }: LivePollingDeps): LivePolling {
  const looks = new Map<string, Look>()
  let stopped = false

  /** Milliseconds until the view expires, at most `LOOK_MS`. 0 after the clock was set back. */
  function computeMsLeft({ until }: Look): number {
    const ms = until - clock.now()
    return ms <= LOOK_MS ? ms : 0
  }

  async function poll(kind: PolledKind, id: string, look: Look): Promise<void> {
    const { signal } = look.controller
    let since = clock.now()
    let slow = 0
    for (let first = true; !signal.aborted && computeMsLeft(look) > 0; first = false) {
      const answer = await fetcher.refresh(kind, id, { lane: 'interactive', urgent: first })
      if (answer.ok && (answer.value === 'gone' || (await isOver(kind, id)))) break
      if (!answer.ok && answer.error.code === 'not-found') break
      if (answer.ok && answer.value === 'changed') {
        // A resource that has just changed often changes again.
        since = clock.now()
        slow = 0
      }
      const elapsed = Math.max(0, clock.now() - since)
      const delay = computeLivePollingDelay(elapsed, slow)
      if (delay > 150) slow++
      await clock.sleep(delay, signal)
    }
    // A resource that has ended may still be shown. It waits here, so that each beat of its page does not poll it
    // again.
    if (!signal.aborted && computeMsLeft(look) > 0) await clock.sleep(computeMsLeft(look), signal)
  }

  return {
    watch(kind, id) {
      if (stopped) return
      const key = `${kind} ${id}`
      const until = clock.now() + LOOK_MS
      const known = looks.get(key)
      if (known) {
        known.until = until
        return
      }
      const look: Look = { until, controller: new AbortController(), done: Promise.resolve() }
      looks.set(key, look)
      look.done = poll(kind, id, look)
        .catch((error: unknown) => log.error('changes: what is on screen cannot be followed', error))
        .finally(() => {
          // The next beat of its page starts another poll.
          if (looks.get(key) === look) looks.delete(key)
        })
    },
    async stop() {
      stopped = true
      const open = [...looks.values()]
      for (const { controller } of open) controller.abort()
      await Promise.all(open.map(({ done }) => done))
    },
  }
}
