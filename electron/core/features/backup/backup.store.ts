import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  DraftRecord,
  SignatureRequestRecord,
  PlateListRecord,
  TransferBatchRecord,
  ContactRecord,
  TemplateRecord,
  ClientRequestRecord,
  LedgerEntryRecord,
  TariffRecord,
  ClientRecord,
  ClientMergeRecord,
  PaperRecord,
  PaperPartRecord,
  WatchRecord,
  ResourceRecord,
} from './records.ts'
import { createPastCases } from '../figures/past-cases.store.ts'
import { CASE_VIEWS } from '../cases/cases.rules.ts'
import { CLIENT_TEXTS } from '../client-messages/client-texts.rules.ts'

type Row<T extends { row: object }> = T['row'] & { seq: number; id: string }

/**
 * Backup queries, a page at a time. Each record is consistent, even if other calls write between two pages. Names in
 * records are part of the format of backups, so they stay when a table or column is renamed.
 */
export function createBackupQueries(db: Database.Database) {
  const resources = db.prepare<[number, number], Row<ResourceRecord> & { kind: ResourceRecord['kind'] }>(
    `SELECT seq, kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at,
       next_at IS NOT NULL AS open, gone, muted, server_at, provisional_at, revision, body, blocked_at
     FROM resource WHERE seq > ? AND kind IN ('procedure', 'signature') ORDER BY seq LIMIT ?`,
  )
  const changes = db.prepare<[string, string], ResourceRecord['changes'][number]>(
    `SELECT event, status, detail, at, seen_at, server_at, ord, source, key, mine, vrm, label, state, until
     FROM change WHERE kind = ? AND id = ? ORDER BY seq`,
  )
  const annotations = db.prepare<[number], NonNullable<ResourceRecord['desk']>>(
    `SELECT version, updated_at, client, seller_name, seller_tax_id, buyer_name, buyer_tax_id, contract_date, notes,
       marked, pinned, pinned_why, assigned, situations FROM case_annotations WHERE seq = ?`,
  )
  const labels = db.prepare<[number], { label: string }>(
    'SELECT label FROM case_label WHERE seq = ? ORDER BY label',
  )
  const notes = db.prepare<[number], NonNullable<ResourceRecord['caseNotes']>[number]>(
    'SELECT id, text, author, at, edited_at FROM case_note WHERE seq = ? ORDER BY at, rowid',
  )
  const names = db.prepare<[string], { document_id: string; name: string }>(
    'SELECT document_id, name FROM document_name WHERE procedure_id = ? ORDER BY document_id',
  )
  const parties = db.prepare<[string], { document_id: string; party: string }>(
    'SELECT document_id, party FROM document_party WHERE procedure_id = ? ORDER BY document_id',
  )
  const drafts = db.prepare<[number, number], Row<DraftRecord>>(
    `SELECT seq, id, kind, version, state, form, vrm, vin, invoice, client, created_at, updated_at, procedure_id,
       submission AS intention, sent_at FROM draft WHERE seq > ? AND state <> 'discarded' ORDER BY seq LIMIT ?`,
  )
  const documents = db.prepare<[string], DraftRecord['documents'][number]>(
    `SELECT id, source, name, type, guessed, mime, size, sha256, url, remote_id, party
     FROM document WHERE draft_id = ? ORDER BY seq`,
  )
  const link = db.prepare<[string], { procedure: string }>(
    'SELECT procedure_id AS procedure FROM signature_link WHERE signature_id = ?',
  )
  const signatureRequests = db.prepare<[number, number], Row<SignatureRequestRecord>>(
    `SELECT seq, id, document, version, state, fields, accepted, id_number, representative, procedure_id, again,
       created_at, updated_at, sent_at, signature_id FROM signature_request WHERE seq > ? AND state <> 'discarded'
     ORDER BY seq LIMIT ?`,
  )
  const contacts = db.prepare<[number, number], Row<ContactRecord>>(
    `SELECT seq, id, version, id_number, fields, distinct_from, used_at, uses, updated_at FROM contact WHERE seq > ?
     ORDER BY seq LIMIT ?`,
  )
  const templates = db.prepare<[number, number], Row<TemplateRecord>>(
    `SELECT seq, id, version, name, kind, tax_id, fields, expected, uses, used_at, created_at, updated_at
     FROM template WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const watches = db.prepare<[number, number], Row<WatchRecord>>(
    `SELECT seq, vrm AS id, days, set_day, until_day, note, ended_day, updated_at, changed_at, change FROM watch
     WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const ledger = db.prepare<[number, number], Row<LedgerEntryRecord>>(
    `SELECT seq, id, procedure_id, client_id, client, vehicle, kind, concept, cents, vat_rate, vat_cents, text, day, at,
       person, device, corrects, kept FROM ledger_entry WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const clientRequests = db.prepare<[number, number], Row<ClientRequestRecord>>(
    `SELECT seq, id, procedure_id, draft_id, signature_id, subject, item, text, acts FROM client_request
     WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const tariffs = db.prepare<[], TariffRecord['row']>(
    'SELECT client, kind, lines, updated_at FROM tariff ORDER BY client, kind',
  )
  const clients = db.prepare<[number, number], Row<ClientRecord>>(
    'SELECT seq, id, name, tax_id, email, phone, notes, updated_at FROM client WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const clientMerges = db.prepare<[], ClientMergeRecord['row']>(
    'SELECT from_id, into_id, merged, at FROM client_merge ORDER BY from_id, into_id',
  )
  const papers = db.prepare<[number, number], Row<PaperRecord>>(
    `SELECT seq, id, client, type, name, mime, size, sha256, signed_day, until_day, added_at, person, shared
     FROM client_document WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const paperParts = db.prepare<
    [number, number],
    { seq: number; document_id: string; position: number; data: Buffer }
  >('SELECT seq, document_id, position, data FROM client_document_part WHERE seq > ? ORDER BY seq LIMIT ?')
  const plateListIds = db.prepare<[], string>(
    'SELECT id FROM batch WHERE name IS NOT NULL ORDER BY created_at, id',
  )
  const plateList = db.prepare<[string], PlateListRecord['row']>(
    `SELECT name, created_at, position, state, source, headings, columns FROM batch
     WHERE id = ? AND name IS NOT NULL`,
  )
  const plateListRows = db.prepare<[string], PlateListRecord['rows'][number]>(
    `SELECT ord, vrm, state, error, line, written, repaired, came_with, note, marked, outcome, turn,
       listed_vehicle, other_vehicle FROM batch_plate
     WHERE batch_id = ? ORDER BY ord`,
  )
  const transferBatchIds = db.prepare<[], string>('SELECT id FROM transfer_batch ORDER BY created_at, id')
  const transferBatch = db.prepare<[string], TransferBatchRecord['row']>(
    `SELECT name, list_id, created_at, updated_at, version, fields, accepted, left_out FROM transfer_batch WHERE id = ?`,
  )
  const transferBatchRows = db.prepare<[string], TransferBatchRecord['rows'][number]>(
    'SELECT ord, vrm, draft_id, fields, made, number FROM transfer_batch_row WHERE batch_id = ? ORDER BY ord',
  )
  const past = createPastCases(db)
  const meta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const end = db.prepare<[], { rows: number; hash: string }>(
    'SELECT seq AS rows, hash FROM audit ORDER BY seq DESC LIMIT 1',
  )
  const oldest = db.prepare<[], { at: number | null }>(
    `SELECT min(at) AS at FROM (SELECT min(added_at) AS at FROM resource UNION ALL
       SELECT min(created_at) FROM draft)`,
  )

  return {
    backupResources: (after: number, limit: number) =>
      toPage(resources.all(after, limit), limit, ({ seq, kind, id, ...row }): ResourceRecord => ({
        t: 'resource',
        kind,
        id,
        row,
        changes: changes.all(kind, id),
        desk: annotations.get(seq) ?? null,
        labels: labels.all(seq).map(({ label }) => label),
        link: kind === 'signature' ? (link.get(id)?.procedure ?? null) : null,
        ...(kind === 'procedure' && {
          sentNames: names.all(id),
          parties: parties.all(id),
          caseNotes: notes.all(seq),
        }),
      })),

    backupDrafts: (after: number, limit: number) =>
      toPage(drafts.all(after, limit), limit, ({ seq: _seq, id, ...row }): DraftRecord => ({
        t: 'draft',
        id,
        row,
        documents: documents.all(id),
      })),

    backupSignatureRequests: (after: number, limit: number) =>
      toPage(
        signatureRequests.all(after, limit),
        limit,
        ({ seq: _seq, id, ...row }): SignatureRequestRecord => ({
          t: 'signing',
          id,
          row,
        }),
      ),

    backupContacts: (after: number, limit: number) =>
      toPage(contacts.all(after, limit), limit, ({ seq: _seq, id, ...row }): ContactRecord => ({
        t: 'contact',
        id,
        row,
      })),

    backupTemplates: (after: number, limit: number) =>
      toPage(templates.all(after, limit), limit, ({ seq: _seq, id, ...row }): TemplateRecord => ({
        t: 'template',
        id,
        row,
      })),

    backupLedger: (after: number, limit: number) =>
      toPage(ledger.all(after, limit), limit, ({ seq: _seq, id, ...row }): LedgerEntryRecord => ({
        t: 'ledger-entry',
        id,
        row,
      })),
    backupClientRequests: (after: number, limit: number) =>
      toPage(clientRequests.all(after, limit), limit, ({ seq: _seq, id, ...row }): ClientRequestRecord => ({
        t: 'client-request',
        id,
        row,
      })),
    backupTariffs: (): TariffRecord[] => tariffs.all().map((row) => ({ t: 'tariff', row })),

    backupClients: (after: number, limit: number) =>
      toPage(clients.all(after, limit), limit, ({ seq: _seq, id, ...row }): ClientRecord => ({
        t: 'client',
        id,
        row,
      })),
    backupClientMerges: (): ClientMergeRecord[] =>
      clientMerges.all().map((row) => ({ t: 'client-merge', row })),
    backupPapers: (after: number, limit: number) =>
      toPage(papers.all(after, limit), limit, ({ seq: _seq, id, ...row }): PaperRecord => ({
        t: 'client-document',
        id,
        row,
      })),
    backupPaperParts: (after: number, limit: number) =>
      toPage(paperParts.all(after, limit), limit, ({ seq: _seq, data, ...row }): PaperPartRecord => ({
        t: 'client-document-part',
        row: { ...row, data: data.toString('base64') },
      })),

    backupWatches: (after: number, limit: number) =>
      toPage(watches.all(after, limit), limit, ({ seq: _seq, id, ...row }): WatchRecord => ({
        t: 'watch',
        id,
        row,
      })),

    backupPlateListIds: (): string[] => plateListIds.pluck().all(),
    /** `null` if the list was removed meanwhile. */
    backupPlateList(id: string): PlateListRecord | null {
      const row = plateList.get(id)
      return row ? { t: 'plate-list', id, row, rows: plateListRows.all(id) } : null
    },

    backupTransferBatchIds: (): string[] => transferBatchIds.pluck().all(),
    /** `null` if the batch was removed meanwhile. */
    backupTransferBatch(id: string): TransferBatchRecord | null {
      const row = transferBatch.get(id)
      return row ? { t: 'transfer-batch', id, row, rows: transferBatchRows.all(id) } : null
    },

    backupPastCases: (after: number, limit: number) => toPage(past.page(after, limit), limit, past.recordOf),

    backupViews: (): string | null => meta.get(CASE_VIEWS)?.v ?? null,
    backupClientTexts: (): string | null => meta.get(CLIENT_TEXTS)?.v ?? null,
    auditEnd: () => end.get() ?? { rows: 0, hash: '' },
    /** Time of the oldest data that could be lost. */
    oldestKept: (): number | null => oldest.get()?.at ?? null,
  }
}

function toPage<R extends { seq: number }, T>(rows: R[], limit: number, toRecord: (row: R) => T) {
  const last = rows.at(-1)
  return { records: rows.map(toRecord), next: rows.length === limit && last ? last.seq : null }
}
