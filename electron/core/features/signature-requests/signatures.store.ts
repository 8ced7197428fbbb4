import type Database from 'better-sqlite3-multiple-ciphers'
import type { SignatureFilter, SignatureRow } from '#shared/bridge/signature-requests.ts'
import { searchText } from '#shared/domain/search-text.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { vehicleOf } from '../cases/case-functions.store.ts'
import { buildMatch } from '../cases/cases.rules.ts'
import {
  parseDetails,
  toSignatureRow,
  type SignatureDetails,
  type StoredSignature,
} from './signature-requests.rules.ts'

/** SQL function that the triggers of migration-signature-requests.ts call. Every connection to a store has it. */
export function addSignatureRequestFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  db.function('signature_text', deterministic, (id: unknown, body: unknown, vrm: unknown): string => {
    const { document, signer } = parseDetails(String(body))
    return searchText({
      plate: typeof vrm === 'string' ? vrm : '',
      codes: [signer.idNumber, signer.representativeIdNumber, signer.phone, String(id)],
      texts: [signer.fullname, signer.email, entryOf<string>(signatureDocumentLabels, document) ?? document],
    })
  })
}

/** Signed document to store. Its file is already on disk. */
export interface SignedDocument {
  signatureId: string
  documentId: string
  file: string
  key: Uint8Array
  size: number
  sha256: string
}

/** Reference times of a view, in epoch milliseconds. */
export interface SignatureMoment {
  /** Midnight of today in the time zone of this PC. */
  today: number
  /** A wait that began before this time is too long. `null`: no wait is too long. */
  lateBefore: number | null
}

export interface SignatureCounts {
  pending: number
  expired: number
  rejected: number
  signedToday: number
  late: number
  open: number
}

const WAITING = `('submitted', 'sent')`
const SHOWN = `r.kind = 'signature' AND r.blocked_at IS NULL`
const COLUMNS = `r.seq, r.id, r.status, r.status_description, r.label, r.since, r.checked_at, r.gone, r.body,
  l.procedure_id, p.vrm AS procedure_vrm, p.vin AS procedure_vin, ${vehicleOf('p.vrm')} AS vehicle,
  EXISTS (SELECT 1 FROM signed_document k WHERE k.signature_id = r.id) AS kept`
const TABLES = `resource r LEFT JOIN signature_link l ON l.signature_id = r.id
  LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id`

type Condition = Exclude<SignatureFilter['view'], 'all'>
const CONDITIONS: Readonly<Record<Condition, string>> = {
  pending: `r.status IN ${WAITING} AND r.gone = 0`,
  expired: `r.status = 'expired'`,
  rejected: `r.status = 'rejected'`,
  'signed-today': `r.status = 'signed' AND r.since >= @today`,
  late: `r.status IN ${WAITING} AND r.gone = 0 AND r.since < @lateBefore`,
}

interface ListArguments {
  before: number
  limit: number
  today: number
  lateBefore: number
  match: string
}

