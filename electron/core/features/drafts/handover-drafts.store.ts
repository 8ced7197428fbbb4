import type Database from 'better-sqlite3-multiple-ciphers'
import { type DraftForm, FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { duplicateKeys } from '#shared/domain/procedures/preflight.ts'
import type { Offer } from '#shared/records/handover-record.ts'
import { createChangeWriter } from '../changes/change-rows.store.ts'
import {
  formOf,
  submissionOf,
  type StoredDocument,
  type StoredDraft,
} from '../procedures/draft-rows.store.ts'

/**
 * State of a draft with its hand-over. `handed`: a colleague is to collect it. `collected`: a colleague has it, and
 * this PC still has its own. A draft has its earlier state again after it was taken back.
 */
export const DRAFT_STATE = `iif(draft.state = 'editing', coalesce(
  (SELECT iif(h.ended_at IS NULL, 'handed', 'collected') FROM handover h WHERE h.given_id = draft.id
     AND h.role = 'giver' AND (h.ended_at IS NULL OR h.state = 'taken') ORDER BY h.seq DESC LIMIT 1),
  draft.state), draft.state)`

/** States of a draft of which nothing has left this PC. */
const UNSENT: readonly StoredDraft['state'][] = [
  'editing',
  'ready',
  'leaving',
  'stopped',
  'handed',
  'collected',
  'discarded',
]

/** True if the service has something of a draft, or may have it. */
export function isBegun(row: StoredDraft): boolean {
  const { procedureId, begun } = submissionOf(row)
  return !UNSENT.includes(row.state) || procedureId !== null || begun !== null || row.procedure_id !== null
}

/** Form of an offer. The note of its giver is added to the notes of the draft. */
export function formWithNote({ form, from, note }: Offer): DraftForm {
  const known = formOf({ form })
  if (note === '') return known
  const said = from === '' ? note : `${from}: ${note}`
  const notes = [known.fields.notes, said].filter(Boolean).join('\n').slice(0, FIELD_LENGTHS.notes)
  return { ...known, fields: { ...known.fields, notes } }
}

/** The drafts of this PC that are handed over. Writes are in the caller's transaction. */
export function createGivenDrafts(db: Database.Database) {
  const find = db.prepare<[string], StoredDraft>(`SELECT *, ${DRAFT_STATE} AS state FROM draft WHERE id = ?`)
  const documents = db.prepare<[string], StoredDocument>(
    'SELECT * FROM document WHERE draft_id = ? ORDER BY seq',
  )
  const unfinish = db.prepare<[string]>(
    `UPDATE draft SET state = 'editing', send_at = NULL, error = NULL, problem = NULL WHERE id = ?`,
  )
  const hide = db.prepare<[number, string]>(
    `UPDATE draft SET state = 'discarded', updated_at = ? WHERE id = ?`,
  )
  return {
    find: (id: string): StoredDraft | undefined => find.get(id),
    documentsOf: (id: string): StoredDocument[] => documents.all(id),
    /** Makes a draft of *Por enviar*, or a discarded one, one of *Borradores* again. */
    unfinish: (id: string): void => void unfinish.run(id),
    /** Takes a collected draft out of the lists. Like a discarded one, it can be restored until it is purged. */
    hide: (id: string, now: number): void => void hide.run(now, id),
  }
}

/** Draft that a line of *Novedades* is about. */
type About = { kind: DraftKind; form: string }

/** Writes lines of *Novedades* about hand-overs. */
export function createHandoverNews(db: Database.Database) {
  const changes = createChangeWriter(db)
  /**
   * @param about `null` if this PC does not know the draft any more
   * @param outcome tells events of the same name apart
   * @returns false if the operator was told before
   */
  return function tellOperator(
    event: string,
    id: string,
    { about, author, outcome = '' }: { about: About | null; author: string; outcome?: string },
    now: number,
  ): boolean {
    const { vrm } = about ? duplicateKeys(about.kind, formOf(about).fields) : {}
    const written = changes.write({
      kind: 'other',
      id,
      sourceEvent: {
        event,
        detail: { author, kind: about?.kind ?? '', outcome },
        at: now,
        seenAt: now,
        source: 'relay',
        serverAt: null,
        key: `${event}:${id}:${outcome}`,
      },
      placement: 'inbox',
      ...(vrm !== undefined && { subject: { vrm } }),
    })
    return written !== null
  }
}
