import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import { cleanStored } from '../../store/stored-json.rules.ts'
import { createMoments } from '../inbox/moments.store.ts'
import type { BackupRecord, ResourceRecord } from './records.ts'

/** Number of records of each kind in a backup, and of those unknown to this PC. */
export interface RestoreCounts {
  procedures: number
  signatures: number
  drafts: number
  newProcedures: number
  newSignatures: number
  newDrafts: number
}

type StagedRow = { seq: number; body: string }
/** A change of a staged resource. */
export type StagedChange = ResourceRecord['changes'][number] & { t: 'change'; kind: string; id: string }
type StagedRecord = BackupRecord | StagedChange
/** Rows per query. All queries run in one transaction, so the rows do not change between them. */
const PAGE = 500
/** Rows per query of records with up to 400 KB. */
const LARGE_PAGE = 8

/** Records of a backup that wait to be merged, in a table of their own. */
export function createRestoreStaging(db: Database.Database) {
  const stage = db.prepare<[string, string, string, string]>(
    'INSERT INTO restore_record (t, kind, id, body) VALUES (?, ?, ?, ?)',
  )
  const clear = db.prepare('DELETE FROM restore_record')
  const staged = db.prepare<[string, number, number], StagedRow>(
    'SELECT seq, body FROM restore_record WHERE t = ? AND seq > ? ORDER BY seq LIMIT ?',
  )
  const counts = db.prepare<[], RestoreCounts>(
    `SELECT coalesce(sum(kind = 'procedure'), 0) AS procedures, coalesce(sum(kind = 'signature'), 0) AS signatures,
       coalesce(sum(t IN ('draft', 'signing')), 0) AS drafts,
       coalesce(sum(kind = 'procedure' AND NOT known), 0) AS newProcedures,
       coalesce(sum(kind = 'signature' AND NOT known), 0) AS newSignatures,
       coalesce(sum(t IN ('draft', 'signing') AND NOT known), 0) AS newDrafts
     FROM (SELECT t, kind, CASE t
         WHEN 'resource' THEN EXISTS (SELECT 1 FROM resource r WHERE r.kind = s.kind AND r.id = s.id)
         WHEN 'signing' THEN EXISTS (SELECT 1 FROM signature_request g WHERE g.id = s.id)
         ELSE EXISTS (SELECT 1 FROM draft d WHERE d.id = s.id) END AS known
       FROM restore_record s WHERE t IN ('resource', 'draft', 'signing'))`,
  )

  // Novedades shows its rows in the order of insertion. So changes of all resources are staged in the order in which
  // they were seen.
  const stageChanges = db.prepare(
    `INSERT INTO restore_record (t, kind, id, body)
     SELECT 'change', s.kind, s.id, json_set(told.value, '$.t', 'change', '$.kind', s.kind, '$.id', s.id)
     FROM restore_record s, json_each(s.body, '$.changes') told WHERE s.t = 'resource'
     ORDER BY json_extract(told.value, '$.seen_at'), s.seq, told.key`,
  )

  return {
    /** Stages records that are already validated (features/backup/restore.ts). */
    stage: db.transaction((records: BackupRecord[]): void => {
      for (const record of records) {
        const kind = record.t === 'resource' ? record.kind : ''
        stage.run(record.t, kind, 'id' in record ? record.id : '', JSON.stringify(record))
      }
    }),
    clear: (): void => void clear.run(),
    counts: (): RestoreCounts =>
      counts.get() ?? {
        procedures: 0,
        signatures: 0,
        drafts: 0,
        newProcedures: 0,
        newSignatures: 0,
        newDrafts: 0,
      },

    /** Stages the changes of the staged resources, in their order. */
    stageChanges: (): void => void stageChanges.run(),

    /** Every staged record of a kind, in order. */
    *stagedOf<T extends StagedRecord['t']>(t: T): Generator<Extract<StagedRecord, { t: T }>> {
      const page = t === 'client-document-part' ? LARGE_PAGE : PAGE
      for (let after = 0; ;) {
        const rows = staged.all(t, after, page)
        for (const { body } of rows) yield JSON.parse(body) as Extract<StagedRecord, { t: T }>
        const last = rows.at(-1)
        if (!last || rows.length < page) return
        after = last.seq
      }
    },
  }
}

