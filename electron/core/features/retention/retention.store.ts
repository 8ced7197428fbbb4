import type Database from 'better-sqlite3-multiple-ciphers'
import type { createRequestErasures } from '../client-requests/request-erase.store.ts'
import type { createClientRetention } from '../clients/client-erase.store.ts'
import type { SharedErasures } from '../sharing/sharing.store.ts'
import { getDayBefore, computeRetention, type RetentionLimits } from './retention-policy.rules.ts'

/** Outcome of one step of a retention run. */
export interface Retained {
  blocked: Named[]
  /** Resources that are visible again. */
  shown: Named[]
  erased: Named[]
  /** Files whose rows and keys were erased: documents of the service, attachments, signed documents. */
  serviceDocuments: string[]
  attachments: string[]
  signed: string[]
  /** True if the batch was full, so there may be more. */
  more: boolean
}

export interface Named {
  kind: 'procedure' | 'signature'
  id: string
}

interface EndedRow extends Named {
  seq: number
  since: number
  blocked_at: number | null
  pinned: number
}

/** Final states. They must match the index `resource_ended`. */
const ENDED = `status IN ('DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT', 'signed', 'rejected', 'expired')`
/** SQL condition over `resource r`: part of the procedure is being sent or edited. */
const BUSY = `(EXISTS (SELECT 1 FROM attachment t
    WHERE t.procedure_id = r.id AND t.state IN ('queued', 'sending', 'failed'))
  OR EXISTS (SELECT 1 FROM draft f WHERE f.procedure_id = r.id AND f.state IN ('editing', 'ready', 'leaving', 'sending', 'stopped')))`
const COLUMNS = `r.seq, r.kind, r.id, r.since, r.blocked_at,
  coalesce((SELECT d.pinned FROM case_annotations d WHERE d.seq = r.seq), 0) AS pinned`

