import type { Db } from '../db/open.ts'

/** A delivery in the log, newest first. */
export interface LoggedDelivery {
  readonly seq: number
  readonly event: string
  readonly eventId: string
  readonly resource: string
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly createdAt: string
  /** Time of the next attempt, if one is scheduled. */
  readonly nextAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
}

export interface LoggedAttempt {
  readonly n: number
  readonly isManual: boolean
  readonly startedAt: string
  readonly durationMs: number | null
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

export interface LogQuery {
  readonly state?: string | undefined
  readonly resource?: string | undefined
  readonly limit: number
}

interface Row {
  seq: number
  name: string
  event_id: string
  rid: string
  url: string
  state: string
  attempts: number
  created_ms: number
  due_ms: number
  status: number | null
  error: string | null
}

interface AttemptRow {
  n: number
  is_manual: number
  started_ms: number
  ended_ms: number | null
  status: number | null
  error: string | null
  response: string | null
}

const time = (ms: number) => new Date(ms).toISOString()

/** Deliveries and their attempts, read from the store. */
export function createDeliveryLog(db: Db) {
  const list = db.prepare<
    [{ account: string; state: string | null; resource: string | null; limit: number }],
    Row
  >(
    `SELECT d.seq, e.name, e.id AS event_id, d.rid, s.url, d.state, d.attempts, e.created_ms, d.due_ms,
       a.status, a.error
     FROM delivery AS d
     JOIN event AS e ON e.seq = d.event_seq
     JOIN subscription AS s ON s.seq = d.subscription_seq
     LEFT JOIN attempt AS a ON a.delivery_seq = d.seq AND a.n = d.attempts
     WHERE e.account = @account AND (@state IS NULL OR d.state = @state)
       AND (@resource IS NULL OR d.rid = @resource)
     ORDER BY d.seq DESC LIMIT @limit`,
  )
  const attempts = db.prepare<[number, string], AttemptRow>(
    `SELECT a.* FROM attempt AS a JOIN delivery AS d ON d.seq = a.delivery_seq
     JOIN event AS e ON e.seq = d.event_seq WHERE a.delivery_seq = ? AND e.account = ? ORDER BY a.n`,
  )
  const body = db.prepare<[number, string], { body: string }>(
    `SELECT e.body FROM delivery AS d JOIN event AS e ON e.seq = d.event_seq WHERE d.seq = ? AND e.account = ?`,
  )

  return {
    list(account: string, { state, resource, limit }: LogQuery): LoggedDelivery[] {
      const rows = list.all({ account, state: state ?? null, resource: resource ?? null, limit })
      return rows.map((row) => ({
        seq: row.seq,
        event: row.name,
        eventId: row.event_id,
        resource: row.rid,
        url: row.url,
        state: row.state,
        attempts: row.attempts,
        createdAt: time(row.created_ms),
        nextAt: row.state === 'due' ? time(row.due_ms) : null,
        lastStatus: row.status,
        lastError: row.error,
      }))
    },
    /** `undefined` for another account's delivery. */
    body: (account: string, seq: number): string | undefined => body.get(seq, account)?.body,
    attempts(account: string, seq: number): LoggedAttempt[] {
      return attempts.all(seq, account).map((row) => ({
        n: row.n,
        isManual: row.is_manual === 1,
        startedAt: time(row.started_ms),
        durationMs: row.ended_ms === null ? null : row.ended_ms - row.started_ms,
        status: row.status,
        error: row.error,
        response: row.response,
      }))
    },
  }
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>