/** Merges of a backup's resources, with their annotations, and of their changes. */
export function createResourceMerges(db: Database.Database) {
  const moments = createMoments(db)
  const known = db.prepare<[string, string], { seq: number; checked_at: number | null }>(
    'SELECT seq, checked_at FROM resource WHERE kind = ? AND id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO resource (kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at, next_at,
       gone, muted, server_at, provisional_at, revision, body)
     VALUES (@kind, @id, @status, @status_description, @vrm, @vin, @label, @since, @added_at, @checked_at, @next_at,
       @gone, @muted, @server_at, @provisional_at, @revision, @body)`,
  )
  // A separate statement, so that the trigger on `blocked_at` fires.
  const block = db.prepare<[number, number]>('UPDATE resource SET blocked_at = ? WHERE seq = ?')
  const update = db.prepare(
    `UPDATE resource SET status = @status, status_description = @status_description, vrm = @vrm, vin = @vin,
       label = @label, since = @since, added_at = min(added_at, @added_at), checked_at = @checked_at,
       next_at = @next_at, relayed_at = NULL, gone = @gone, server_at = @server_at, provisional_at = @provisional_at,
       revision = @revision, body = @body WHERE seq = @seq`,
  )
  // A restored change has its saved state in Novedades, and no second notification.
  const addChange = db.prepare(
    `INSERT INTO change (kind, id, event, status, detail, at, seen_at, server_at, ord, source, key, mine, vrm, label,
       state, until, notice, notice_why)
     SELECT @kind, @id, @event, @status, @detail, @at, @seen_at, @server_at, @ord, @source, @key, @mine, @vrm, @label,
       @state, @until, CASE WHEN @state IS NULL THEN NULL ELSE 'suppressed' END,
       CASE WHEN @state IS NULL THEN NULL ELSE 'restored' END
     WHERE NOT EXISTS (SELECT 1 FROM change WHERE kind = @kind AND id = @id AND event = @event AND status IS @status
       AND at = @at AND detail = @detail) AND (@key IS NULL OR NOT EXISTS (SELECT 1 FROM change WHERE key = @key))`,
  )
  const annotationsOf = db.prepare<[number], { updated_at: number; notes: string }>(
    'SELECT updated_at, notes FROM case_annotations WHERE seq = ?',
  )
  const removeAnnotations = db.prepare<[number]>('DELETE FROM case_annotations WHERE seq = ?')
  const addAnnotations = db.prepare(
    `INSERT INTO case_annotations (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name,
       buyer_tax_id, contract_date, notes, marked, pinned, pinned_why, assigned,
       situations)
     VALUES (@seq, @version, @updated_at, @client, @seller_name, @seller_tax_id, @buyer_name, @buyer_tax_id,
       @contract_date, @notes, @marked, @pinned, @pinned_why, @assigned, @situations)`,
  )
  const addNote = db.prepare(
    `INSERT INTO case_note (id, seq, text, author, at, edited_at) VALUES (@id, @seq, @text, @author, @at, @edited_at)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, edited_at = excluded.edited_at
       WHERE coalesce(excluded.edited_at, 0) > coalesce(edited_at, 0)`,
  )
  const addLabel = db.prepare<[number, string]>(
    'INSERT INTO case_label (seq, label) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const addName = db.prepare<[string, string, string]>(
    `INSERT INTO document_name (procedure_id, document_id, name) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )
  const addParty = db.prepare<[string, string, string]>(
    `INSERT INTO document_party (procedure_id, document_id, party) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )
  const addLink = db.prepare<[string, string]>(
    'INSERT INTO signature_link (signature_id, procedure_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )

  function mergeResource(record: ResourceRecord, now: number): 'new' | 'taken' | 'kept' {
    const { kind, id, row, labels, link, sentNames = [], parties = [] } = record
    const here = known.get(kind, id)
    // A backup of an earlier version has texts of the service that were not cleaned.
    const columns = { ...row, kind, id, body: cleanStored(row.body), next_at: row.open === 1 ? now : null }
    const isNewer = !here || (row.checked_at ?? 0) > (here.checked_at ?? 0)
    let seq: number
    if (!here) {
      seq = Number(insert.run(columns).lastInsertRowid)
      if (row.blocked_at !== null) block.run(row.blocked_at, seq)
    } else {
      seq = here.seq
      if (isNewer) update.run({ ...columns, seq })
    }
    if (link !== null) addLink.run(id, link)
    for (const { document_id, name } of sentNames) addName.run(id, document_id, name)
    for (const { document_id, party } of parties) addParty.run(id, document_id, party)
    const isAnnotationNewer = mergeAnnotations(seq, record)
    for (const label of labels) if (isAnnotationNewer) addLabel.run(seq, label)
    if (!here) return 'new'
    return isNewer || isAnnotationNewer ? 'taken' : 'kept'
  }

  function mergeChange(change: StagedChange): void {
    const { changes: added, lastInsertRowid } = addChange.run({
      ...change,
      detail: cleanStored(change.detail),
    })
    const { kind, id, event, source, seen_at: seenAt, state } = change
    if (added > 0 && state !== null)
      moments.enter({ seq: Number(lastInsertRowid), kind, id, event, source, seenAt, state })
  }

  /** Newer annotations replace those of this PC. Their notes join the notes of this PC, which all stay. */
  function mergeAnnotations(
    seq: number,
    { desk: annotations, caseNotes }: Pick<ResourceRecord, 'desk' | 'caseNotes'>,
  ): boolean {
    const here = annotationsOf.get(seq)
    if (!annotations) return !here
    if (here && here.updated_at >= annotations.updated_at) return false
    const { notes, updated_at: at, assigned = '', situations = '' } = annotations
    const kept = here?.notes ?? ''
    removeAnnotations.run(seq)
    addAnnotations.run({ ...annotations, notes: kept, assigned, situations, seq })
    const isNew = notes.trim() !== '' && notes !== kept
    const former = isNew ? [{ id: randomUUID(), text: notes, author: '', at, edited_at: null }] : []
    for (const note of caseNotes ?? former) addNote.run({ ...note, seq })
    return true
  }

  return { mergeResource, mergeChange }
}
