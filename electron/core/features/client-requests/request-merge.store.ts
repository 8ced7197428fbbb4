import type Database from 'better-sqlite3-multiple-ciphers'
import { mergeActs } from '#shared/domain/client-requests.ts'
import type { OfferedRequest } from '#shared/records/handover-record.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { deriveColumns, parseActs, type RequestRow } from './client-requests.rules.ts'

/** Columns of the acts of two copies of a request. Acts that only a later version knows stay. */
function joinActs(one: string, other: string) {
  const acts = mergeActs(parseActs(one), parseActs(other))
  return { acts: JSON.stringify({ ...recordIn(one), ...recordIn(other), ...acts }), ...deriveColumns(acts) }
}

/** Merges of requests that come from a backup, or with a draft. In the caller's transaction. */
export function createRequestMerges(db: Database.Database) {
  const find = db.prepare<[string], RequestRow>('SELECT * FROM client_request WHERE id = ?')
  const ofDraft = db.prepare<[string], OfferedRequest>(
    'SELECT id, subject, item, text, acts FROM client_request WHERE draft_id = ? ORDER BY seq',
  )
  const save = db.prepare(
    `INSERT INTO client_request (id, procedure_id, draft_id, signature_id, subject, item, text, acts, is_open, next_day)
     VALUES (@id, @procedure_id, @draft_id, @signature_id, @subject, @item, @text, @acts, @isOpen, @nextDay)
     ON CONFLICT (id) DO UPDATE SET procedure_id = excluded.procedure_id, draft_id = excluded.draft_id,
       acts = excluded.acts, is_open = excluded.is_open, next_day = excluded.next_day`,
  )

  function merge(row: RequestRow): void {
    const here = find.get(row.id)
    // The draft of the other state may have been sent since.
    const owner = here && row.procedure_id === null ? here : row
    save.run({
      ...row,
      procedure_id: owner.procedure_id,
      draft_id: owner.draft_id,
      ...joinActs(here?.acts ?? '', row.acts),
    })
  }

  return {
    merge,
    /** Requests of a draft that is handed over. */
    listOfDraft: (draftId: string): OfferedRequest[] => ofDraft.all(draftId),
    /** Gives the requests of a collected draft to the draft that this PC made of it. */
    adopt(draftId: string, requests: readonly OfferedRequest[]): void {
      for (const request of requests) {
        const here = find.get(request.id)
        // A PC that collects its own draft again has the requests under another draft.
        const owner = { procedure_id: here?.procedure_id ?? null, signature_id: null }
        save.run({
          ...request,
          ...owner,
          draft_id: owner.procedure_id === null ? draftId : null,
          ...joinActs(here?.acts ?? '', request.acts),
        })
      }
    },
  }
}