/** Queries of *Firmas* for signatures at the service. Runs in the worker. */
export function createSignatureQueries(db: Database.Database) {
  const listOf = (inner: string) =>
    db.prepare<[ListArguments], StoredSignature>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.kind = 'signature' AND r.seq IN (
         SELECT r.seq FROM resource r WHERE ${SHOWN} AND ${inner} LIMIT @limit) ORDER BY r.seq DESC`,
    )
  const FOUND = 'r.seq IN (SELECT rowid FROM signature_words WHERE signature_words MATCH @match)'
  // A rare state is searched by its index and not by a scan from the newest row. Only numbers are sorted.
  const prepareBoth = (condition: string) => ({
    all: listOf(
      condition === 'true'
        ? 'r.seq < @before ORDER BY r.seq DESC'
        : `${condition} AND +r.seq < @before ORDER BY +r.seq DESC`,
    ),
    found: listOf(`${condition} AND ${FOUND} AND +r.seq < @before ORDER BY +r.seq DESC`),
  })
  const views: Readonly<Record<SignatureFilter['view'], ReturnType<typeof prepareBoth>>> = {
    all: prepareBoth('true'),
    pending: prepareBoth(CONDITIONS.pending),
    expired: prepareBoth(CONDITIONS.expired),
    rejected: prepareBoth(CONDITIONS.rejected),
    'signed-today': prepareBoth(CONDITIONS['signed-today']),
    late: prepareBoth(CONDITIONS.late),
  }
  const counts = db.prepare<[{ today: number; lateBefore: number }], SignatureCounts>(
    `SELECT coalesce(sum(${CONDITIONS.pending}), 0) AS pending, coalesce(sum(${CONDITIONS.expired}), 0) AS expired,
       coalesce(sum(${CONDITIONS.rejected}), 0) AS rejected,
       coalesce(sum(${CONDITIONS['signed-today']}), 0) AS signedToday, coalesce(sum(${CONDITIONS.late}), 0) AS late,
       (SELECT count(*) FROM signature_request
        WHERE state IN ('editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed')) AS open
     FROM resource r WHERE ${SHOWN}`,
  )
  const one = db.prepare<[string], StoredSignature>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${SHOWN} AND r.id = ?`,
  )
  const ofProcedure = db.prepare<[string], StoredSignature>(
    `SELECT ${COLUMNS} FROM signature_link l JOIN resource r ON r.id = l.signature_id
       LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
     WHERE l.procedure_id = ? AND ${SHOWN} ORDER BY r.seq DESC LIMIT 200`,
  )
  const ofPlate = db.prepare<[string, number], StoredSignature>(
    `SELECT ${COLUMNS} FROM case_record k JOIN resource p ON p.seq = k.seq
       JOIN signature_link l ON l.procedure_id = p.id
       JOIN resource r ON r.id = l.signature_id
     WHERE k.vrm = ? AND k.blocked = 0 AND ${SHOWN} ORDER BY r.seq DESC LIMIT ?`,
  )
  const link = db.prepare<[string, string]>(
    `INSERT INTO signature_link (signature_id, procedure_id) VALUES (?, ?)
     ON CONFLICT (signature_id) DO UPDATE SET procedure_id = excluded.procedure_id`,
  )
  const unlink = db.prepare<[string]>('DELETE FROM signature_link WHERE signature_id = ?')
  const isProcedure = db.prepare<[string], { found: number }>(
    `SELECT 1 AS found FROM resource WHERE kind = 'procedure' AND id = ? AND blocked_at IS NULL`,
  )
  const insertSigned = db.prepare(
    `INSERT INTO signed_document (signature_id, document_id, file, key, size, sha256)
     VALUES (@signatureId, @documentId, @file, @key, @size, @sha256) ON CONFLICT DO NOTHING`,
  )
  const serviceDocumentsOf = db.prepare<[string], SignedDocument>(
    `SELECT signature_id AS signatureId, document_id AS documentId, file, key, size, sha256 FROM signed_document
     WHERE signature_id = ?`,
  )
  const files = db.prepare<[], { file: string }>('SELECT file FROM signed_document')
  const lost = db.prepare<[string], { id: string }>(
    'DELETE FROM signed_document WHERE file = ? RETURNING signature_id AS id',
  )
  const notWhole = db.prepare<[string]>('DELETE FROM signed_whole WHERE signature_id = ?')
  const whole = db.prepare<[string]>(
    'INSERT INTO signed_whole (signature_id) VALUES (?) ON CONFLICT DO NOTHING',
  )
  const toBring = db.prepare<[], { id: string }>(
    `SELECT r.id FROM resource r WHERE ${SHOWN} AND r.status = 'signed' AND r.gone = 0
       AND NOT EXISTS (SELECT 1 FROM signed_whole w WHERE w.signature_id = r.id) ORDER BY r.seq DESC LIMIT 500`,
  )

  return {
    signatures(
      { view, text = '' }: SignatureFilter,
      before: number | null,
      limit: number,
      { today, lateBefore }: SignatureMoment,
    ): { rows: SignatureRow[]; next: number | null } {
      const match = buildMatch(text, 'words')
      // The typed text has no searchable words.
      if (text.trim() !== '' && match === '') return { rows: [], next: null }
      const rows = views[view][match === '' ? 'all' : 'found'].all({
        match,
        before: before ?? Number.MAX_SAFE_INTEGER,
        limit,
        today,
        lateBefore: lateBefore ?? 0,
      })
      const next = rows.length === limit ? (rows.at(-1)?.seq ?? null) : null
      return { rows: rows.map((row) => toSignatureRow(row, lateBefore)), next }
    },

    signatureCounts: ({ today, lateBefore }: SignatureMoment): SignatureCounts =>
      counts.get({ today, lateBefore: lateBefore ?? 0 }) ?? {
        pending: 0,
        expired: 0,
        rejected: 0,
        signedToday: 0,
        late: 0,
        open: 0,
      },

    /** Visible signature, with the fields of its answer. */
    signature(
      id: string,
      lateBefore: number | null,
    ): { row: SignatureRow; details: SignatureDetails } | null {
      const row = one.get(id)
      return row ? { row: toSignatureRow(row, lateBefore), details: parseDetails(row.body) } : null
    },
    signaturesOf: (procedureId: string, lateBefore: number | null): SignatureRow[] =>
      ofProcedure.all(procedureId).map((row) => toSignatureRow(row, lateBefore)),

    /** Signatures of the procedures of each plate, the newest first. */
    signaturesOfPlates: (
      vrms: readonly string[],
      limit: number,
      lateBefore: number | null,
    ): SignatureRow[][] =>
      vrms.map((vrm) => ofPlate.all(vrm, limit).map((row) => toSignatureRow(row, lateBefore))),

    /** @returns true if the signature and the procedure are both known here */
    linkSignature: db.transaction((id: string, procedureId: string | null): boolean => {
      if (!one.get(id)) return false
      if (procedureId === null) unlink.run(id)
      else if (isProcedure.get(procedureId)) link.run(id, procedureId)
      else return false
      return true
    }),

    /** @returns `false` if another copy was stored meanwhile. That copy remains */
    keepSigned: (serviceDocument: SignedDocument): boolean => insertSigned.run(serviceDocument).changes > 0,
    signedDocuments: (signatureId: string): SignedDocument[] => serviceDocumentsOf.all(signatureId),
    /** Files in use. Any other file is left over from a crash or a wipe. */
    signedFiles: (): string[] => files.all().map(({ file }) => file),
    /** Deletes the rows of documents whose files are missing, so that the documents are downloaded again. */
    signedLost: db.transaction((names: readonly string[]): void => {
      for (const name of names) for (const { id } of lost.all(name)) notWhole.run(id)
    }),
    /** Records that every document of a signature was downloaded. */
    signedWhole: (id: string): void => void whole.run(id),
    /** Signed requests whose documents are missing on this PC, the newest first. */
    signedToBring: (): string[] => toBring.all().map(({ id }) => id),
  }
}
