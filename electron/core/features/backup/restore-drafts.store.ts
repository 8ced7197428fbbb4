import type Database from 'better-sqlite3-multiple-ciphers'
import type { DraftRecord, SignatureRequestRecord } from './draft-records.ts'
import { restoredDraft } from './restored-draft.rules.ts'
import { restoredSignatureRequest } from './restored-signature-request.rules.ts'

/** Merges of a backup's drafts and signature requests. */
export function createDraftMerges(db: Database.Database) {
  const findDraft = db.prepare<[string], { state: string; updated_at: number }>(
    'SELECT state, updated_at FROM draft WHERE id = ?',
  )
  const addDraft = db.prepare(
    `INSERT INTO draft (id, kind, version, state, form, vrm, vin, invoice, client, created_at, updated_at, active_at,
       procedure_id, intention, error, sent_at)
     VALUES (@id, @kind, @version, @state, @form, @vrm, @vin, @invoice, @client, @created_at, @updated_at, @active_at,
       @procedure_id, @intention, @error, @sent_at)`,
  )
  const newerDraft = db.prepare(
    `UPDATE draft SET version = version + 1, form = @form, vrm = @vrm, vin = @vin, invoice = @invoice,
       client = @client, updated_at = @updated_at WHERE id = @id`,
  )
  const addDocument = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed, mime, size, sha256, url, remote_id, error)
     VALUES (@id, @draftId, @source, @name, @type, @guessed, @mime, @size, @sha256, @url, @remote_id, @error)
     ON CONFLICT (id) DO NOTHING`,
  )
  const follow = db.prepare<[string, number, number, number]>(
    `INSERT INTO resource (kind, id, status, since, added_at, next_at) VALUES ('procedure', ?, 'PENDING', ?, ?, ?)
     ON CONFLICT (kind, id) DO NOTHING`,
  )
  const findSignatureRequest = db.prepare<[string], { state: string; updated_at: number }>(
    'SELECT state, updated_at FROM signing WHERE id = ?',
  )
  const isTaken = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM signing WHERE signature_id = ?',
  )
  const addSignatureRequest = db.prepare(
    `INSERT INTO signing (id, document, version, state, fields, accepted, id_number, representative, procedure_id,
       again, created_at, updated_at, sent_at, signature_id, error)
     VALUES (@id, @document, @version, @state, @fields, @accepted, @id_number, @representative, @procedure_id, @again,
       @created_at, @updated_at, @sent_at, @signature_id, @error)`,
  )
  const newerSignatureRequest = db.prepare(
    `UPDATE signing SET version = version + 1, document = @document, fields = @fields, accepted = @accepted,
       id_number = @id_number, representative = @representative, procedure_id = @procedure_id,
       updated_at = @updated_at WHERE id = @id`,
  )
  const addName = db.prepare<[string, string, string]>(
    `INSERT INTO document_name (procedure_id, document_id, name) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )

  function mergeDraft(record: DraftRecord, now: number): 'new' | 'taken' | 'kept' {
    const here = findDraft.get(record.id)
    if (here) return mergeKnownDraft(record, here)
    const { row, documents } = restoredDraft(record)
    addDraft.run({ ...row, id: record.id })
    for (const document of documents) addDocument.run({ ...document, draftId: record.id })
    // A copy of an earlier version names its documents here alone.
    if (row.state === 'sent' && row.procedure_id !== null)
      for (const { source, name, remote_id } of documents)
        if (source === 'file' && remote_id !== null) addName.run(row.procedure_id, remote_id, name)
    // A submitted procedure is tracked, whether or not the copy has it.
    if (row.state === 'sent' && row.procedure_id !== null) follow.run(row.procedure_id, now, now, now)
    return 'new'
  }

  /** This PC's state of a submission is never older than a copy's: only typed fields may be. */
  function mergeKnownDraft({ id, row }: DraftRecord, here: { state: string; updated_at: number }) {
    const areTyped = here.state === 'editing' && row.state === 'editing'
    if (!areTyped || row.updated_at <= here.updated_at) return 'kept'
    newerDraft.run({ ...row, id })
    return 'taken'
  }

  function mergeSignatureRequest({ id, row }: SignatureRequestRecord): 'new' | 'taken' | 'kept' {
    const here = findSignatureRequest.get(id)
    if (here) {
      const areTyped = here.state === 'editing' && row.state === 'editing'
      if (!areTyped || row.updated_at <= here.updated_at) return 'kept'
      newerSignatureRequest.run({ ...row, id })
      return 'taken'
    }
    // Another request here has that signature already.
    if (row.signature_id !== null && (isTaken.get(row.signature_id)?.n ?? 0) > 0) return 'kept'
    addSignatureRequest.run({ ...restoredSignatureRequest(row), id })
    return 'new'
  }

  return { mergeDraft, mergeSignatureRequest }
}
