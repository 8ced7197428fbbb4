import type Database from 'better-sqlite3-multiple-ciphers'
import { procedureSchema, type Procedure } from '#shared/api/procedure.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { FileKind } from '#shared/domain/procedures/document-file.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'
import { SERVICE_DOCUMENTS_NOTED } from './service-documents.rules.ts'

/** Document to store. Its file is already on disk. */
export interface KeptServiceDocument {
  procedureId: string
  documentId: string
  file: string
  key: Uint8Array
  kind: FileKind | 'other'
  size: number
  sha256: string
}

/** Stored or wanted copy of one document. */
export interface ServiceDocumentRow {
  documentId: string
  state: 'wanted' | 'kept' | 'dropped'
  asked: boolean
  file: string | null
  key: Uint8Array | null
  kind: FileKind | 'other' | null
  size: number | null
  sha256: string | null
  error: AppError | null
}

/** Procedure with the data that name its documents, and with its stored copies. */
export interface ProcedureServiceDocuments {
  status: string
  /** Time when the procedure entered this state. */
  since: number
  vrm: string | null
  vin: string | null
  /** Client of the annotations. */
  client: string
  body: Record<string, unknown>
  rows: ServiceDocumentRow[]
  /** Names of the files that this PC sent, by document id. */
  sentNames: Readonly<Record<string, string>>
  /** Party that the user chose for a document, or that its draft had, by document id. */
  parties: Readonly<Record<string, string>>
}

export interface WantedServiceDocument {
  procedureId: string
  documentId: string
  failures: number
}

interface StoredServiceDocument extends Omit<ServiceDocumentRow, 'asked' | 'error'> {
  asked: number
  error: string | null
}

/** Final states. Their documents are no longer downloaded automatically. */
const OVER = `('CANCELLED', 'DELIVERED_TO_CLIENT')`
/** Time after the end in which new documents are still downloaded, in milliseconds. */
const JUST_OVER_MS = 86_400_000

