import type Database from 'better-sqlite3-multiple-ciphers'
import { cursorText, parseCursor, type Cursor } from '#shared/api/relay.ts'
import {
  nothingReceived,
  RELAY_CURSOR,
  RELAY_RECEIVED,
  type RelayReceived,
} from '../changes/received-events.store.ts'
import { mergeGaps, type StoredGap } from './relay.rules.ts'

/** The relay that this PC is paired with. Its token is in the keychain. */
export interface StoredLink {
  address: string
  deviceId: string
  office: string
  admin: boolean
  pairedAt: number
}

/** Stored data about the relay. `link` is `null` without a relay. */
export interface StoredRelay {
  link: StoredLink | null
  cursor: Cursor | null
  received: RelayReceived
  gap: StoredGap | null
}

const LINK = 'relay-link'
const GAP = 'relay-gap'

/** Queries of the relay's client. Runs in the worker. Every write is one transaction. */
export function createRelayQueries(db: Database.Database) {
  const read = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const remove = db.prepare<[string]>('DELETE FROM meta WHERE k = ?')
  /** Makes every open resource due, the one with the oldest fetch first. */
  const lookAtAll = db.prepare<[number]>(
    `UPDATE resource INDEXED BY resource_due SET next_at = min(next_at, coalesce(checked_at, 0), ?), relayed_at = NULL
     WHERE next_at IS NOT NULL AND gone = 0`,
  )

  function readJson(name: string): unknown {
    const { v } = read.get(name) ?? {}
    return v === undefined ? null : JSON.parse(v)
  }
  const readGap = () => readJson(GAP) as StoredGap | null
  const readCursor = () => parseCursor(read.get(RELAY_CURSOR)?.v ?? '')

  function storeGap(gap: Omit<StoredGap, 'looked'>, now: number): void {
    const looked = lookAtAll.run(now).changes
    write.run(GAP, JSON.stringify(mergeGaps(readGap(), { ...gap, looked })))
  }

  return {
    relayStored: (): StoredRelay => ({
      link: readJson(LINK) as StoredLink | null,
      cursor: readCursor(),
      received: (readJson(RELAY_RECEIVED) as RelayReceived | null) ?? nothingReceived,
      gap: readGap(),
    }),

    /** Replaces the relay, and the number where its list begins for this PC. */
    relayPaired: db.transaction((link: StoredLink, cursor: Cursor): void => {
      write.run(LINK, JSON.stringify(link))
      write.run(RELAY_CURSOR, cursorText(cursor))
      for (const name of [GAP, RELAY_RECEIVED]) remove.run(name)
    }),

    /** Changes the address of the relay. The position in its list does not change. */
    relayMoved: (link: StoredLink): void => void write.run(LINK, JSON.stringify(link)),

    relayForgotten: db.transaction((): void => {
      for (const name of [LINK, RELAY_CURSOR, RELAY_RECEIVED, GAP]) remove.run(name)
    }),

    /**
     * The relay has deleted these numbers. This PC continues after them. Every open resource becomes due, because any
     * of them may have changed meanwhile.
     * @returns false if the deleted numbers do not follow the stored number
     */
    relayGap: db.transaction((epoch: string, from: number, to: number, now: number): boolean => {
      const cursor = readCursor()
      if (!cursor || cursor.epoch !== epoch || from > cursor.seq + 1) return false
      if (to <= cursor.seq) return true
      write.run(RELAY_CURSOR, cursorText({ epoch, seq: to }))
      storeGap({ reason: 'retention', from: cursor.seq + 1, to, at: now }, now)
      return true
    }),

    /** The relay has another list. This PC continues in that list and fetches everything. */
    relayReset: db.transaction((cursor: Cursor, now: number): void => {
      const before = readCursor()
      write.run(RELAY_CURSOR, cursorText(cursor))
      storeGap({ reason: 'reset', from: (before?.seq ?? 0) + 1, to: null, at: now }, now)
    }),

    /** Records events that cannot be decrypted here. They may be about any open resource. */
    relayUnopened: db.transaction((from: number, to: number, now: number): void =>
      storeGap({ reason: 'sealed', from, to, at: now }, now),
    ),

    relayGapSeen: (): void => void remove.run(GAP),
  }
}
