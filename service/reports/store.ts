import type { RegistryVehicle } from '../registry/vehicle.ts'
import type { Db } from '../db/open.ts'
import type { ReducedOutcome } from './sentinels.ts'

export interface ReportRow {
  readonly id: string
  readonly type: string
  readonly vrm: string
  readonly status: string
  readonly transferability: string | null
  /** JSON, kept as it was on the day: a report once read does not change when the invented fleet does. */
  readonly registry_data: string | null
}

export interface NewReport {
  readonly id: string
  readonly account: string
  readonly type: 'reduced'
  readonly vrm: string
  readonly createdMs: number
  readonly dueMs: number
}

export interface DueReport {
  readonly id: string
  readonly vrm: string
}

export interface ReportStore {
  insert(report: NewReport): void
  /** `undefined` for an id that does not exist and for another account's: nobody can tell them apart. */
  find(account: string, id: string): ReportRow | undefined
  /** When the next answer of the registry is due, or `null` when none is awaited. */
  nextDueMs(): number | null
  due(nowMs: number, limit: number): DueReport[]
  /** False when it was settled already. */
  settle(id: string, outcome: ReducedOutcome, vehicle: RegistryVehicle | null, nowMs: number): boolean
  /** All of the work in one transaction, or none of it. */
  atomically(work: () => void): void
}

/** The reports in the store, through statements prepared once. */
export function createReportStore(db: Db): ReportStore {
  const insert = db.prepare<[NewReport]>(
    `INSERT INTO report (id, account, type, vrm, status, created_ms, due_ms)
     VALUES (@id, @account, @type, @vrm, 'processing', @createdMs, @dueMs)`,
  )
  const find = db.prepare<[string, string], ReportRow>(
    `SELECT id, type, vrm, status, transferability, registry_data FROM report WHERE id = ? AND account = ?`,
  )
  const nextDue = db.prepare<[], { due: number | null }>(
    `SELECT min(due_ms) AS due FROM report WHERE status = 'processing'`,
  )
  const due = db.prepare<[number, number], DueReport>(
    `SELECT id, vrm FROM report WHERE status = 'processing' AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?`,
  )
  const settle = db.prepare<[string, string | null, string | null, number, string]>(
    `UPDATE report SET status = ?, transferability = ?, registry_data = ?, settled_ms = ?
     WHERE id = ? AND status = 'processing'`,
  )
  const transaction = db.transaction((work: () => void) => work())

  return {
    insert(report) {
      insert.run(report)
    },
    find: (account, id) => find.get(id, account),
    nextDueMs: () => nextDue.get()?.due ?? null,
    due: (nowMs, limit) => due.all(nowMs, limit),
    settle(id, outcome, vehicle, nowMs) {
      const transferability = outcome.status === 'completed' ? outcome.transferability : null
      const data = vehicle === null ? null : JSON.stringify(vehicle)
      return settle.run(outcome.status, transferability, data, nowMs, id).changes === 1
    },
    atomically(work) {
      transaction.immediate(work)
    },
  }
}
