import type { ReportType } from '#shared/api/report.ts'
import type { Db } from '../db/open.ts'
import type { RegistryAnswer } from './answer.ts'

export interface ReportRow {
  readonly id: string
  readonly type: ReportType
  readonly vrm: string
  readonly status: 'processing' | 'completed' | 'error'
  readonly transferability: string | null
  /** JSON of the answer. A stored report does not change when the invented fleet changes. */
  readonly registry_data: string | null
  /** JSON. Only complete reports have issues. */
  readonly issues: string | null
  readonly failure_reason: string | null
  readonly settled_ms: number | null
}

interface NewReport {
  readonly id: string
  readonly account: string
  readonly type: ReportType
  readonly vrm: string
  readonly createdMs: number
  readonly dueMs: number
}

interface DueReport {
  readonly id: string
  readonly account: string
  readonly type: ReportType
  readonly vrm: string
}

export interface ReportStore {
  insert(report: NewReport): void
  /** For links that are their own permission. */
  findInAnyAccount(id: string): ReportRow | undefined
  /** `undefined` for an unknown id and for an id of another account alike. */
  find(account: string, id: string): ReportRow | undefined
  /** Due time of the registry's next answer, or `null` when none is pending. */
  findNextDueMs(): number | null
  listDue(nowMs: number, limit: number): DueReport[]
  /** Returns false if the report is already settled. */
  storeAnswer(id: string, answer: RegistryAnswer, nowMs: number): boolean
  runInTransaction(work: () => void): void
}

interface SettledColumns {
  readonly id: string
  readonly status: string
  readonly transferability: string | null
  readonly data: string | null
  readonly issues: string | null
  readonly failureReason: string | null
  readonly nowMs: number
}

const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Report store with prepared statements. */
export function createReportStore(db: Db): ReportStore {
  const insert = db.prepare<[NewReport]>(
    `INSERT INTO report (id, account, type, vrm, status, created_ms, due_ms)
     VALUES (@id, @account, @type, @vrm, 'processing', @createdMs, @dueMs)`,
  )
  const columns = 'id, type, vrm, status, transferability, registry_data, issues, failure_reason, settled_ms'
  const find = db.prepare<[string, string], ReportRow>(
    `SELECT ${columns} FROM report WHERE id = ? AND account = ?`,
  )
  const findAnyones = db.prepare<[string], ReportRow>(`SELECT ${columns} FROM report WHERE id = ?`)
  const nextDue = db.prepare<[], { due: number | null }>(
    `SELECT min(due_ms) AS due FROM report WHERE status = 'processing'`,
  )
  const due = db.prepare<[number, number], DueReport>(
    `SELECT id, account, type, vrm FROM report WHERE status = 'processing' AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?`,
  )
  const settle = db.prepare<[SettledColumns]>(
    `UPDATE report SET status = @status, transferability = @transferability, registry_data = @data,
       issues = @issues, failure_reason = @failureReason, settled_ms = @nowMs
     WHERE id = @id AND status = 'processing'`,
  )
  const transaction = db.transaction((work: () => void) => work())

  return {
    insert(report) {
      insert.run(report)
    },
    find: (account, id) => find.get(id, account),
    findInAnyAccount: (id) => findAnyones.get(id),
    findNextDueMs: () => nextDue.get()?.due ?? null,
    listDue: (nowMs, limit) => due.all(nowMs, limit),
    storeAnswer(id, { status, transferability, vehicle, issues, failureReason }, nowMs) {
      const known = { id, status, transferability, failureReason, nowMs }
      return settle.run({ ...known, data: toJson(vehicle), issues: toJson(issues) }).changes === 1
    },
    runInTransaction(work) {
      transaction.immediate(work)
    },
  }
}
