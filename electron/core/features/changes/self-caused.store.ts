import type Database from 'better-sqlite3-multiple-ciphers'
import type { SourceEvent } from './source-event.rules.ts'

/** The move back that follows is reported at once by the service, or by the next fetch. */
const FOLLOWS_MS = 3_600_000

/** Which changes are this PC's own doing. A fetch and the relay get the same answer: both use the stored rows. */
export interface SelfCaused {
  /**
   * True if a reported change is this PC's own doing. Of a procedure: its creation and confirmation from here, an
   * incident solved from here, and the move out of `BLOCKED` that follows. Of a signature: that our request was
   * accepted, and sent on.
   * @param seq its row, once it has one
   */
  isSelfCaused(
    kind: string,
    id: string,
    change: Pick<SourceEvent, 'event' | 'status' | 'detail' | 'seenAt'>,
    seq?: number,
  ): boolean
  /** True if this PC created the resource, and knows its id. */
  isOwnResource(kind: string, id: string): boolean
}

export function createSelfCaused(db: Database.Database): SelfCaused {
  const solved = db.prepare<[string, string], { found: number }>(
    'SELECT 1 AS found FROM supply WHERE procedure_id = ? AND incident_id = ? AND solve_at IS NOT NULL LIMIT 1',
  )
  const unblocked = db.prepare<[string, number, number], { found: number }>(
    `SELECT 1 AS found FROM supply s WHERE s.procedure_id = ? AND s.solve_at BETWEEN ? AND ? AND NOT EXISTS (
       SELECT 1 FROM change c WHERE c.kind = 'procedure' AND c.id = s.procedure_id AND c.status = 'PENDING'
         AND c.event = 'procedure.status_changed' AND c.seen_at >= s.solve_at) LIMIT 1`,
  )
  const sentHere = db.prepare<[string], { found: number }>(
    'SELECT 1 AS found FROM signing WHERE signature_id = ?',
  )
  const openedHere = db.prepare<[string], { found: number }>(
    'SELECT 1 AS found FROM draft WHERE procedure_id = ? LIMIT 1',
  )
  /** A procedure that was sent comes back to `PENDING` too: only its first states are this PC's doing. */
  const earlier = db.prepare<[string, number]>(
    `SELECT 1 FROM change WHERE kind = 'procedure' AND id = ? AND seq < ? AND event = 'procedure.status_changed'
       AND status NOT IN ('DRAFT', 'PENDING') LIMIT 1`,
  )
  const isOpening = (id: string, status: string | undefined, seq: number) =>
    (status === 'DRAFT' || status === 'PENDING') &&
    openedHere.get(id) !== undefined &&
    earlier.get(id, seq) === undefined

  return {
    isOwnResource: (kind, id) =>
      kind === 'procedure' ? openedHere.get(id) !== undefined : sentHere.get(id) !== undefined,

    isSelfCaused(kind, id, { event, status, detail, seenAt }, seq = Number.MAX_SAFE_INTEGER) {
      if (kind === 'signature')
        return (status === 'submitted' || status === 'sent') && sentHere.get(id) !== undefined
      if (kind !== 'procedure') return false
      if (event === 'procedure.incident.solved' || event === 'procedure.incident.removed')
        return (
          detail['incidentId'] !== undefined && solved.get(id, String(detail['incidentId'])) !== undefined
        )
      if (event !== 'procedure.status_changed') return false
      if (isOpening(id, status, seq)) return true
      return status === 'PENDING' && unblocked.get(id, seenAt - FOLLOWS_MS, seenAt) !== undefined
    },
  }
}
