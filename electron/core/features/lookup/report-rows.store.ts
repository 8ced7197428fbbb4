import type Database from 'better-sqlite3-multiple-ciphers'
import type { PlateReport } from '#shared/bridge/lookup.ts'

/** Stored row of a report. */
export interface ReportRow {
  seq: number
  id: string
  vrm: string
  kind: PlateReport['kind']
  outcome: PlateReport['outcome']
  raw_outcome: string | null
  failure: NonNullable<PlateReport['failure']> | null
  checked_at: number
  vin: string | null
  brand: string | null
  model: string | null
  first_registration: string | null
  blocking: number | null
  unknown: number | null
  alerts: number | null
}

/** Reports of plates, of both kinds, as rows. Runs in the worker. */
export function createReportRows(db: Database.Database) {
  const reportsOf = db.prepare<[string], ReportRow>('SELECT * FROM report WHERE vrm = ? ORDER BY seq DESC')
  const insertReport = db.prepare<Omit<ReportRow, 'seq'>>(
    `INSERT INTO report (id, vrm, kind, outcome, raw_outcome, failure, checked_at, vin, brand, model,
       first_registration, blocking, unknown, alerts)
     VALUES (@id, @vrm, @kind, @outcome, @raw_outcome, @failure, @checked_at, @vin, @brand, @model,
       @first_registration, @blocking, @unknown, @alerts)
     ON CONFLICT (id) DO NOTHING`,
  )
  const insertWords = db.prepare<[number | bigint, string]>(
    'INSERT INTO report_words (rowid, words) VALUES (?, ?)',
  )
  const lastChecked = db.prepare<[], { at: number }>(
    'SELECT checked_at AS at FROM report WHERE seq = (SELECT max(seq) FROM report)',
  )

  return {
    /** Newest first, in order of arrival. */
    reportsOf: (vrm: string): PlateReport[] => reportsOf.all(vrm).map(toReport),

    /** Stores it with its words, unless it is here already. */
    keepReport(report: PlateReport): void {
      const { vrm, vehicle, issues } = report
      const inserted = insertReport.run({
        id: report.reportId,
        vrm,
        kind: report.kind,
        outcome: report.outcome,
        raw_outcome: report.rawOutcome ?? null,
        failure: report.failure ?? null,
        checked_at: report.checkedAt,
        vin: vehicle?.vin ?? null,
        brand: vehicle?.brand ?? null,
        model: vehicle?.model ?? null,
        first_registration: vehicle?.firstRegistrationDate ?? null,
        blocking: issues?.blocking ?? null,
        unknown: issues?.unknown ?? null,
        alerts: issues?.alert ?? null,
      })
      const words = [vrm, vehicle?.brand, vehicle?.model, vehicle?.vin].filter(Boolean).join(' ')
      if (inserted.changes) insertWords.run(inserted.lastInsertRowid, words)
    },

    /** Time of the service's last report. */
    lastReportAt: (): number | null => lastChecked.get()?.at ?? null,
  }
}

export function toReport(row: ReportRow): PlateReport {
  const vehicle = {
    ...(row.vin !== null && { vin: row.vin }),
    ...(row.brand !== null && { brand: row.brand }),
    ...(row.model !== null && { model: row.model }),
    ...(row.first_registration !== null && { firstRegistrationDate: row.first_registration }),
  }
  const { blocking, unknown, alerts: alert } = row
  return {
    reportId: row.id,
    vrm: row.vrm,
    kind: row.kind,
    outcome: row.outcome,
    checkedAt: row.checked_at,
    ...(row.raw_outcome !== null && { rawOutcome: row.raw_outcome }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
    ...(blocking !== null && unknown !== null && alert !== null && { issues: { blocking, unknown, alert } }),
  }
}