/** Queries of retention. Runs in the worker. Every write is one transaction. */
export function createRetentionQueries(
  db: Database.Database,
  { eraseShared }: Pick<SharedErasures, 'eraseShared'>,
  eraseLedgerNames: (procedureId: string) => string[],
  clientRequests: Pick<ReturnType<typeof createRequestErasures>, 'listOfResource'>,
  clients: ReturnType<typeof createClientRetention>,
) {
  const toBlock = db.prepare<[number, number], EndedRow>(
    `SELECT ${COLUMNS} FROM resource r WHERE ${ENDED} AND r.since < ? AND r.blocked_at IS NULL AND NOT ${BUSY}
       AND NOT EXISTS (SELECT 1 FROM case_annotations d WHERE d.seq = r.seq AND d.pinned = 1) ORDER BY r.since LIMIT ?`,
  )
  /** A resource that is gone and no longer polled counts as ended at its last fetch. */
  const goneToBlock = db.prepare<[number, number], EndedRow>(
    `SELECT ${COLUMNS} FROM resource r WHERE r.gone = 1 AND r.next_at IS NULL AND r.checked_at < ? AND r.blocked_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM case_annotations d WHERE d.seq = r.seq AND d.pinned = 1) LIMIT ?`,
  )
  const blockedOnes = db.prepare<[number, number], EndedRow & { gone: number; checked_at: number | null }>(
    `SELECT ${COLUMNS}, r.gone, r.checked_at FROM resource r INDEXED BY resource_blocked
     WHERE r.blocked_at IS NOT NULL AND r.seq > ?
     ORDER BY r.seq LIMIT ?`,
  )
  const block = db.prepare<[number | null, number]>('UPDATE resource SET blocked_at = ? WHERE seq = ?')
  /** Hides the changes of a blocked resource from Novedades. The rows remain for accountability. */
  const quiet = db.prepare<[string, string]>(
    `UPDATE change SET state = NULL, until = NULL, mine = 0, notice_why = CASE WHEN notice IN ('due', 'raising') THEN 'blocked' ELSE notice_why END,
       notice = CASE WHEN notice IN ('due', 'raising') THEN 'suppressed' ELSE notice END
     WHERE kind = ? AND id = ? AND state IS NOT NULL`,
  )
  const wantNoMore = db.prepare<[string]>(
    `DELETE FROM service_document WHERE procedure_id = ? AND state = 'wanted'`,
  )
  const unblock = db.prepare<[string, string]>(
    'UPDATE resource SET blocked_at = NULL WHERE kind = ? AND id = ? AND blocked_at IS NOT NULL',
  )
  const serviceDocumentFiles = db.prepare<[string], { file: string }>(
    'SELECT file FROM service_document WHERE procedure_id = ? AND file IS NOT NULL',
  )
  const attachmentFiles = db.prepare<[string], { id: string }>(
    'SELECT id FROM attachment WHERE procedure_id = ? AND key IS NOT NULL',
  )
  const forgetProcedure = [
    'DELETE FROM service_document WHERE procedure_id = ?',
    'DELETE FROM attachment WHERE procedure_id = ?',
    'DELETE FROM draft WHERE procedure_id = ?',
    'DELETE FROM signature_link WHERE procedure_id = ?',
    'UPDATE signature_request SET procedure_id = NULL WHERE procedure_id = ?',
  ].map((sql) => db.prepare<[string]>(sql))
  const forgetSigned = db.prepare<[string], { file: string }>(
    'DELETE FROM signed_document WHERE signature_id = ? RETURNING file',
  )
  const forgetTimeline = db.prepare<[string, string]>('DELETE FROM change WHERE kind = ? AND id = ?')
  const forgetMarks = db.prepare<[string, string]>('DELETE FROM inbox_mark WHERE kind = ? AND id = ?')
  /** Triggers delete the dependent rows (store/migration-names.ts, store/migration-signature-requests.ts). */
  const forget = db.prepare<[number]>('DELETE FROM resource WHERE seq = ?')

  /**
   * @param left gets the client of the procedure
   * @returns ids of the ledger's entries that lost their names, and of the requests that a trigger deletes
   */
  function erase(
    { seq, kind, id }: EndedRow,
    into: Retained,
    left: Set<string>,
  ): { entries: string[]; requests: string[] } {
    let entries: string[] = []
    const requests = clientRequests.listOfResource(kind, id)
    if (kind === 'procedure') {
      const client = clients.clientOfCase(id)
      if (client !== null) left.add(client)
      entries = eraseLedgerNames(id)
      into.serviceDocuments.push(...serviceDocumentFiles.all(id).map(({ file }) => file))
      into.attachments.push(...attachmentFiles.all(id).map((row) => row.id))
      for (const statement of forgetProcedure) statement.run(id)
    } else into.signed.push(...forgetSigned.all(id).map(({ file }) => file))
    forgetTimeline.run(kind, id)
    forgetMarks.run(kind, id)
    forget.run(seq)
    into.erased.push({ kind, id })
    return { entries, requests }
  }

  return {
    /** Processes the next resources to block, show again or erase. Each kind is limited to `limit` rows. */
    retain: db.transaction((limits: RetentionLimits, afterBlocked: number, limit: number) => {
      const done: Retained = {
        blocked: [],
        shown: [],
        erased: [],
        serviceDocuments: [],
        attachments: [],
        signed: [],
        more: false,
      }
      const { now, retentionDays } = limits
      const blocked = blockedOnes.all(afterBlocked, limit)
      // Erased data are overwritten, not only unlinked.
      db.pragma('secure_delete = ON')
      const entries: string[] = []
      const requests: string[] = []
      const left = new Set<string>()
      for (const row of blocked) {
        const since = row.gone === 1 ? Math.max(row.since, row.checked_at ?? 0) : row.since
        const state = computeRetention(
          { since, isPinned: row.pinned === 1, blockedAt: row.blocked_at },
          limits,
        )
        if (state === 'erased') {
          const erased = erase(row, done, left)
          entries.push(...erased.entries)
          requests.push(...erased.requests)
        } else if (state === 'shown') {
          block.run(null, row.seq)
          done.shown.push({ kind: row.kind, id: row.id })
        } else if ((row.blocked_at ?? 0) > now) block.run(now, row.seq)
      }
      const erasedCases = done.erased.filter(({ kind }) => kind === 'procedure')
      if (erasedCases.length > 0)
        eraseShared(
          'case',
          erasedCases.map(({ id }) => id),
          now,
        )
      const erasedMarks = done.erased.map(({ kind, id }) => `${kind} ${id}`)
      if (erasedMarks.length > 0) eraseShared('mark', erasedMarks, now)
      if (entries.length > 0) eraseShared('entry', entries, now)
      if (requests.length > 0) eraseShared('request', requests, now)
      clients.eraseLeft(left, now)
      db.pragma('secure_delete = OFF')
      const cutoff = getDayBefore(now, retentionDays)
      const fresh =
        retentionDays === 0 ? [] : [...toBlock.all(cutoff, limit), ...goneToBlock.all(cutoff, limit)]
      for (const { seq, kind, id } of fresh) {
        block.run(now, seq)
        quiet.run(kind, id)
        if (kind === 'procedure') wantNoMore.run(id)
        done.blocked.push({ kind, id })
      }
      return {
        ...done,
        more: fresh.length >= limit || blocked.length >= limit,
        last: blocked.at(-1)?.seq ?? afterBlocked,
      }
    }),
    /** Shows a blocked resource again, because it changed or the user asked for it by name. */
    unblockResource: (kind: string, id: string): boolean => unblock.run(kind, id).changes > 0,
  }
}
