import type Database from 'better-sqlite3-multiple-ciphers'
import type { Restored } from '#shared/bridge/backup.ts'
import { appError } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import { CASE_VIEWS, parseViews } from '../cases/cases.rules.ts'
import { createChecklistMerge } from '../checklists/checklists.store.ts'
import { CLIENT_TEXTS, mergeTexts, parseStoredTexts } from '../client-messages/client-texts.rules.ts'
import { createRequestMerges } from '../client-requests/request-merge.store.ts'
import { createPastCases } from '../figures/past-cases.store.ts'
import { newSubmission, type Submission } from '../procedures/submission.rules.ts'
import { SERVICE_DOCUMENTS_NOTED } from '../service-documents/service-documents.rules.ts'
import type {
  DraftRecord,
  ContactRecord,
  TemplateRecord,
  WatchRecord,
  SignatureRequestRecord,
  PlateListRecord,
  TransferBatchRecord,
} from './records.ts'
import { createResourceMerges, createRestoreStaging } from './restore-staging.store.ts'

type RestoredDraftRow = Omit<DraftRecord['row'], 'state'> & {
  state: 'editing' | 'ready' | 'sending' | 'sent'
  active_at: number | null
  error: string | null
}

interface RestoredDraft {
  row: RestoredDraftRow
  documents: (DraftRecord['documents'][number] & { error: string | null })[]
}

/**
 * A draft restored on a PC that does not know it. It may have been confirmed after the backup. Therefore a draft that
 * was ever at the service is restored as confirmed without an answer, and the service is asked first. If it is still
 * a draft there, it waits for the user (`active_at`: no recent activity). A draft that was never sent waits too.
 */
function toRestoredDraft({ row, documents }: DraftRecord): RestoredDraft {
  const isSent = row.state === 'sent'
  const intention = parseSubmission(row.intention)
  const isAtService = !isSent && row.procedure_id !== null
  return {
    row: {
      ...row,
      ...(isSent
        ? { state: 'sent', intention: JSON.stringify(intention) }
        : isAtService
          ? { state: 'sending', intention: JSON.stringify(markUncertain(intention)) }
          : { state: row.state === 'editing' ? 'editing' : 'ready', intention: JSON.stringify(intention) }),
      active_at: isAtService ? 0 : null,
      // Only the user can tell whether the draft was sent after the backup.
      error:
        isSent || row.state === 'editing'
          ? null
          : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
    },
    documents: documents.map((document) => ({
      ...document,
      // The copy has no bytes: a document that is not at the service has to be added again.
      error:
        isSent || document.source !== 'file' || document.remote_id !== null
          ? null
          : JSON.stringify(appError('document-lost')),
    })),
  }
}

/** Submission that is fetched before any other step. A confirmed draft counts as confirmed by this office. */
const markUncertain = (intention: Submission): Submission => ({
  ...intention,
  begun: { step: 'confirm' },
  confirmLeft: true,
  verified: false,
})

function parseSubmission(text: string): Submission {
  try {
    return { ...newSubmission(), ...(JSON.parse(text) as Partial<Submission>) }
  } catch {
    return newSubmission()
  }
}

/**
 * A signature request restored on a PC that does not know it. The service has no drafts of requests, and cannot tell
 * whether a request was made. A request that may have been sent after the backup is uncertain, and only the user
 * decides. A request that was being edited stays editable.
 */
function toRestoredSignatureRequest(row: SignatureRequestRecord['row']) {
  const isSettled = row.state === 'editing' || row.state === 'sent'
  return {
    ...row,
    state: isSettled ? row.state : ('uncertain' as const),
    error: isSettled ? null : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
  }
}

/**
 * A plate list restored on a PC that does not know it. It starts no lookup by itself: another PC may have looked up
 * these plates, or another list may have them. A list with plates left is stopped until the user resumes it. Lookups
 * that were in progress wait like the others.
 */
function toRestoredPlateList({ row, rows }: Pick<PlateListRecord, 'row' | 'rows'>) {
  const waiting = rows.map((one) => (one.state === 'asked' ? { ...one, state: 'waiting' as const } : one))
  const isOpen = waiting.some(({ state }) => state === 'waiting')
  return { row: { ...row, state: isOpen ? ('stopped' as const) : ('done' as const) }, rows: waiting }
}

/**
 * Merges a backup into the store. Nothing is removed. If both sides have a record, the newer one wins. A merged
 * record never leaves this PC by itself (`toRestoredDraft`).
 */
