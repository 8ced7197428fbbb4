import type { Db } from '../db/open.ts'

/** A delivery ready to be sent. */
export interface Claimed {
  readonly seq: number
  readonly eventId: string
  readonly subscriptionSeq: number
  readonly rid: string
  /** Attempt number, from 1. */
  readonly n: number
  readonly body: string
  /** Path behind the body's `downloadUrl`, when the event announces a document. */
  readonly linkPath: string | null
}

interface Outcome {
  readonly status: number | null
  readonly error: string | null
  readonly response: string
}

/** State of a delivery after an attempt. Only `due` has `retryAtMs`. */
export type Standing =
  | { readonly state: 'ok' | 'dead' | 'held' | 'dropped' }
  | { readonly state: 'due'; readonly retryAtMs: number }

/** Delivery store. Call every method in a transaction. */
export interface Deliveries {
  /** Takes the next due deliveries of a subscription and marks them as being sent. */
  claim(subscriptionSeq: number, limit: number, nowMs: number): Claimed[]
  /** Records the outcome of an attempt. */
  finish(claimed: Claimed, outcome: Outcome, standing: Standing, nowMs: number): void
  /** Takes one delivery, in any state, for an attempt by hand. `undefined`: the account has no such delivery. */
  claimByHand(account: string, seq: number, nowMs: number): Claimed | undefined
  finishByHand(claimed: Claimed, outcome: Outcome, isOk: boolean, nowMs: number): void
  /** Number of attempts by the schedule, without attempts by hand. */
  countScheduledAttempts(seq: number): number
  /** Next due time of a subscription after an instant. */
  nextDueMs(subscriptionSeq: number, afterMs: number): number | null
  /** Requeues deliveries that were in flight when the service ended. Every event is delivered at least once. */
  recover(nowMs: number): number
}

/** After this many failures the first event of a resource no longer blocks the next events of that resource. */
const HEAD_GIVES_WAY_AFTER = 3

interface DueRow {
  seq: number
  event_id: string
  subscription_seq: number
  rid: string
  attempts: number
  body: string
  link_path: string | null
}

