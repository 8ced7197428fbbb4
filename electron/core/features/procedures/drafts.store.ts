import type Database from 'better-sqlite3-multiple-ciphers'
import type { DraftCounts, DraftFilter, DraftProblem, DraftState } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { duplicateKeys, type Duplicate, type DuplicateKeys } from '#shared/domain/procedures/preflight.ts'
import {
  tidyFields,
  withFields,
  type DraftForm,
  type FieldChanges,
} from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { AuditNote } from '../audit/chain.rules.ts'
import {
  findDraftRefusal,
  KEEP_COLLECTED_MS,
  KEEP_DISCARDED_MS,
  type SaveOutcome,
} from '../drafts/drafts.rules.ts'
import { DRAFT_STATE } from '../drafts/handover-drafts.store.ts'
import {
  draftOf,
  draftRowOf,
  formOf,
  submissionOf,
  type DraftChange,
  type DraftInside,
  type StoredDocument,
  type StoredDraft,
} from './draft-rows.store.ts'
import { CHANGEABLE } from './draft.rules.ts'
import { isInDoubt, newSubmission, type Submission } from './submission.rules.ts'

/** Outcome of a submission step. It is written in one transaction. */
export interface DraftStep {
  submission: Submission
  state?: DraftState
  error?: AppError | null
  problem?: DraftProblem | null
  /** Ids of documents at the service. `null` if the service turned out not to have the document. */
  remoteIds?: readonly (readonly [documentId: string, remoteId: string | null])[]
  refused?: { documentId: string; error: AppError }
  /** Set if the user acted on the draft. */
  active?: true
  now: number
}

const OUTBOX = `('ready', 'leaving', 'sending', 'stopped')`

