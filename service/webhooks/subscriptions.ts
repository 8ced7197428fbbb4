import type { Db } from '../db/open.ts'

export interface SubscriptionRow {
  readonly seq: number
  readonly id: string
  readonly account: string
  readonly url: string
  /** Subscribed events. `['*']` is every event, future events included. */
  readonly events: readonly string[]
  readonly headerName: string | null
  readonly headerValue: string | null
  readonly createdMs: number
}

export type NewSubscription = Omit<SubscriptionRow, 'seq'>

/** Every event, future events included. */
export const ALL_EVENTS = '*'

export interface Subscriptions {
  /** Call this method in a transaction. The subscription takes effect after the commit. */
  insert(subscription: NewSubscription): void
  list(account: string): SubscriptionRow[]
  findBySeq(seq: number): SubscriptionRow | undefined
  /** Returns false if there is no such subscription. Pending deliveries are dropped. */
  remove(account: string, id: string, nowMs: number): boolean
  findListeners(account: string, name: string): readonly SubscriptionRow[]
  /** Active subscriptions of every account. */
  listAll(): readonly SubscriptionRow[]
}

interface StoredRow {
  seq: number
  id: string
  account: string
  url: string
  events: string
  header_name: string | null
  header_value: string | null
  created_ms: number
}

/** Caches the subscriptions of the store: each event looks up its subscribers. */
export function createSubscriptions(db: Db): Subscriptions {
  const insert = db.prepare<[string, string, string, string, string | null, string | null, number]>(
    `INSERT INTO subscription (id, account, url, events, header_name, header_value, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare<[number, string, string]>(
    `UPDATE subscription SET deleted_ms = ? WHERE account = ? AND id = ? AND deleted_ms IS NULL`,
  )
  const drop = db.prepare<[number, string]>(
    `UPDATE delivery SET state = 'dropped', settled_ms = ? WHERE state = 'due' AND subscription_seq =
       (SELECT seq FROM subscription WHERE id = ?)`,
  )
  const load = db.prepare<[], StoredRow>(`SELECT * FROM subscription WHERE deleted_ms IS NULL ORDER BY seq`)

  let cached: Map<number, SubscriptionRow> | null = null
  function loadActive(): Map<number, SubscriptionRow> {
    cached ??= new Map(load.all().map((row) => [row.seq, parseRow(row)]))
    return cached
  }
  /** Invalidates the cache after the transaction, committed or not. */
  function invalidateCache(): void {
    cached = null
    setImmediate(() => (cached = null))
  }

  const list = (account: string) => [...loadActive().values()].filter((row) => row.account === account)
  return {
    insert({ id, account, url, events, headerName, headerValue, createdMs }) {
      insert.run(id, account, url, JSON.stringify(events), headerName, headerValue, createdMs)
      invalidateCache()
    },
    list,
    findBySeq: (seq) => loadActive().get(seq),
    remove(account, id, nowMs) {
      if (remove.run(nowMs, account, id).changes === 0) return false
      drop.run(nowMs, id)
      invalidateCache()
      return true
    },
    findListeners: (account, name) =>
      list(account).filter(({ events }) => events.includes(ALL_EVENTS) || events.includes(name)),
    listAll: () => [...loadActive().values()],
  }
}

function parseRow({ header_name, header_value, created_ms, events, ...row }: StoredRow): SubscriptionRow {
  const wanted: string[] = JSON.parse(events)
  return { ...row, events: wanted, headerName: header_name, headerValue: header_value, createdMs: created_ms }
}