/** @param order `serial`: the next event of a resource is sent after the previous event was accepted */
export function createDeliveries(db: Db, order: 'serial' | 'parallel'): Deliveries {
  const isNext =
    order === 'parallel'
      ? ''
      : `AND NOT EXISTS (SELECT 1 FROM delivery AS b WHERE b.subscription_seq = d.subscription_seq
           AND b.rid = d.rid AND b.seq < d.seq AND b.state IN ('due', 'leased')
           AND b.attempts < ${HEAD_GIVES_WAY_AFTER})`
  const columns = `d.seq, e.id AS event_id, d.subscription_seq, d.rid, d.attempts, e.body, e.link_path`
  const due = db.prepare<[number, number, number], DueRow>(
    `SELECT ${columns} FROM delivery AS d JOIN event AS e ON e.seq = d.event_seq
     WHERE d.state = 'due' AND d.subscription_seq = ? AND d.due_ms <= ? ${isNext}
     ORDER BY d.due_ms, d.seq LIMIT ?`,
  )
  const one = db.prepare<[number, string], DueRow>(
    `SELECT ${columns} FROM delivery AS d JOIN event AS e ON e.seq = d.event_seq
     WHERE d.seq = ? AND e.account = ?`,
  )
  const lease = db.prepare<[number, number, number]>(
    `UPDATE delivery SET state = 'leased', attempts = ?, lease_ms = ? WHERE seq = ?`,
  )
  const count = db.prepare<[number, number]>(`UPDATE delivery SET attempts = ? WHERE seq = ?`)
  const begin = db.prepare<[number, number, number, number]>(
    `INSERT INTO attempt (delivery_seq, n, is_manual, started_ms) VALUES (?, ?, ?, ?)`,
  )
  const end = db.prepare<[number, number | null, string | null, string, number, number]>(
    `UPDATE attempt SET ended_ms = ?, status = ?, error = ?, response = ? WHERE delivery_seq = ? AND n = ?`,
  )
  const settle = db.prepare<[string, number, number]>(
    `UPDATE delivery SET state = ?, lease_ms = NULL, settled_ms = ? WHERE seq = ?`,
  )
  const retry = db.prepare<[number, number]>(
    `UPDATE delivery SET state = 'due', lease_ms = NULL, due_ms = ? WHERE seq = ?`,
  )
  const settleByHand = db.prepare<[number, number]>(
    `UPDATE delivery SET state = 'ok', lease_ms = NULL, settled_ms = ? WHERE seq = ? AND state <> 'leased'`,
  )
  // The first condition on the state repeats the condition of the partial index. Without the same condition SQLite
  // would not use the index.
  /**
   * Gives later deliveries of a resource the due time of the first delivery, so that later deliveries are not
   * polled in vain.
   */
  const follow = db.prepare<[number, number, string, number]>(
    `UPDATE delivery SET due_ms = ?
     WHERE subscription_seq = ? AND rid = ? AND seq > ? AND state IN ('due', 'leased')
       AND state = 'due' AND attempts = 0`,
  )
  const next = db.prepare<[number, number], { due: number | null }>(
    `SELECT min(due_ms) AS due FROM delivery WHERE state = 'due' AND subscription_seq = ? AND due_ms > ?`,
  )
  const scheduled = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM attempt WHERE delivery_seq = ? AND is_manual = 0`,
  )
  const interrupted = db.prepare<[number]>(
    `UPDATE attempt SET ended_ms = ?, error = 'the service ended' WHERE ended_ms IS NULL`,
  )
  const recover = db.prepare<[number]>(
    `UPDATE delivery SET state = 'due', lease_ms = NULL, due_ms = ? WHERE state = 'leased'`,
  )

  const toClaimed = (row: DueRow): Claimed => ({
    seq: row.seq,
    eventId: row.event_id,
    subscriptionSeq: row.subscription_seq,
    rid: row.rid,
    n: row.attempts + 1,
    body: row.body,
    linkPath: row.link_path,
  })
  const writeOutcome = (claimed: Claimed, { status, error, response }: Outcome, nowMs: number) =>
    end.run(nowMs, status, error, response, claimed.seq, claimed.n)

  return {
    claim(subscriptionSeq, limit, nowMs) {
      const claimed = due.all(subscriptionSeq, nowMs, limit).map(toClaimed)
      for (const { seq, n } of claimed) {
        lease.run(n, nowMs, seq)
        begin.run(seq, n, 0, nowMs)
      }
      return claimed
    },
    finish(claimed, outcome, standing, nowMs) {
      writeOutcome(claimed, outcome, nowMs)
      if (standing.state === 'due') retry.run(standing.retryAtMs, claimed.seq)
      else settle.run(standing.state, nowMs, claimed.seq)
      if (order === 'parallel') return
      const waits = standing.state === 'due' && claimed.n < HEAD_GIVES_WAY_AFTER
      follow.run(waits ? standing.retryAtMs : nowMs, claimed.subscriptionSeq, claimed.rid, claimed.seq)
    },
    claimByHand(account, seq, nowMs) {
      const row = one.get(seq, account)
      if (row === undefined) return undefined
      const claimed = toClaimed(row)
      count.run(claimed.n, seq)
      begin.run(seq, claimed.n, 1, nowMs)
      return claimed
    },
    finishByHand(claimed, outcome, isOk, nowMs) {
      writeOutcome(claimed, outcome, nowMs)
      if (!isOk) return
      settleByHand.run(nowMs, claimed.seq)
      follow.run(nowMs, claimed.subscriptionSeq, claimed.rid, claimed.seq)
    },
    countScheduledAttempts: (seq) => scheduled.get(seq)?.n ?? 0,
    nextDueMs: (subscriptionSeq, afterMs) => next.get(subscriptionSeq, afterMs)?.due ?? null,
    recover(nowMs) {
      interrupted.run(nowMs)
      return recover.run(nowMs).changes
    },
  }
}
