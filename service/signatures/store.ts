import type { SignatureDocument, SignatureState } from '#shared/domain/vocabulary.ts'
import type { Db } from '../db/open.ts'

export interface SignatureRow {
  readonly id: string
  readonly account: string
  readonly type: SignatureDocument
  /** JSON. */
  readonly signer: string
  readonly status: SignatureState
  readonly created_ms: number
  readonly updated_ms: number
  /** Due time of the next automatic move, if there is one. */
  readonly due_ms: number | null
}

export interface SignatureStore {
  insert(row: SignatureRow): void
  find(account: string, id: string): SignatureRow | undefined
  /** For the operator. */
  findInAnyAccount(id: string): SignatureRow | undefined
  move(id: string, status: SignatureState, nowMs: number, dueMs: number | null): void
  findNextDueMs(): number | null
  listDue(nowMs: number, limit: number): SignatureRow[]
}

/** Signature store with prepared statements. */
export function createSignatureStore(db: Db): SignatureStore {
  const insert = db.prepare<[SignatureRow]>(
    `INSERT INTO signature (id, account, type, signer, status, created_ms, updated_ms, due_ms)
     VALUES (@id, @account, @type, @signer, @status, @created_ms, @updated_ms, @due_ms)`,
  )
  const find = db.prepare<[string, string], SignatureRow>(
    `SELECT * FROM signature WHERE id = ? AND account = ?`,
  )
  const findAnyones = db.prepare<[string], SignatureRow>(`SELECT * FROM signature WHERE id = ?`)
  const move = db.prepare<[string, number, number | null, string]>(
    `UPDATE signature SET status = ?, updated_ms = ?, due_ms = ? WHERE id = ?`,
  )
  const next = db.prepare<[], { due: number | null }>(
    `SELECT min(due_ms) AS due FROM signature WHERE due_ms IS NOT NULL`,
  )
  const due = db.prepare<[number, number], SignatureRow>(
    `SELECT * FROM signature WHERE due_ms IS NOT NULL AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?`,
  )
  return {
    insert: (row) => void insert.run(row),
    find: (account, id) => find.get(id, account),
    findInAnyAccount: (id) => findAnyones.get(id),
    move: (id, status, nowMs, dueMs) => void move.run(status, nowMs, dueMs, id),
    findNextDueMs: () => next.get()?.due ?? null,
    listDue: (nowMs, limit) => due.all(nowMs, limit),
  }
}