export function createRestoreQueries(
  db: Database.Database,
  audit: AuditWriter,
  handovers: {
    isHanded: { get: (draftId: string) => number | undefined }
    draftRestored: (draftId: string) => void
  },
) {
  const staging = createRestoreStaging(db)
  const resources = createResourceMerges(db)
  const drafts = createDraftMerges(db, (id) => handovers.isHanded.get(id) !== undefined)
  const mergeContact = db.prepare(
    `INSERT INTO contact (id, version, id_number, fields, distinct_from, used_at, uses, updated_at)
     VALUES (@id, @version, @id_number, @fields, @distinct_from, @used_at, @uses, @updated_at)
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
  // A restored watch looks up its plate on its next day. Days that have passed since the backup are skipped.
  const mergeWatch = db.prepare(
    `INSERT INTO watch (vrm, days, set_day, until_day, note, ended_day, asked_day, updated_at, changed_at, change)
     SELECT @id, @days, @set_day, @until_day, @note, @ended_day, @today, @updated_at, @changed_at, @change
     WHERE @ended_day IS NOT NULL OR @until_day < @today OR EXISTS (SELECT 1 FROM watch WHERE vrm = @id)
       OR (SELECT count(*) FROM watch WHERE ended_day IS NULL AND until_day >= @today) < ${MAX_WATCHES}
     ON CONFLICT (vrm) DO UPDATE SET days = excluded.days, set_day = excluded.set_day, until_day = excluded.until_day,
       note = excluded.note, ended_day = excluded.ended_day, asked_day = excluded.asked_day,
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  const mergeLedgerEntry = db.prepare(
    `INSERT INTO ledger_entry (id, procedure_id, client_id, client, vehicle, kind, concept, cents, vat_rate, vat_cents,
       text, day, at, person, device, corrects, kept)
     VALUES (@id, @procedure_id, @client_id, @client, @vehicle, @kind, @concept, @cents, @vat_rate, @vat_cents, @text,
       @day, @at, @person, @device, @corrects, @kept) ON CONFLICT (id) DO NOTHING`,
  )
  const clientRequests = createRequestMerges(db)
  const mergeTariff = db.prepare(
    `INSERT INTO tariff (client, kind, lines, version, updated_at) VALUES (@client, @kind, @lines, 1, @updated_at)
     ON CONFLICT (client, kind) DO UPDATE SET lines = excluded.lines, version = version + 1,
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  const mergeClients = createClientMerges(db, staging)
  const lists = createListMerges(db)
  const mergeChecklists = createChecklistMerge(db)
  const past = createPastCases(db)
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const forgetMeta = db.prepare<[string]>('DELETE FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )

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
    const views = [...parseViews(readMeta.get(CASE_VIEWS)?.v ?? null), ...parseViews(text)]
    const ids = views.map(({ id }) => id)
    writeMeta.run(CASE_VIEWS, JSON.stringify(views.filter(({ id }, at) => ids.indexOf(id) === at)))
  }

  function mergeClientTexts(text: string): void {
    const here = parseStoredTexts(readMeta.get(CLIENT_TEXTS)?.v ?? null)
    writeMeta.run(CLIENT_TEXTS, JSON.stringify(mergeTexts(here, parseStoredTexts(text))))
  }

  return {
    restoreStage: staging.stage,
    restoreClear: staging.clear,
    restoreCounts: staging.counts,

    /** Merges everything staged, or nothing. */
    restoreMerge: db.transaction((now: number): Restored => {
      const merged: Restored = { procedures: 0, signatures: 0, drafts: 0, kept: 0 }
      for (const record of staging.stagedOf('resource')) {
        const outcome = resources.mergeResource(record, now)
        if (outcome === 'kept') merged.kept++
        else if (record.kind === 'procedure') merged.procedures++
        else merged.signatures++
      }
      staging.stageChanges()
      for (const change of staging.stagedOf('change')) resources.mergeChange(change)
      for (const record of staging.stagedOf('draft')) {
        const outcome = drafts.mergeDraft(record, now)
        if (outcome === 'kept') merged.kept++
        else merged.drafts++
        if (outcome === 'new') handovers.draftRestored(record.id)
      }
      for (const record of staging.stagedOf('signing')) {
        if (drafts.mergeSignatureRequest(record) === 'kept') merged.kept++
        else merged.drafts++
      }
      for (const record of staging.stagedOf('contact')) mergeOneContact(record)
      for (const record of staging.stagedOf('template')) mergeOneTemplate(record)
      for (const { id, row } of staging.stagedOf('ledger-entry')) mergeLedgerEntry.run({ ...row, id })
      for (const { id, row } of staging.stagedOf('client-request')) clientRequests.merge({ ...row, id })
      for (const { row } of staging.stagedOf('tariff')) mergeTariff.run(row)
      mergeClients()
      for (const record of staging.stagedOf('watch')) mergeOneWatch(record, now)
      for (const record of staging.stagedOf('plate-list')) lists.mergePlateList(record)
      for (const record of staging.stagedOf('transfer-batch')) lists.mergeTransferBatch(record)
      for (const record of staging.stagedOf('past-case')) past.merge(record)
      for (const { views } of staging.stagedOf('views')) mergeViews(views)
      for (const { texts } of staging.stagedOf('client-texts')) mergeClientTexts(texts)
      for (const { lists: own } of staging.stagedOf('checklists')) mergeChecklists(own)
      staging.clear()
      forgetMeta.run(SERVICE_DOCUMENTS_NOTED)
      audit.write({ what: 'restore', kind: 'backup', identifier: '', result: 'ok' })
      return merged
    }),
  }
}

/** Merges of a backup's clients, with their papers. A paper and a part of this PC stay as they are. */
function createClientMerges(db: Database.Database, staging: ReturnType<typeof createRestoreStaging>) {
  const mergeClient = db.prepare(
    `INSERT INTO client (id, name, tax_id, email, phone, notes, version, updated_at)
     VALUES (@id, @name, @tax_id, @email, @phone, @notes, 1, @updated_at)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, tax_id = excluded.tax_id, email = excluded.email,
       phone = excluded.phone, notes = excluded.notes, version = version + 1, updated_at = excluded.updated_at
     WHERE excluded.updated_at > updated_at`,
  )
  const mergePair = db.prepare(
    `INSERT INTO client_merge (from_id, into_id, merged, at) VALUES (@from_id, @into_id, @merged, @at)
     ON CONFLICT (from_id, into_id) DO UPDATE SET merged = excluded.merged, at = excluded.at
     WHERE excluded.at > at`,
  )
  const addPaper = db.prepare(
    `INSERT INTO client_document (id, client, type, name, mime, size, sha256, signed_day, until_day, added_at, person, shared)
     VALUES (@id, @client, @type, @name, @mime, @size, @sha256, @signed_day, @until_day, @added_at, @person, @shared)
     ON CONFLICT (id) DO NOTHING`,
  )
  const addPart = db.prepare(
    `INSERT INTO client_document_part (document_id, position, data) SELECT @document_id, @position, @data
     WHERE EXISTS (SELECT 1 FROM client_document WHERE id = @document_id) ON CONFLICT DO NOTHING`,
  )
  return function mergeClients(): void {
    for (const { id, row } of staging.stagedOf('client')) mergeClient.run({ ...row, id })
    for (const { row } of staging.stagedOf('client-merge')) mergePair.run(row)
    for (const { id, row } of staging.stagedOf('client-document')) addPaper.run({ ...row, id })
    for (const { row } of staging.stagedOf('client-document-part'))
      addPart.run({ ...row, data: Buffer.from(row.data, 'base64') })
  }
}

/** Merges of a backup's plate lists and batches of transfers, with their rows. */
function createListMerges(db: Database.Database) {
  const addPlateList = db.prepare(
    `INSERT INTO batch (id, name, created_at, position, state, source, headings, columns)
     VALUES (@id, @name, @created_at, @position, @state, @source, @headings, @columns) ON CONFLICT (id) DO NOTHING`,
  )
  const addPlateListRow = db.prepare(
    `INSERT INTO batch_plate (batch_id, ord, vrm, state, error, line, written, repaired, came_with, note, marked, outcome, turn,
       listed_vehicle, other_vehicle)
     VALUES (@id, @ord, @vrm, @state, @error, @line, @written, @repaired, @came_with, @note, @marked, @outcome, @turn,
       @listed_vehicle, @other_vehicle)
     ON CONFLICT (batch_id, ord) DO NOTHING`,
  )
  const addTransferBatch = db.prepare(
    `INSERT INTO transfer_batch (id, name, list_id, created_at, updated_at, version, fields, accepted, left_out)
     VALUES (@id, @name, @list_id, @created_at, @updated_at, @version, @fields, @accepted, @left_out)
     ON CONFLICT (id) DO NOTHING`,
  )
  // A row is made if this PC has its draft, even if the backup is older than the draft. No draft is made twice.
  const addTransferBatchRow = db.prepare(
    `INSERT INTO transfer_batch_row (batch_id, ord, vrm, draft_id, fields, made, number)
     SELECT @id, @ord, @vrm, @draft_id, CASE WHEN made THEN '{}' ELSE @fields END, made, @number
     FROM (SELECT max(@made, EXISTS (SELECT 1 FROM draft WHERE id = @draft_id)) AS made) WHERE true
     ON CONFLICT DO NOTHING`,
  )

  return {
    /** A plate list of this PC stays as it is: it is newer than the backup. */
    mergePlateList({ id, ...list }: PlateListRecord): void {
      const { row, rows } = toRestoredPlateList(list)
      if (addPlateList.run({ ...row, id }).changes === 0) return
      for (const one of rows) addPlateListRow.run({ ...one, id })
    },

    /** A batch of this PC stays as it is, with the drafts that it made after the backup. */
    mergeTransferBatch({ id, row, rows }: TransferBatchRecord): void {
      if (addTransferBatch.run({ ...row, id }).changes === 0) return
      for (const one of rows) addTransferBatchRow.run({ ...one, id })
    },
  }
}

/**
 * Merges of a backup's drafts and signature requests.
 * @param isHanded true for a draft that a colleague has, or is to collect
 */
function createDraftMerges(db: Database.Database, isHanded: (id: string) => boolean) {
  const findDraft = db.prepare<[string], { state: string; updated_at: number }>(
    'SELECT state, updated_at FROM draft WHERE id = ?',
  )
  const addDraft = db.prepare(
    `INSERT INTO draft (id, kind, version, state, form, vrm, vin, invoice, client, created_at, updated_at, active_at,
       procedure_id, submission, error, sent_at)
     VALUES (@id, @kind, @version, @state, @form, @vrm, @vin, @invoice, @client, @created_at, @updated_at, @active_at,
       @procedure_id, @intention, @error, @sent_at)`,
  )
  const newerDraft = db.prepare(
    `UPDATE draft SET version = version + 1, form = @form, vrm = @vrm, vin = @vin, invoice = @invoice,
       client = @client, updated_at = @updated_at WHERE id = @id`,
  )
  const addDocument = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed, mime, size, sha256, url, remote_id, party, error)
     VALUES (@id, @draftId, @source, @name, @type, @guessed, @mime, @size, @sha256, @url, @remote_id, @party, @error)
     ON CONFLICT (id) DO NOTHING`,
  )
  const follow = db.prepare<[string, number, number, number]>(
    `INSERT INTO resource (kind, id, status, since, added_at, next_at) VALUES ('procedure', ?, 'PENDING', ?, ?, ?)
     ON CONFLICT (kind, id) DO NOTHING`,
  )
  const findSignatureRequest = db.prepare<[string], { state: string; updated_at: number }>(
    'SELECT state, updated_at FROM signature_request WHERE id = ?',
  )
  const isTaken = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM signature_request WHERE signature_id = ?',
  )
  const addSignatureRequest = db.prepare(
    `INSERT INTO signature_request (id, document, version, state, fields, accepted, id_number, representative,
       procedure_id, again, created_at, updated_at, sent_at, signature_id, error)
     VALUES (@id, @document, @version, @state, @fields, @accepted, @id_number, @representative, @procedure_id, @again,
       @created_at, @updated_at, @sent_at, @signature_id, @error)`,
  )
  const newerSignatureRequest = db.prepare(
    `UPDATE signature_request SET version = version + 1, document = @document, fields = @fields, accepted = @accepted,
       id_number = @id_number, representative = @representative, procedure_id = @procedure_id,
       updated_at = @updated_at WHERE id = @id`,
  )
  const addName = db.prepare<[string, string, string]>(
    `INSERT INTO document_name (procedure_id, document_id, name) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )

  function mergeDraft(record: DraftRecord, now: number): 'new' | 'taken' | 'kept' {
    if (isHanded(record.id)) return 'kept'
    const here = findDraft.get(record.id)
    if (here) return mergeKnownDraft(record, here)
    const { row, documents } = toRestoredDraft(record)
    addDraft.run({ ...row, id: record.id })
    for (const document of documents) addDocument.run({ ...document, draftId: record.id })
    // In a backup of an earlier version, only the draft has the names of its documents.
    if (row.state === 'sent' && row.procedure_id !== null)
      for (const { source, name, remote_id } of documents)
        if (source === 'file' && remote_id !== null) addName.run(row.procedure_id, remote_id, name)
    // A submitted procedure is tracked even if the backup has no record of it.
    if (row.state === 'sent' && row.procedure_id !== null) follow.run(row.procedure_id, now, now, now)
    return 'new'
  }

  /** The submission of this PC is never older than the submission of a backup. Only typed fields may be older. */
  function mergeKnownDraft({ id, row }: DraftRecord, stored: { state: string; updated_at: number }) {
    const areTyped = stored.state === 'editing' && row.state === 'editing'
    if (!areTyped || row.updated_at <= stored.updated_at) return 'kept'
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
    // Another request of this PC already has that signature.
    if (row.signature_id !== null && (isTaken.get(row.signature_id)?.n ?? 0) > 0) return 'kept'
    addSignatureRequest.run({ ...toRestoredSignatureRequest(row), id })
    return 'new'
  }

  return { mergeDraft, mergeSignatureRequest }
}
