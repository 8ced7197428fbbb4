import type Database from 'better-sqlite3-multiple-ciphers'
import type { SourceEvent } from './source-event.rules.ts'

/** The move back that follows is reported at once by the service, or by the next fetch. */
const FOLLOWS_MS = 3_600_000

/**
 * True if a reported change is this PC's own doing. Of a procedure: an incident solved from here, and the
 * move out of `BLOCKED` that follows. Of a signature: that our request was accepted, and sent on. A fetch and
 * the relay get the same answer, since both use the stored rows.
 */
export function createSelfCaused(
  db: Database.Database,
): (kind: string, id: string, sourceEvent: SourceEvent) => boolean {
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
  return (kind, id, { event, status, detail, seenAt }) => {
    if (kind === 'signature')
      return (status === 'submitted' || status === 'sent') && sentHere.get(id) !== undefined
    if (kind !== 'procedure') return false
    if (event === 'procedure.incident.solved' || event === 'procedure.incident.removed')
      return detail['incidentId'] !== undefined && solved.get(id, String(detail['incidentId'])) !== undefined
    if (event !== 'procedure.status_changed' || status !== 'PENDING') return false
    return unblocked.get(id, seenAt - FOLLOWS_MS, seenAt) !== undefined
  }
}