/** Queries of service documents. Runs in the worker. Every write is one transaction. */
export function createServiceDocumentQueries(db: Database.Database) {
  const procedure = db.prepare<
    [string],
    Omit<ProcedureServiceDocuments, 'rows' | 'body' | 'sentNames' | 'parties'> & { body: string }
  >(
    `SELECT status, since, vrm, vin,
       coalesce((SELECT a.client FROM case_annotations a WHERE a.seq = resource.seq), '') AS client, body
     FROM resource WHERE kind = 'procedure' AND id = ? AND ${VISIBLE}`,
  )
  const open = db.prepare<[string, number], { body: string }>(
    `SELECT body FROM resource WHERE kind = 'procedure' AND id = ? AND ${VISIBLE} AND gone = 0
       AND (status NOT IN ${OVER} OR since > ?)`,
  )
  const openPage = db.prepare<[number, number], { seq: number; id: string }>(
    `SELECT seq, id FROM resource WHERE kind = 'procedure' AND seq > ? AND ${VISIBLE} AND gone = 0
       AND status NOT IN ${OVER} ORDER BY seq LIMIT ?`,
  )
  const setMeta = db.prepare<[string]>(`INSERT INTO meta (k, v) VALUES (?, '1') ON CONFLICT (k) DO NOTHING`)
  const rowsOf = db.prepare<[string], StoredServiceDocument>(
    `SELECT document_id AS documentId, state, asked, file, key, kind, size, sha256, error FROM service_document
     WHERE procedure_id = ? ORDER BY seq`,
  )
  const namesOf = db.prepare<[string], { documentId: string; name: string }>(
    'SELECT document_id AS documentId, name FROM document_name WHERE procedure_id = ?',
  )
  const partiesOf = db.prepare<[string], { documentId: string; party: string }>(
    'SELECT document_id AS documentId, party FROM document_party WHERE procedure_id = ?',
  )
  const setParty = createPartyWriter(db)
  const want = db.prepare<[string, string, number]>(
    `INSERT INTO service_document (procedure_id, document_id, state, next_at) VALUES (?, ?, 'wanted', ?)
     ON CONFLICT (procedure_id, document_id) DO NOTHING`,
  )
  const ask = db.prepare<[string, string, number]>(
    `INSERT INTO service_document (procedure_id, document_id, state, asked, next_at) VALUES (?, ?, 'wanted', 1, ?)
     ON CONFLICT (procedure_id, document_id) DO UPDATE SET state = 'wanted', asked = 1, failures = 0, error = NULL,
       next_at = excluded.next_at WHERE state <> 'kept'`,
  )
  const keep = db.prepare(
    `INSERT INTO service_document (procedure_id, document_id, state, file, key, kind, size, sha256)
     VALUES (@procedureId, @documentId, 'kept', @file, @key, @kind, @size, @sha256)
     ON CONFLICT (procedure_id, document_id) DO UPDATE SET state = 'kept', file = @file, key = @key, kind = @kind,
       size = @size, sha256 = @sha256, failures = 0, error = NULL WHERE state <> 'kept'`,
  )
  const failed = db.prepare<[string, number, string, string]>(
    `UPDATE service_document SET failures = failures + 1, error = ?, next_at = ?
     WHERE procedure_id = ? AND document_id = ? AND state = 'wanted'`,
  )
  const NO_FILE = 'file = NULL, key = NULL, kind = NULL, size = NULL, sha256 = NULL'
  const lost = db.prepare<[string]>(
    `UPDATE service_document SET state = 'wanted', next_at = 0, ${NO_FILE} WHERE file = ?`,
  )
  const giveUp = db.prepare<[string, string, string]>(
    `UPDATE service_document SET state = 'dropped', error = ?
     WHERE procedure_id = ? AND document_id = ? AND state = 'wanted'`,
  )
  const filesOf = db.prepare<[string], { file: string }>(
    'SELECT file FROM service_document WHERE procedure_id = ? AND file IS NOT NULL',
  )
  const drop = db.prepare<[string]>(
    `UPDATE service_document SET state = 'dropped', asked = 0, error = NULL, ${NO_FILE} WHERE procedure_id = ?`,
  )
  const files = db.prepare<[], { file: string }>('SELECT file FROM service_document WHERE file IS NOT NULL')
  const usage = db.prepare<[], { bytes: number; count: number }>(
    `SELECT coalesce(sum(size), 0) AS bytes, count(*) AS count FROM
       (SELECT size FROM service_document WHERE state = 'kept' UNION ALL SELECT size FROM signed_document)`,
  )
  const pending = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM service_document WHERE state = 'wanted' AND asked >= ?`,
  )
  const stuck = db.prepare<[number], { error: string }>(
    `SELECT error FROM service_document WHERE state = 'wanted' AND error IS NOT NULL AND asked >= ?
       AND json_extract(error, '$.code') IN ('no-room-for-papers', 'disk-full') LIMIT 1`,
  )
  const next = db.prepare<[number, number], WantedServiceDocument>(
    `SELECT procedure_id AS procedureId, document_id AS documentId, failures FROM service_document
     WHERE state = 'wanted' AND asked = ? AND next_at <= ? ORDER BY next_at, seq LIMIT 1`,
  )
  const nextAt = db.prepare<[number], { at: number | null }>(
    `SELECT min(next_at) AS at FROM service_document WHERE state = 'wanted' AND asked = ?`,
  )
  const dueNow = db.prepare<{ now: number }>(
    `UPDATE service_document SET next_at = @now WHERE state = 'wanted' AND next_at > @now`,
  )

  const queueDocuments = (id: string, now: number): void => {
    const row = open.get(id, now - JUST_OVER_MS)
    for (const documentId of row ? listGeneratedIds(row.body) : []) want.run(id, documentId, now)
  }

  return {
    /** Visible procedure and its documents. `null` for an unknown procedure. */
    serviceDocumentsOf(id: string): ProcedureServiceDocuments | null {
      const row = procedure.get(id)
      if (!row) return null
      return {
        ...row,
        body: recordIn(row.body),
        sentNames: Object.fromEntries(namesOf.all(id).map(({ documentId, name }) => [documentId, name])),
        parties: Object.fromEntries(partiesOf.all(id).map(({ documentId, party }) => [documentId, party])),
        rows: rowsOf.all(id).map(({ asked, error, ...rest }) => ({
          ...rest,
          asked: asked === 1,
          error: error === null ? null : (JSON.parse(error) as AppError),
        })),
      }
    },

    /** @returns `false` for an unknown procedure */
    setServiceDocumentParty(id: string, documentId: string, party: string): boolean {
      if (!procedure.get(id)) return false
      setParty(id, documentId, party)
      return true
    },

    /** Queues the operator's generated documents of an open procedure that have no row yet. */
    noteServiceDocuments: queueDocuments,
    /**
     * Queues the documents of the next open procedures that no fetch has queued.
     * @returns row to continue after, or `null` at the end. The end is stored: each fetch queues the documents of
     * later procedures.
     */
    noteServiceDocumentsAfter: db.transaction((seq: number, limit: number, now: number): number | null => {
      const page = openPage.all(seq, limit)
      for (const { id } of page) queueDocuments(id, now)
      if (page.length === limit) return page.at(-1)?.seq ?? null
      setMeta.run(SERVICE_DOCUMENTS_NOTED)
      return null
    }),
    /** Queues all generated documents, because the user wants them. */
    askServiceDocuments: db.transaction((id: string, now: number): void => {
      const row = procedure.get(id)
      for (const documentId of row ? listGeneratedIds(row.body) : []) ask.run(id, documentId, now)
    }),

    /** @returns `false` if another copy was stored meanwhile. That copy remains */
    keepServiceDocument: (serviceDocument: KeptServiceDocument): boolean =>
      keep.run(serviceDocument).changes > 0,
    serviceDocumentFailed: (procedureId: string, documentId: string, error: AppError, at: number): void =>
      void failed.run(JSON.stringify(error), at, procedureId, documentId),
    /** Gives up a document that the service no longer has or that cannot be stored. It is not retried. */
    giveUpServiceDocument: (procedureId: string, documentId: string, error: AppError): void =>
      void giveUp.run(JSON.stringify(error), procedureId, documentId),
    /** Queues documents again whose files are missing. */
    serviceDocumentsLost: db.transaction((names: readonly string[]): void => {
      for (const name of names) lost.run(name)
    }),
    /**
     * Removes the documents of a procedure from this PC.
     * @returns the files that are now unreadable
     */
    dropServiceDocuments: db.transaction((id: string): string[] => {
      const names = filesOf.all(id).map(({ file }) => file)
      drop.run(id)
      return names
    }),

    /** Files in use. Any other file is left over from a crash or a wipe. */
    serviceDocumentFiles: (): string[] => files.all().map(({ file }) => file),
    /**
     * Bytes and number of the stored documents, including signed documents, because the office's quota covers all of
     * them. `pending` counts the queued documents. `stuck` is an error that does not belong to one document, such as
     * a full disk.
     * @param asked true to count only documents that the user requested
     */
    serviceDocumentUsage(asked: boolean): {
      bytes: number
      count: number
      pending: number
      stuck: AppError | null
    } {
      const error = stuck.get(asked ? 1 : 0)?.error
      return {
        bytes: 0,
        count: 0,
        ...usage.get(),
        pending: pending.get(asked ? 1 : 0)?.n ?? 0,
        stuck: error === undefined ? null : (JSON.parse(error) as AppError),
      }
    },
    /**
     * Next document to download, or the time of the next retry. Documents that the user requested come first. One
     * call answers both questions. It runs after every change of a procedure, and notifications wait for the store
     * too.
     * @param asked true to consider only documents that the user requested
     * @param quota bytes of all stored documents at which downloading stops
     */
    nextServiceDocument(
      asked: boolean,
      now: number,
      quota: number,
    ): { isFull: boolean; wanted: WantedServiceDocument | null; dueAt: number | null } {
      if ((usage.get()?.bytes ?? 0) >= quota) return { isFull: true, wanted: null, dueAt: null }
      const wanted = next.get(1, now) ?? (asked ? undefined : next.get(0, now))
      if (wanted) return { isFull: false, wanted, dueAt: null }
      const times = [nextAt.get(1)?.at, asked ? null : nextAt.get(0)?.at]
      const due = Math.min(...times.map((at) => at ?? Infinity))
      return { isFull: false, wanted: null, dueAt: due === Infinity ? null : due }
    },
    /** Makes every queued document due, because there is room or a connection again. */
    serviceDocumentsDueNow: (now: number): void => void dueNow.run({ now }),
  }
}

/** Writes the party of a document of a procedure. An empty party removes it. */
export function createPartyWriter(db: Database.Database) {
  const write = db.prepare<[string, string, string]>(
    `INSERT INTO document_party (procedure_id, document_id, party) VALUES (?, ?, ?)
     ON CONFLICT (procedure_id, document_id) DO UPDATE SET party = excluded.party WHERE party <> excluded.party`,
  )
  const remove = db.prepare<[string, string]>(
    'DELETE FROM document_party WHERE procedure_id = ? AND document_id = ?',
  )
  return (procedureId: string, documentId: string, party: string): void => {
    if (party === '') remove.run(procedureId, documentId)
    else write.run(procedureId, documentId, party)
  }
}

/** Ids of the operator's generated documents. Empty for an unreadable body. */
function listGeneratedIds(body: string): string[] {
  const { data } = procedureSchema.safeParse(recordIn(body))
  return (data?.generatedDocuments ?? []).map(
    ({ id }: NonNullable<Procedure['generatedDocuments']>[number]) => id,
  )
}
