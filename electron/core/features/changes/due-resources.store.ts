import type Database from 'better-sqlite3-multiple-ciphers'
import type { PolledKind } from './resource.rules.ts'

export interface DueResource {
  kind: PolledKind
  id: string
  failures: number
}

/** Time of the next fetch while a relay reports changes, as in the index `resource_relayed`. */
const RELAYED = 'coalesce(relayed_at, next_at)'

/** Which resources are fetched, and when. Runs in the worker. */
export function createDueResourceQueries(db: Database.Database) {
  const due = db.prepare<[number, number], DueResource>(
    'SELECT kind, id, failures FROM resource WHERE next_at <= ? ORDER BY next_at LIMIT ?',
  )
  const nextDue = db.prepare<[], { at: number | null }>(
    'SELECT min(next_at) AS at FROM resource WHERE next_at IS NOT NULL',
  )
  /** While a relay reports changes: its own later time, where there is one. */
  const relayedDue = db.prepare<[number, number], DueResource>(
    `SELECT kind, id, failures FROM resource WHERE next_at IS NOT NULL AND ${RELAYED} <= ? ORDER BY ${RELAYED} LIMIT ?`,
  )
  const nextRelayedDue = db.prepare<[], { at: number | null }>(
    `SELECT min(${RELAYED}) AS at FROM resource WHERE next_at IS NOT NULL`,
  )
  const groups = db.prepare<[], { kind: PolledKind; status: string; n: number }>(
    'SELECT kind, status, count(*) AS n FROM resource WHERE next_at IS NOT NULL AND gone = 0 GROUP BY kind, status',
  )
  const lastChecked = db.prepare<[], { at: number | null }>('SELECT max(checked_at) AS at FROM resource')
  const reconcile = db.prepare<[number, number, number]>(
    `UPDATE resource INDEXED BY resource_due SET next_at = min(next_at, coalesce(checked_at, 0), ?), relayed_at = NULL
     WHERE next_at IS NOT NULL AND gone = 0 AND (coalesce(checked_at, 0) < ? OR checked_at > ?)`,
  )

  return {
    /**
     * Due resources, the latest first.
     * @param relayed a relay reports changes, so that most are fetched later
     */
    dueResources: (now: number, limit: number, relayed = false): DueResource[] =>
      (relayed ? relayedDue : due).all(now, limit),
    nextResourceDue: (relayed = false): number | null =>
      (relayed ? nextRelayedDue : nextDue).get()?.at ?? null,
    openResources: () => groups.all(),
    lastResourceCheck: (): number | null => lastChecked.get()?.at ?? null,
    /**
     * Makes due every open resource not fetched since then, the oldest fetch first; also those fetched in the
     * future, before this PC's clock was set back.
     */
    reconcileResources: (checkedBefore: number, now: number): number =>
      reconcile.run(now, checkedBefore, now).changes,
  }
}
