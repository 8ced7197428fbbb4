import { cursorText, eventPageWire } from '#shared/api/relay.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Place } from './place.ts'
import type { RelayTarget } from './relay-link.ts'
import {
  BATCH,
  ended,
  endOf,
  misordered,
  passGap,
  refused,
  type SessionDeps,
  type SessionEnd,
} from './session.ts'

const PAGE = 500
/** A relay, or a proxy before it, that does not wait as it was asked to is not asked again at once. */
const LEAST_POLL_MS = 1_000

/** Asks once for events, and waits for them. Rejects as the store does. */
export async function pollSession(
  deps: SessionDeps,
  target: RelayTarget,
  place: Place,
  /** More events are known to be there. */
  isBehind: boolean,
  stopping: AbortSignal,
): Promise<SessionEnd> {
  const { http, clock, timings, acks, pause, onPosition } = deps
  const own = new AbortController()
  const signal = AbortSignal.any([stopping, own.signal])
  try {
    return await run()
  } finally {
    own.abort()
  }

  async function run(): Promise<SessionEnd> {
    const began = clock.elapsed()
    const waitMs = isBehind ? 0 : timings.pollMs
    let answer: Awaited<ReturnType<typeof ask>> | null = null
    const ask = () =>
      http.ask(
        target.address,
        {
          method: 'GET',
          path: `/v1/events?after=${cursorText(place.cursor)}&limit=${PAGE}&wait=${Math.floor(waitMs / 1_000)}`,
          token: target.token,
          waitMs,
          signal,
        },
        eventPageWire,
      )
    acks.send(target, stopping)
    const deadline = clock.elapsed() + waitMs + timings.silenceMs
    const asking = ask().then((page) => (answer = page))
    for (
      let left = deadline - began;
      left > 0 && !answer && !stopping.aborted;
      left = deadline - clock.elapsed()
    ) {
      await pause(Math.min(left, acks.waitMs()), asking)
      acks.send(target, stopping)
    }
    const page = answer as Awaited<ReturnType<typeof ask>> | null
    if (stopping.aborted) return ended()
    if (!page) return ended(appError('timeout', { detail: 'silence' }))
    if (!page.ok) return refused(page.error, place)
    if (!page.value) return ended(appError('bad-answer'))
    const { events, gap, ...position } = page.value
    if (position.epoch !== place.cursor.epoch) return misordered
    const end = gap && (await passGap(place, acks, gap))
    if (end) return end
    for (let from = 0; from < events.length; from += BATCH) {
      if (stopping.aborted) return ended()
      const batch = events.slice(from, from + BATCH).map(({ seq, event, receivedAt }) => ({
        event,
        cursor: { epoch: position.epoch, seq },
        receivedAt: Date.parse(receivedAt),
      }))
      const unstored = endOf(await place.apply(batch))
      if (unstored) return unstored
    }
    if (events.length > 0) acks.note(place.cursor)
    onPosition(position, place.cursor.seq >= position.head)
    const isIdle = events.length === 0 && clock.elapsed() - began < LEAST_POLL_MS
    return { kind: 'ended', graceful: true, retryMs: isIdle ? LEAST_POLL_MS : 0 }
  }
}
