import * as z from 'zod'
import { cursorText, type Cursor } from '#shared/api/relay.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { RelayHttp } from './relay-http.ts'
import type { RelayTarget } from './relay-link.ts'

/** Confirms to the relay what is stored here, a few seconds after the first of a burst. */
export interface Acks {
  /** Stored up to here. */
  note(cursor: Cursor): void
  /**
   * The relay was heard. After a minute without a confirmation the same one is sent again: a stream carries nothing to
   * the relay, which would show a PC that sleeps as connected until the network gives its connection up.
   */
  heard(cursor: Cursor): void
  /** Milliseconds until a confirmation is due; `Infinity` for none. */
  waitMs(): number
  /** Sends the due confirmation. A failed one comes with the next. */
  send(target: RelayTarget, signal: AbortSignal): void
  /** Waits for the one under way. */
  settled(): Promise<void>
}

export interface AckDeps {
  http: Pick<RelayHttp, 'ask'>
  clock: Pick<Clock, 'elapsed'>
  everyMs: number
  /** Longest time between two. */
  aliveMs: number
}

export function createAcks({ http, clock, everyMs, aliveMs }: AckDeps): Acks {
  let pending: Cursor | null = null
  let dueAt = 0
  let sending: Promise<void> | null = null
  let sentAt = clock.elapsed()

  const waitMs = () => (pending === null || sending ? Infinity : Math.max(0, dueAt - clock.elapsed()))

  async function post(cursor: Cursor, target: RelayTarget, signal: AbortSignal): Promise<void> {
    const body = { cursor: cursorText(cursor) }
    const request = { method: 'POST', path: '/v1/ack', body, token: target.token, signal } as const
    const answer = await http.ask(target.address, request, z.unknown())
    // Tried again with the next interval, unless a later one has come meanwhile.
    if (!answer.ok && answer.error.retryable) pending ??= cursor
  }

  function note(cursor: Cursor): void {
    if (pending === null && !sending) dueAt = clock.elapsed() + everyMs
    pending = cursor
  }

  return {
    note,
    heard(cursor) {
      if (pending === null && !sending && clock.elapsed() - sentAt >= aliveMs) note(cursor)
    },
    waitMs,
    send(target, signal) {
      if (pending === null || waitMs() > 0) return
      const cursor = pending
      pending = null
      sending = post(cursor, target, signal).finally(() => {
        sending = null
        sentAt = clock.elapsed()
        dueAt = clock.elapsed() + everyMs
      })
    },
    settled: () => sending ?? Promise.resolve(),
  }
}
