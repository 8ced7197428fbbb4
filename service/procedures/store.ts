import type { SentFields } from '#shared/api/procedure.ts'
import type { SentField } from '#shared/domain/procedures/kinds.ts'
import type { IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'
import type { Db } from '../db/open.ts'

export interface ProcedureRow {
  readonly id: string
  readonly account: string
  readonly type: string
  readonly vin: string | null
  readonly vrm: string | null
  readonly taxable_base: number | null
  readonly invoice_number: string | null
  readonly user_email: string | null
  readonly status: ProcedureState
  readonly cancel_reason: string | null
  readonly created_ms: number
  readonly updated_ms: number
}

/** Confirmed procedure without data besides the given ones. */
export const makeProcedureRow = (
  given: Pick<ProcedureRow, 'id' | 'account' | 'type' | 'created_ms'> & Partial<ProcedureRow>,
): ProcedureRow => ({
  vin: null,
  vrm: null,
  taxable_base: null,
  invoice_number: null,
  user_email: null,
  status: 'PENDING',
  cancel_reason: null,
  updated_ms: given.created_ms,
  ...given,
})

/** Columns of the fields that a body has. */
export const sentColumns = ({
  vin,
  vrm,
  taxableBase,
  invoiceNumber,
  userEmail,
}: { readonly [N in SentField]?: SentFields[N] | undefined }): Partial<ProcedureRow> => ({
  ...(vin !== undefined && { vin }),
  ...(vrm !== undefined && { vrm }),
  ...(taxableBase !== undefined && { taxable_base: taxableBase }),
  ...(invoiceNumber !== undefined && { invoice_number: invoiceNumber }),
  ...(userEmail !== undefined && { user_email: userEmail }),
})

export interface DocumentRow {
  readonly id: string
  readonly procedure_id: string
  readonly is_generated: 0 | 1
  readonly type: string
  readonly name: string
  readonly mime: string
  /** Address of a document that was sent as a link. */
  readonly url: string | null
  /** Stored name of a document that was sent as a file. */
  readonly file: string | null
  /** JSON. */
  readonly metadata: string
  readonly created_ms: number
}

export interface IncidentRow {
  readonly id: string
  readonly procedure_id: string
  readonly document_id: string | null
  readonly level: IncidentLevel
  readonly type: string
  readonly created_ms: number
  readonly solved_ms: number | null
}

/** Procedures with their documents and incidents. Call writes in a transaction. */
export interface ProcedureStore {
  insert(row: ProcedureRow): void
  /** Writes every mutable column. */
  update(row: ProcedureRow): void
  /** `undefined` for an unknown id and for an id of another account alike. */
  find(account: string, id: string): ProcedureRow | undefined
  /** For links that are their own permission, and for the operator. */
  findInAnyAccount(id: string): ProcedureRow | undefined
  insertDocument(row: DocumentRow): void
  listDocuments(procedureId: string): DocumentRow[]
  findDocument(procedureId: string, id: string): DocumentRow | undefined
  removeGenerated(procedureId: string): void
  insertIncident(row: IncidentRow): void
  listIncidents(procedureId: string): IncidentRow[]
  solveIncident(id: string, nowMs: number): void
  removeIncident(id: string): void
}

/** Procedure store with prepared statements. */
export function createProcedureStore(db: Db): ProcedureStore {
  const insert = db.prepare<[ProcedureRow]>(
    `INSERT INTO procedure (id, account, type, vin, vrm, taxable_base, invoice_number, user_email, status,
       cancel_reason, created_ms, updated_ms)
     VALUES (@id, @account, @type, @vin, @vrm, @taxable_base, @invoice_number, @user_email, @status,
       @cancel_reason, @created_ms, @updated_ms)`,
  )
  const update = db.prepare<[ProcedureRow]>(
    `UPDATE procedure SET vin = @vin, vrm = @vrm, user_email = @user_email, status = @status,
       cancel_reason = @cancel_reason, updated_ms = @updated_ms WHERE id = @id`,
  )
  const find = db.prepare<[string], ProcedureRow>(`SELECT * FROM procedure WHERE id = ?`)
  const insertDocument = db.prepare<[DocumentRow]>(
    `INSERT INTO document (id, procedure_id, is_generated, type, name, mime, url, file, metadata, created_ms)
     VALUES (@id, @procedure_id, @is_generated, @type, @name, @mime, @url, @file, @metadata, @created_ms)`,
  )
  const documents = db.prepare<[string], DocumentRow>(
    `SELECT * FROM document WHERE procedure_id = ? ORDER BY seq`,
  )
  const findDocument = db.prepare<[string, string], DocumentRow>(
    `SELECT * FROM document WHERE procedure_id = ? AND id = ?`,
  )
  const removeGenerated = db.prepare<[string]>(
    `DELETE FROM document WHERE procedure_id = ? AND is_generated = 1`,
  )
  const insertIncident = db.prepare<[IncidentRow]>(
    `INSERT INTO incident (id, procedure_id, document_id, level, type, created_ms, solved_ms)
     VALUES (@id, @procedure_id, @document_id, @level, @type, @created_ms, @solved_ms)`,
  )
  const incidents = db.prepare<[string], IncidentRow>(
    `SELECT * FROM incident WHERE procedure_id = ? ORDER BY seq`,
  )
  const solve = db.prepare<[number, string]>(`UPDATE incident SET solved_ms = ? WHERE id = ?`)
  const removeIncident = db.prepare<[string]>(`DELETE FROM incident WHERE id = ?`)

  return {
    insert: (row) => void insert.run(row),
    update: (row) => void update.run(row),
    find(account, id) {
      const row = find.get(id)
      return row?.account === account ? row : undefined
    },
    findInAnyAccount: (id) => find.get(id),
    insertDocument: (row) => void insertDocument.run(row),
    listDocuments: (procedureId) => documents.all(procedureId),
    findDocument: (procedureId, id) => findDocument.get(procedureId, id),
    removeGenerated: (procedureId) => void removeGenerated.run(procedureId),
    insertIncident: (row) => void insertIncident.run(row),
    listIncidents: (procedureId) => incidents.all(procedureId),
    solveIncident: (id, nowMs) => void solve.run(nowMs, id),
    removeIncident: (id) => void removeIncident.run(id),
  }
}
