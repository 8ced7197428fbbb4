import type Database from 'better-sqlite3-multiple-ciphers'
import type { Restored } from '#shared/bridge/backup.ts'
import { isoDay } from '#shared/domain/iso-day.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import type {
  BackupRecord,
  ContactRecord,
  DraftRecord,
  ResourceRecord,
  SignatureRequestRecord,
  TemplateRecord,
  WatchRecord,
} from './records.ts'
import { restoredSignatureRequest } from './restored-signature-request.rules.ts'
import { restoredDraft } from './restored-draft.rules.ts'
import { createListMerges } from './restore-lists.store.ts'
import { CASE_VIEWS, viewsIn } from '../cases/stored-views.rules.ts'
import { CLIENT_TEXTS, mergedTexts, textsOf } from '../client-messages/client-texts.rules.ts'
import { createPastCases } from '../figures/past-cases.store.ts'
import { createMoments } from '../inbox/moments.store.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import { SERVICE_DOCUMENTS_NOTED } from '../service-documents/service-documents-noted.rules.ts'

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
type StagedChange = ResourceRecord['changes'][number] & { t: 'change'; kind: string; id: string }
type StagedRecord = BackupRecord | StagedChange
/** Read in an open transaction, so the rows cannot change. */
const PAGE = 500

/**
 * Merges a backup into the store. Nothing is removed; of records on both sides, the newer wins; and nothing
 * merged leaves this PC by itself (features/backup/restored-draft.rules.ts).
 */
