import type Database from 'better-sqlite3-multiple-ciphers'
import { cursorText, parseCursor, type Cursor } from '#shared/api/relay.ts'
import { compareCursors, type ResourceEvent } from './events.rules.ts'

/** An event to store. `event` is `null` for an event that means nothing here. Its number is stored all the same. */
export interface ReceivedEvent {
  event: ResourceEvent | null
  /** Place of the event in the relay's list; `null` without a relay. */
  cursor: Cursor | null
  /** Time at which the relay received the event. */
  receivedAt: number | null
}

/**
 * `new`: the event added a row. `waits`: it added a row that is shown once its resource is read. `same`: its change
 * was known already. `ignored`: it adds no row here. `known`: its number was stored before. `misordered`: its number
 * does not follow, so nothing is stored from this event on.
 */
export type EventOutcome = RowOutcome | 'ignored' | 'known' | 'misordered'
/** Outcome of an event that may have a row. */
export type RowOutcome = 'new' | 'waits' | 'same'

export interface ArrivedEvents {
  /** One outcome for each event, up to the first misordered event. */
  outcomes: EventOutcome[]
  /** Last stored place in the relay's list. */
  cursor: Cursor | null
}

/** Names of the relay's rows in `meta`. */
export const RELAY_CURSOR = 'relay-cursor'
export const RELAY_RECEIVED = 'relay-received'

/** Totals of the events received from the present relay. */
export interface RelayReceived {
  count: number
  firstAt: number | null
  lastAt: number | null
}

export const nothingReceived: RelayReceived = { count: 0, firstAt: null, lastAt: null }

/**
 * Queries of arriving events. Runs in the worker.
 * @param arrive stores one event and its effects
 */
export function createReceivedEventQueries(
  db: Database.Database,
  arrive: (event: ResourceEvent) => RowOutcome,
) {
  const read = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )

  return {
    /**
     * Stores events together with the place in the relay's list after them. The transaction is all or nothing, so a
     * kill neither loses nor repeats an event.
     */
    eventsArrived: db.transaction((received: readonly ReceivedEvent[], now: number): ArrivedEvents => {
      let cursor = parseCursor(read.get(RELAY_CURSOR)?.v ?? '')
      const times: number[] = []
      const outcomes: EventOutcome[] = []
      for (const one of received) {
        const follows = one.cursor ? compareCursors(cursor, one.cursor) : 'next'
        if (follows !== 'next') {
          outcomes.push(follows)
          if (follows === 'misordered') break
          continue
        }
        if (one.cursor) {
          cursor = one.cursor
          times.push(one.receivedAt ?? now)
        }
        // The change of a report is written with its answer (`reportHappened`), which has its plate. Its events only
        // trigger the polling of that answer.
        outcomes.push(!one.event || one.event.kind === 'report' ? 'ignored' : arrive(one.event))
      }
      if (cursor && times.length > 0) {
        write.run(RELAY_CURSOR, cursorText(cursor))
        const { v } = read.get(RELAY_RECEIVED) ?? {}
        const before = v === undefined ? nothingReceived : (JSON.parse(v) as RelayReceived)
        const next: RelayReceived = {
          count: before.count + times.length,
          firstAt: before.firstAt ?? times[0] ?? null,
          lastAt: times.at(-1) ?? null,
        }
        write.run(RELAY_RECEIVED, JSON.stringify(next))
      }
      return { outcomes, cursor }
    }),
  }
}