/** Queries of procedure drafts. Runs in the worker. Every write is one transaction. */
export function createDraftQueries(db: Database.Database, audit: AuditWriter) {
  const find = db.prepare<[string], StoredDraft>(`SELECT *, ${DRAFT_STATE} AS state FROM draft WHERE id = ?`)
  const ofProcedure = db.prepare<[string], StoredDraft>(
    'SELECT * FROM draft WHERE procedure_id = ? ORDER BY seq DESC LIMIT 1',
  )
  const documentsOf = db.prepare<[string], StoredDocument>(
    'SELECT * FROM document WHERE draft_id = ? ORDER BY seq',
  )
  const oneDocument = db.prepare<[string], StoredDocument>('SELECT * FROM document WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO draft (id, kind, state, form, vrm, vin, invoice, client, created_at, updated_at, submission)
     VALUES (@id, @kind, 'editing', @form, @vrm, @vin, @invoice, @client, @now, @now, @submission)`,
  )
  const save = db.prepare(
    `UPDATE draft SET version = version + 1, state = 'editing', error = NULL, problem = NULL, form = @form, vrm = @vrm,
       vin = @vin, invoice = @invoice, client = @client, updated_at = @now WHERE id = @id`,
  )
  const setForm = db.prepare<[string, string]>('UPDATE draft SET form = ? WHERE id = ?')
  const write = db.prepare(
    `UPDATE draft SET submission = @submission, procedure_id = @procedureId, state = coalesce(@state, state),
       error = CASE @keepError WHEN 1 THEN error ELSE @error END,
       problem = CASE @keepProblem WHEN 1 THEN problem ELSE @problem END,
       active_at = coalesce(@active, active_at) WHERE id = @id`,
  )
  const setRemote = db.prepare<[string | null, string]>('UPDATE document SET remote_id = ? WHERE id = ?')
  const refuse = db.prepare<[string, string]>('UPDATE document SET error = ? WHERE id = ?')
  const move = db.prepare<[DraftState, number, string]>(
    'UPDATE draft SET state = ?, send_at = NULL, updated_at = ? WHERE id = ?',
  )
  const leave = db.prepare<[number, number, number, string]>(
    `UPDATE draft SET state = 'leaving', send_at = ?, active_at = ?, updated_at = ?, error = NULL, problem = NULL,
       submission = json_set(submission, '$.remakes', 0) WHERE id = ?`,
  )
  const depart = db.prepare<[number, string]>(
    `UPDATE draft SET state = 'sending', send_at = NULL, active_at = ? WHERE id = ? AND state = 'leaving'`,
  )
  const interrupted = db.prepare<[string]>(
    `UPDATE draft SET state = 'ready', send_at = NULL, error = ? WHERE state = 'leaving'`,
  )
  const sending = db.prepare<[], { id: string }>(`SELECT id FROM draft WHERE state = 'sending' ORDER BY seq`)
  const sent = db.prepare<[number, string]>(
    `UPDATE draft SET state = 'sent', sent_at = ?, error = NULL, problem = NULL WHERE id = ?`,
  )
  const wipe = db.prepare<[string]>('UPDATE document SET key = NULL WHERE draft_id = ?')
  const follow = db.prepare<[string, number, number, number]>(
    `INSERT INTO resource (kind, id, status, since, added_at, next_at) VALUES ('procedure', ?, 'PENDING', ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET blocked_at = NULL WHERE revision IS NULL`,
  )
  /** Copies the annotations of the wizard to the procedure. An empty field never overwrites a value. */
  const handOver = db.prepare(
    `INSERT INTO case_annotations (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name,
       buyer_tax_id, contract_date, situations)
     SELECT seq, 1, @now, @client, @sellerName, @sellerTaxId, @buyerName, @buyerTaxId, @contractDate, @situations
     FROM resource WHERE kind = 'procedure' AND id = @procedureId
     ON CONFLICT (seq) DO UPDATE SET version = version + 1, updated_at = excluded.updated_at,
       client = coalesce(nullif(excluded.client, ''), client),
       seller_name = coalesce(nullif(excluded.seller_name, ''), seller_name),
       seller_tax_id = coalesce(nullif(excluded.seller_tax_id, ''), seller_tax_id),
       buyer_name = coalesce(nullif(excluded.buyer_name, ''), buyer_name),
       buyer_tax_id = coalesce(nullif(excluded.buyer_tax_id, ''), buyer_tax_id),
       contract_date = coalesce(nullif(excluded.contract_date, ''), contract_date),
       situations = coalesce(nullif(excluded.situations, ''), situations)`,
  )
  /** A draft gives its note once. */
  const handOverNote = db.prepare(
    `INSERT INTO case_note (id, seq, text, author, at)
     SELECT @id, seq, @notes, @author, @now FROM resource
     WHERE kind = 'procedure' AND id = @procedureId AND trim(@notes) <> '' ON CONFLICT (id) DO NOTHING`,
  )
  const counts = db.prepare<[], DraftCounts>(
    `SELECT coalesce(sum(state = 'editing'), 0) AS drafts, coalesce(sum(state IN ${OUTBOX}), 0) AS outbox,
       coalesce(sum(state = 'sending'), 0) AS sending,
       coalesce(sum(state = 'stopped' OR (state = 'sending' AND error IS NOT NULL AND
         json_extract(submission, '$.begun.step') = 'confirm')), 0) AS attention
     FROM draft WHERE state IN ('editing', 'ready', 'leaving', 'sending', 'stopped')`,
  )
  const rowsSql = (where: string, order: string) =>
    `SELECT *, ${DRAFT_STATE} AS state,
       (SELECT count(*) FROM document WHERE draft_id = draft.id) AS documents,
       (SELECT count(*) FROM document WHERE draft_id = draft.id AND remote_id IS NOT NULL) AS uploaded
     FROM draft WHERE ${where} ORDER BY ${order} LIMIT ?`
  const rowsWhere = (where: string, order: string) =>
    db.prepare<[number, number], StoredDraft & { uploaded: number; documents: number }>(rowsSql(where, order))
  const lists = {
    drafts: rowsWhere(`state = 'editing' AND seq < ?`, 'seq DESC'),
    outbox: rowsWhere(`state IN ${OUTBOX} AND seq < ?`, 'seq DESC'),
    // Blocked procedures are hidden (store/visible.ts).
    sent: rowsWhere(
      `state = 'sent' AND seq < ? AND NOT EXISTS (SELECT 1 FROM resource WHERE kind = 'procedure'
         AND id = draft.procedure_id AND blocked_at IS NOT NULL)`,
      'seq DESC',
    ),
  }
  const outbox = rowsWhere(`state IN ${OUTBOX} AND seq > ?`, 'seq')
  const ofPlate = db.prepare<[string, number], StoredDraft & { uploaded: number; documents: number }>(
    rowsSql(`vrm = ? AND state IN ('editing', 'ready', 'leaving', 'sending', 'stopped')`, 'seq DESC'),
  )
  const purge = db.prepare<{ before: number; collectedBefore: number }>(
    `DELETE FROM draft WHERE state = 'discarded' AND updated_at < iif(EXISTS (SELECT 1 FROM handover h
       WHERE h.given_id = draft.id AND h.role = 'giver' AND h.state = 'taken'), @collectedBefore, @before)`,
  )
  const sameDraft = (column: 'vrm' | 'vin' | 'invoice') =>
    db.prepare<[string, string], { id: string; kind: string; status: string }>(
      `SELECT id, kind, state AS status FROM draft WHERE ${column} = ? AND id <> ?
         AND state IN ('editing', 'ready', 'leaving', 'sending', 'stopped') ORDER BY seq DESC LIMIT 20`,
    )
  const ENDED = `('DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT')`
  const sameProcedure = (column: string) =>
    db.prepare<[string, string], { id: string; kind: string; status: string }>(
      `SELECT id, coalesce(json_extract(body, '$.type'), '') AS kind, status FROM resource
       WHERE kind = 'procedure' AND ${column} = ? AND id <> ? AND gone = 0 AND status NOT IN ${ENDED}
       ORDER BY seq DESC LIMIT 20`,
    )
  // These keys match shared/domain/procedures/preflight.ts. The index uses the same expressions.
  const places = [
    ['vrm', sameDraft('vrm'), sameProcedure('vrm')],
    ['vin', sameDraft('vin'), sameProcedure('vin')],
    ['invoiceNumber', sameDraft('invoice'), sameProcedure('invoice')],
  ] as const

  const inside = (row: StoredDraft | undefined): DraftInside | null =>
    row ? draftOf(row, documentsOf.all(row.id)) : null

  /** Writes the outcome of a submission to the audit record, once the outcome is known or in doubt. */
  function recordSending(row: StoredDraft, result: AuditNote['result']): void {
    const identifier = row.vrm ?? row.vin ?? row.procedure_id ?? row.id
    audit.write({ what: 'procedure.send', kind: row.kind, identifier, result })
  }

  function recordOutcome(before: StoredDraft, { submission, state, error }: DraftStep): void {
    const isOver = state === 'ready' || state === 'stopped'
    const known = error === undefined ? before.error : error
    const wasDoubted = before.error !== null && isInDoubt(submissionOf(before))
    if (isInDoubt(submission)) {
      if ((isOver || known !== null) && !wasDoubted) recordSending(before, 'uncertain')
    } else if (isOver) recordSending(before, 'failed')
  }

  function recordUploads(row: StoredDraft, remoteIds: NonNullable<DraftStep['remoteIds']>): void {
    const identifier = row.vrm ?? row.vin ?? row.procedure_id ?? row.id
    for (const [documentId, remoteId] of remoteIds) {
      const document = remoteId === null ? undefined : oneDocument.get(documentId)
      if (!document) continue
      const { type, sha256 } = document
      audit.write({
        what: 'document.send',
        kind: type,
        identifier,
        result: 'ok',
        ...(sha256 !== null && { sha256 }),
      })
    }
  }

  const formColumns = (kind: DraftKind, form: DraftForm) => {
    const keys = duplicateKeys(kind, form.fields)
    return {
      form: JSON.stringify(form),
      vrm: keys.vrm ?? null,
      vin: keys.vin ?? null,
      invoice: keys.invoiceNumber ?? null,
      client: form.fields.client,
    }
  }

  return {
    draft: (id: string): DraftInside | null => inside(find.get(id)),
    draftOfProcedure: (id: string): DraftInside | null => inside(ofProcedure.get(id)),

    createDraft(id: string, kind: DraftKind, form: DraftForm, now: number): void {
      insert.run({ id, kind, now, submission: JSON.stringify(newSubmission()), ...formColumns(kind, form) })
    },

    saveDraft: db.transaction(
      (
        id: string,
        version: number,
        { fields, accepted, expected }: DraftChange,
        now: number,
      ): SaveOutcome => {
        const row = find.get(id)
        if (!row) return 'unknown'
        const refusal = findDraftRefusal(row, version, CHANGEABLE)
        if (refusal) return refusal
        const before = formOf(row)
        const documents = expected === undefined ? before.expected : expected
        const form = {
          fields: withFields(before.fields, fields),
          accepted: accepted ?? before.accepted,
          ...(documents && { expected: documents }),
          ...(before.situations && { situations: before.situations }),
        }
        save.run({ id, now, ...formColumns(row.kind, form) })
        return 'saved'
      },
    ),

    /** Nothing that is sent changes, so the draft keeps its version and its state. */
    setDraftSituations: db.transaction(
      (id: string, situations: readonly string[]): 'done' | 'busy' | 'unknown' => {
        const row = find.get(id)
        if (!row) return 'unknown'
        if (findDraftRefusal(row, null, CHANGEABLE)) return 'busy'
        const { situations: _before, ...form } = formOf(row)
        setForm.run(JSON.stringify({ ...form, ...(situations.length > 0 && { situations }) }), id)
        return 'done'
      },
    ),

    /** Moves a draft between states that only the user changes. Returns `false` if the draft has left `from`. */
    moveDraft: db.transaction(
      (
        id: string,
        version: number | null,
        from: readonly DraftState[],
        to: DraftState,
        now: number,
      ): boolean => {
        const row = find.get(id)
        if (!row || findDraftRefusal(row, version, from)) return false
        move.run(to, now, id)
        return true
      },
    ),

    /** Schedules a submission for `sendAt`. The user can undo it until then. */
    draftLeaves: db.transaction((id: string, version: number, sendAt: number, now: number): boolean => {
      const row = find.get(id)
      if (!row || findDraftRefusal(row, version, CHANGEABLE)) return false
      return leave.run(sendAt, now, now, id).changes > 0
    }),
    draftDeparts: (id: string, now: number): boolean => depart.run(now, id).changes > 0,

    draftStep: db.transaction((id: string, step: DraftStep): void => {
      const { submission, remoteIds = [], refused, error, problem } = step
      const before = find.get(id)
      if (before) recordUploads(before, remoteIds)
      if (before?.state === 'sending') recordOutcome(before, step)
      for (const [documentId, remoteId] of remoteIds) setRemote.run(remoteId, documentId)
      if (refused) refuse.run(JSON.stringify(refused.error), refused.documentId)
      write.run({
        id,
        active: step.active ? step.now : null,
        submission: JSON.stringify(submission),
        procedureId: submission.procedureId,
        state: step.state ?? null,
        keepError: error === undefined ? 1 : 0,
        error: error ? JSON.stringify(error) : null,
        keepProblem: problem === undefined ? 1 : 0,
        problem: problem ?? null,
      })
    }),

    /**
     * Ends a confirmed draft. Its local files become unreadable. Its procedure is tracked and receives the
     * annotations.
     */
    draftSent: db.transaction((id: string, procedureId: string, now: number): void => {
      sent.run(now, id)
      const row = find.get(id)
      if (row) recordSending(row, 'ok')
      wipe.run(id)
      follow.run(procedureId, now, now, now)
      if (!row) return
      const form = formOf(row)
      const fields = { ...tidyFields(form.fields, now), procedureId, now }
      handOver.run({ ...fields, situations: (form.situations ?? []).join(' ') })
      handOverNote.run({ ...fields, id, author: audit.operatorName() })
    }),

    /** Gives submissions that were scheduled when the last run ended back to the user. They were not sent. */
    interruptLeaving: (error: AppError): void => void interrupted.run(JSON.stringify(error)),
    sendingDrafts: (): string[] => sending.all().map(({ id }) => id),

    drafts(filter: DraftFilter, before: number | null, limit: number) {
      const rows = lists[filter].all(before ?? Number.MAX_SAFE_INTEGER, limit)
      const last = rows.at(-1)
      return { rows: rows.map(draftRowOf), next: rows.length === limit && last ? last.seq : null }
    },
    draftsOfPlates: (vrms: readonly string[], limit: number) =>
      vrms.map((vrm) => ofPlate.all(vrm, limit).map(draftRowOf)),
    outboxDrafts: () => outbox.all(0, 1_000).map(draftRowOf),
    draftCounts: (): DraftCounts => counts.get() ?? { drafts: 0, outbox: 0, sending: 0, attention: 0 },

    /** Open procedures and other drafts for the same vehicle or invoice. */
    duplicatesOf(id: string, procedureId: string | null, keys: DuplicateKeys): Duplicate[] {
      return places.flatMap(([by, drafts, procedures]) => {
        const key = keys[by]
        if (key === undefined) return []
        return [
          ...procedures
            .all(key, procedureId ?? '')
            .map((row) => ({ where: 'procedure' as const, by, ...row })),
          ...drafts.all(key, id).map((row) => ({ where: 'draft' as const, by, ...row })),
        ]
      })
    },

    /**
     * Deletes the drafts that were discarded long ago. A draft that a colleague has collected is kept longer.
     * @returns number of deleted drafts
     */
    purgeDrafts: (now: number): number =>
      purge.run({ before: now - KEEP_DISCARDED_MS, collectedBefore: now - KEEP_COLLECTED_MS }).changes,
  }
}

/** Data of a procedure on this PC. */
export interface CopySource {
  /** Type in the words of the service. Empty before the first answer of the service. */
  type: string
  fields: FieldChanges
}

interface Row {
  type: string
  client: string | null
  seller_name: string | null
  seller_tax_id: string | null
  buyer_name: string | null
  buyer_tax_id: string | null
}

/** Query of the procedure that *Crear otro igual* copies. Runs in the worker. */
export function createCopySourceQueries(db: Database.Database) {
  const find = db.prepare<[string], Row>(
    `SELECT CAST(coalesce(json_extract(r.body, '$.type'), '') AS TEXT) AS type, d.client, d.seller_name,
       d.seller_tax_id, d.buyer_name, d.buyer_tax_id
     FROM resource r LEFT JOIN case_annotations d ON d.seq = r.seq
     WHERE r.kind = 'procedure' AND r.id = ? AND r.blocked_at IS NULL`,
  )
  return {
    copySource(procedureId: string): CopySource | null {
      const row = find.get(procedureId)
      if (!row) return null
      return {
        type: row.type,
        fields: {
          client: row.client ?? '',
          sellerName: row.seller_name ?? '',
          sellerTaxId: row.seller_tax_id ?? '',
          buyerName: row.buyer_name ?? '',
          buyerTaxId: row.buyer_tax_id ?? '',
        },
      }
    },
  }
}