export function createRestoreQueries(db: Database.Database, audit: AuditWriter) {
  const moments = createMoments(db)
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
         WHEN 'signing' THEN EXISTS (SELECT 1 FROM signing g WHERE g.id = s.id)
         ELSE EXISTS (SELECT 1 FROM draft d WHERE d.id = s.id) END AS known
       FROM restore_record s WHERE t IN ('resource', 'draft', 'signing'))`,
  )

  // Novedades is in the order of its rows: those of all files have to be written in the order they were seen.
  const stageChanges = db.prepare(
    `INSERT INTO restore_record (t, kind, id, body)
     SELECT 'change', s.kind, s.id, json_set(told.value, '$.t', 'change', '$.kind', s.kind, '$.id', s.id)
     FROM restore_record s, json_each(s.body, '$.changes') told WHERE s.t = 'resource'
     ORDER BY json_extract(told.value, '$.seen_at'), s.seq, told.key`,
  )

  const known = db.prepare<[string, string], { seq: number; checked_at: number | null }>(
    'SELECT seq, checked_at FROM resource WHERE kind = ? AND id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO resource (kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at, next_at,
       gone, muted, server_at, provisional_at, revision, body)
     VALUES (@kind, @id, @status, @status_description, @vrm, @vin, @label, @since, @added_at, @checked_at, @next_at,
       @gone, @muted, @server_at, @provisional_at, @revision, @body)`,
  )
  // A statement of its own, so that the trigger on `blocked_at` fires.
  const block = db.prepare<[number, number]>('UPDATE resource SET blocked_at = ? WHERE seq = ?')
  const update = db.prepare(
    `UPDATE resource SET status = @status, status_description = @status_description, vrm = @vrm, vin = @vin,
       label = @label, since = @since, added_at = min(added_at, @added_at), checked_at = @checked_at,
       next_at = @next_at, relayed_at = NULL, gone = @gone, server_at = @server_at, provisional_at = @provisional_at,
       revision = @revision, body = @body WHERE seq = @seq`,
  )
  // Already notified: it is in Novedades in its saved state, without another notification.
  const addChange = db.prepare(
    `INSERT INTO change (kind, id, event, status, detail, at, seen_at, server_at, ord, source, key, mine, vrm, label,
       state, until, notice, notice_why)
     SELECT @kind, @id, @event, @status, @detail, @at, @seen_at, @server_at, @ord, @source, @key, @mine, @vrm, @label,
       @state, @until, CASE WHEN @state IS NULL THEN NULL ELSE 'suppressed' END,
       CASE WHEN @state IS NULL THEN NULL ELSE 'restored' END
     WHERE NOT EXISTS (SELECT 1 FROM change WHERE kind = @kind AND id = @id AND event = @event AND status IS @status
       AND at = @at AND detail = @detail) AND (@key IS NULL OR NOT EXISTS (SELECT 1 FROM change WHERE key = @key))`,
  )
  const annotationsOf = db.prepare<[number], { updated_at: number }>(
    'SELECT updated_at FROM desk WHERE seq = ?',
  )
  const removeAnnotations = db.prepare<[number]>('DELETE FROM desk WHERE seq = ?')
  const addAnnotations = db.prepare(
    `INSERT INTO desk (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name, buyer_tax_id,
       contract_date, notes, marked, pinned, pinned_why)
     VALUES (@seq, @version, @updated_at, @client, @seller_name, @seller_tax_id, @buyer_name, @buyer_tax_id,
       @contract_date, @notes, @marked, @pinned, @pinned_why)`,
  )
  const addLabel = db.prepare<[number, string]>(
    'INSERT INTO desk_label (seq, label) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const addName = db.prepare<[string, string, string]>(
    `INSERT INTO document_name (procedure_id, document_id, name) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )
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
  const addLink = db.prepare<[string, string]>(
    'INSERT INTO signature_link (signature_id, procedure_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
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
  const mergeContact = db.prepare(
    `INSERT INTO contact (id, version, id_number, fields, used_at, uses, updated_at)
     VALUES (@id, @version, @id_number, @fields, @used_at, @uses, @updated_at)
     ON CONFLICT (id_number) DO UPDATE SET fields = excluded.fields, version = version + 1,
       used_at = max(coalesce(used_at, 0), coalesce(excluded.used_at, 0)), uses = max(uses, excluded.uses),
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at
     ON CONFLICT (id) DO NOTHING`,
  )
  const mergeTemplate = db.prepare(
    `INSERT INTO template (id, version, name, kind, tax_id, fields, expected, uses, used_at, created_at, updated_at)
     VALUES (@id, @version, @name, @kind, @tax_id, @fields, @expected, @uses, @used_at, @created_at, @updated_at)
     ON CONFLICT (id) DO UPDATE SET version = version + 1, name = excluded.name, kind = excluded.kind,
       tax_id = excluded.tax_id, fields = excluded.fields, expected = excluded.expected,
       uses = max(uses, excluded.uses), updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  // Looked up from the next of its days on: those that have passed since the copy are gone.
  const mergeWatch = db.prepare(
    `INSERT INTO watch (vrm, days, set_day, until_day, note, ended_day, asked_day, updated_at, changed_at, change)
     SELECT @id, @days, @set_day, @until_day, @note, @ended_day, @today, @updated_at, @changed_at, @change
     WHERE @ended_day IS NOT NULL OR @until_day < @today OR EXISTS (SELECT 1 FROM watch WHERE vrm = @id)
       OR (SELECT count(*) FROM watch WHERE ended_day IS NULL AND until_day >= @today) < ${MAX_WATCHES}
     ON CONFLICT (vrm) DO UPDATE SET days = excluded.days, set_day = excluded.set_day, until_day = excluded.until_day,
       note = excluded.note, ended_day = excluded.ended_day, asked_day = excluded.asked_day,
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  const lists = createListMerges(db)
  const past = createPastCases(db)
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const forgetMeta = db.prepare<[string]>('DELETE FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )

  function mergeResource(record: ResourceRecord, now: number): 'new' | 'taken' | 'kept' {
    const { kind, id, row, desk, labels, link, sentNames = [] } = record
    const here = known.get(kind, id)
    const columns = { ...row, kind, id, next_at: row.open === 1 ? now : null }
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
    const isAnnotationNewer = mergeAnnotations(seq, desk)
    for (const label of labels) if (isAnnotationNewer) addLabel.run(seq, label)
    if (!here) return 'new'
    return isNewer || isAnnotationNewer ? 'taken' : 'kept'
  }

  function mergeChange(change: StagedChange): void {
    const { changes: added, lastInsertRowid } = addChange.run(change)
    const { kind, id, event, source, seen_at: seenAt, state } = change
    if (added > 0 && state !== null)
      moments.enter({ seq: Number(lastInsertRowid), kind, id, event, source, seenAt, state })
  }

  function mergeAnnotations(seq: number, desk: ResourceRecord['desk']): boolean {
    const here = annotationsOf.get(seq)
    if (!desk) return !here
    if (here && here.updated_at >= desk.updated_at) return false
    removeAnnotations.run(seq)
    addAnnotations.run({ ...desk, seq })
    return true
  }

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

  function mergeOneContact({ id, row }: ContactRecord): void {
    mergeContact.run({ ...row, id })
  }

  function mergeOneTemplate({ id, row }: TemplateRecord): void {
    mergeTemplate.run({ ...row, id })
  }

  function mergeOneWatch({ id, row }: WatchRecord, now: number): void {
    mergeWatch.run({ ...row, id, today: isoDay(now) })
  }

  function mergeViews(text: string): void {
    const views = [...viewsIn(readMeta.get(CASE_VIEWS)?.v ?? null), ...viewsIn(text)]
    const ids = views.map(({ id }) => id)
    writeMeta.run(CASE_VIEWS, JSON.stringify(views.filter(({ id }, at) => ids.indexOf(id) === at)))
  }

  function mergeClientTexts(text: string): void {
    const here = textsOf(readMeta.get(CLIENT_TEXTS)?.v ?? null)
    writeMeta.run(CLIENT_TEXTS, JSON.stringify(mergedTexts(here, textsOf(text))))
  }

  /** Every staged record of a kind, in order. */
  function* stagedOf<T extends StagedRecord['t']>(t: T): Generator<Extract<StagedRecord, { t: T }>> {
    for (let after = 0; ;) {
      const rows = staged.all(t, after, PAGE)
      for (const { body } of rows) yield JSON.parse(body) as Extract<StagedRecord, { t: T }>
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) return
      after = last.seq
    }
  }

  return {
    /** Stages records already validated (features/backup/records.ts). */
    restoreStage: db.transaction((records: BackupRecord[]): void => {
      for (const record of records) {
        const kind = record.t === 'resource' ? record.kind : ''
        stage.run(record.t, kind, 'id' in record ? record.id : '', JSON.stringify(record))
      }
    }),
    restoreClear: (): void => void clear.run(),
    restoreCounts: (): RestoreCounts =>
      counts.get() ?? {
        procedures: 0,
        signatures: 0,
        drafts: 0,
        newProcedures: 0,
        newSignatures: 0,
        newDrafts: 0,
      },

    /** Merges everything staged, or nothing. */
    restoreMerge: db.transaction((now: number): Restored => {
      const merged: Restored = { procedures: 0, signatures: 0, drafts: 0, kept: 0 }
      for (const record of stagedOf('resource')) {
        const outcome = mergeResource(record, now)
        if (outcome === 'kept') merged.kept++
        else if (record.kind === 'procedure') merged.procedures++
        else merged.signatures++
      }
      stageChanges.run()
      for (const change of stagedOf('change')) mergeChange(change)
      for (const record of stagedOf('draft')) {
        if (mergeDraft(record, now) === 'kept') merged.kept++
        else merged.drafts++
      }
      for (const record of stagedOf('signing')) {
        if (mergeSignatureRequest(record) === 'kept') merged.kept++
        else merged.drafts++
      }
      for (const record of stagedOf('contact')) mergeOneContact(record)
      for (const record of stagedOf('template')) mergeOneTemplate(record)
      for (const record of stagedOf('watch')) mergeOneWatch(record, now)
      for (const record of stagedOf('plate-list')) lists.mergePlateList(record)
      for (const record of stagedOf('transfer-batch')) lists.mergeTransferBatch(record)
      for (const record of stagedOf('past-case')) past.merge(record)
      for (const { views } of stagedOf('views')) mergeViews(views)
      for (const { texts } of stagedOf('client-texts')) mergeClientTexts(texts)
      clear.run()
      forgetMeta.run(SERVICE_DOCUMENTS_NOTED)
      audit.write({ what: 'restore', kind: 'backup', identifier: '', result: 'ok' })
      return merged
    }),
  }
}
