import type Database from 'better-sqlite3-multiple-ciphers'
import {
  completeReportSchema,
  type CompleteReport,
  type CompleteRequest,
} from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { AuditNote } from '../audit/chain.rules.ts'
import { classifyStanding, type CompleteStanding } from './complete.rules.ts'

type State = CompleteRequest['state'] | 'done' | 'discarded'

interface RequestRow {
  id: string
  vrm: string
  state: State
  requested_at: number
  attempts: number
  report_id: string | null
  accepted_at: number | null
  next_attempt_at: number | null
  error: string | null
}

interface ReportRow {
  id: string
  body: string
  has_pdf: number
}

/** A request with the fields internal to the core. */
export type StoredRequest = CompleteRequest & { reportId: string | null }

/** Stored complete reports of a plate. */
export interface StoredCompleteView {
  latest: CompleteReport | null
  previous: CompleteReport | null
  failed: CompleteReport | null
  request: CompleteRequest | null
  paidSince: number
}

/** Queries of complete reports. Runs in the worker; every write is one transaction. */
export function createCompleteQueries(db: Database.Database, audit: AuditWriter) {
  const byId = db.prepare<[string], RequestRow>('SELECT * FROM complete_request WHERE id = ?')
  const lastOf = db.prepare<[string], RequestRow>(
    'SELECT * FROM complete_request WHERE vrm = ? ORDER BY requested_at DESC, id DESC LIMIT 1',
  )
  const openOf = db.prepare<[string], RequestRow>(
    `SELECT * FROM complete_request WHERE vrm = ?
     AND state IN ('queued', 'sending', 'processing', 'waiting', 'uncertain')`,
  )
  const unfinished = db.prepare<[], RequestRow>(
    `SELECT * FROM complete_request WHERE state IN ('queued', 'sending', 'processing', 'waiting')
     ORDER BY requested_at`,
  )
  const uncertain = db.prepare<[], RequestRow>(
    `SELECT * FROM complete_request WHERE state = 'uncertain' ORDER BY requested_at`,
  )
  const insert = db.prepare<[string, string, number]>(
    `INSERT INTO complete_request (id, vrm, state, requested_at) VALUES (?, ?, 'queued', ?)`,
  )
  const step = db.prepare<[State, number | null, string | null, string]>(
    'UPDATE complete_request SET state = ?, next_attempt_at = ?, error = ? WHERE id = ?',
  )
  const accept = db.prepare<[string, number, number | null, string]>(
    `UPDATE complete_request SET state = 'processing', report_id = ?, accepted_at = ?, cents = ?, error = NULL WHERE id = ?`,
  )
  const leave = db.prepare<[State, string]>(
    `UPDATE complete_request SET state = ?, error = NULL WHERE id = ? AND state = 'uncertain'`,
  )
  const wait = db.prepare<[number, string]>(
    `UPDATE complete_request SET state = 'waiting', attempts = attempts + 1, next_attempt_at = ?, report_id = NULL,
       accepted_at = NULL WHERE id = ?`,
  )
  const insertReport = db.prepare<[string, string, string, number, string]>(
    `INSERT INTO complete_report (id, vrm, outcome, checked_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  )
  const replaceReport = db.prepare<[string, Uint8Array | null, string]>(
    'UPDATE complete_report SET body = ?, pdf = ? WHERE id = ?',
  )
  const reportsOf = db.prepare<[string], ReportRow>(
    `SELECT id, body, pdf IS NOT NULL AS has_pdf FROM complete_report WHERE vrm = ? ORDER BY seq DESC`,
  )
  const latestOf = db.prepare<[string], ReportRow>(
    `SELECT id, body, pdf IS NOT NULL AS has_pdf FROM complete_report WHERE vrm = ? AND outcome <> 'error'
     ORDER BY seq DESC LIMIT 1`,
  )
  const report = db.prepare<[string], ReportRow>(
    'SELECT id, body, pdf IS NOT NULL AS has_pdf FROM complete_report WHERE id = ?',
  )
  const readPdf = db.prepare<[string], { pdf: Uint8Array | null }>(
    'SELECT pdf FROM complete_report WHERE id = ?',
  )
  const writePdf = db.prepare<[Uint8Array, string]>('UPDATE complete_report SET pdf = ? WHERE id = ?')
  const paid = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM complete_request WHERE accepted_at >= ?',
  )

  /** A paid request is recorded with the step that stores its outcome. */
  function recordRequest(id: string, result: AuditNote['result']): void {
    const row = byId.get(id)
    if (row) audit.write({ what: 'report.request', kind: 'complete', identifier: row.vrm, result })
  }

  return {
    /** @param since epoch milliseconds: counts paid requests from this time on */
    completeView(vrm: string, since: number): StoredCompleteView {
      const reports = reportsOf.all(vrm).map(reportOf)
      const [latest = null, previous = null] = reports.filter(({ outcome }) => outcome !== 'error')
      const last = openOf.get(vrm) ?? lastOf.get(vrm)
      return {
        latest,
        previous,
        failed: reports[0]?.outcome === 'error' ? reports[0] : null,
        request: last && isShown(last) ? requestOf(last) : null,
        paidSince: paid.get(since)?.n ?? 0,
      }
    },

    /** Newest report with an answer. */
    latestComplete(vrm: string): CompleteReport | null {
      const row = latestOf.get(vrm)
      return row ? reportOf(row) : null
    },

    /** @param since epoch milliseconds: counts paid requests from this time on */
    completePaidSince: (since: number): number => paid.get(since)?.n ?? 0,

    /** Stores a new request, or returns the open request with `created` false. */
    openCompleteRequest: db.transaction((id: string, vrm: string, now: number) => {
      const open = openOf.get(vrm)
      if (open) return { created: false, request: requestOf(open) }
      insert.run(id, vrm, now)
      return { created: true, request: requestOf(requireRow(byId.get(id), id)) }
    }),

    completeRequest: (id: string): StoredRequest | null => {
      const row = byId.get(id)
      return row && isShown(row) ? requestOf(row) : null
    },
    unfinishedCompleteRequests: (): StoredRequest[] => unfinished.all().map(requestOf),
    uncertainCompleteRequests: (): StoredRequest[] => uncertain.all().map(requestOf),

    completeStep: db.transaction((id: string, state: State, error: AppError | null): void => {
      step.run(state, null, error === null ? null : JSON.stringify(error), id)
      if (state === 'failed' || state === 'uncertain') recordRequest(id, state)
    }),
    /** True for the first caller that leaves `uncertain`; false for later callers. */
    leaveUncertain: (id: string, to: 'queued' | 'discarded'): boolean => leave.run(to, id).changes > 0,
    leaveUncertainFound: db.transaction(
      (id: string, reportId: string, now: number, cents: number): boolean => {
        const first = leave.run('processing', id).changes > 0
        if (!first) return false
        accept.run(reportId, now, cents, id)
        recordRequest(id, 'ok')
        return true
      },
    ),
    /** @param cents price; `null` if it is not known */
    completeAccepted: db.transaction(
      (id: string, reportId: string, now: number, cents: number | null): void => {
        accept.run(reportId, now, cents, id)
        recordRequest(id, 'ok')
      },
    ),
    completeWaits(id: string, nextAttemptAt: number): void {
      wait.run(nextAttemptAt, id)
    },
    /** Stores the report and ends its request, in one transaction. */
    completeArrived: db.transaction((id: string, arrived: CompleteReport) => {
      const { reportId, vrm, outcome, checkedAt } = arrived
      insertReport.run(reportId, vrm, outcome, checkedAt, JSON.stringify(arrived))
      step.run('done', null, null, id)
    }),

    /** Stores a report that another PC has paid for, or what an erasure left of it. */
    storeCompleteReport(
      { reportId, vrm, outcome, checkedAt, ...rest }: CompleteReport,
      pdf: Uint8Array | null,
    ): void {
      const body = JSON.stringify({ reportId, vrm, outcome, checkedAt, ...rest })
      insertReport.run(reportId, vrm, outcome, checkedAt, body)
      replaceReport.run(body, pdf, reportId)
    },

    completeReport: (reportId: string): CompleteReport | null => {
      const row = report.get(reportId)
      return row ? reportOf(row) : null
    },
    completePdf: (reportId: string): Uint8Array | null => readPdf.get(reportId)?.pdf ?? null,
    keepCompletePdf(reportId: string, pdf: Uint8Array): void {
      writePdf.run(pdf, reportId)
    },
  }
}

const isShown = ({ state }: RequestRow): boolean => state !== 'done' && state !== 'discarded'

function requestOf(row: RequestRow): StoredRequest {
  return {
    id: row.id,
    vrm: row.vrm,
    state: row.state as CompleteRequest['state'],
    requestedAt: row.requested_at,
    attempts: row.attempts,
    ...(row.next_attempt_at !== null && { nextAttemptAt: row.next_attempt_at }),
    ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
    ...(row.accepted_at !== null && { acceptedAt: row.accepted_at }),
    reportId: row.report_id,
  }
}

/** Reads a stored report. The PDF is stored apart from the body, because it comes later or never. */
function reportOf({ body, has_pdf }: ReportRow): CompleteReport {
  const kept = completeReportSchema.parse(JSON.parse(body))
  return has_pdf ? { ...kept, pdf: 'stored' } : kept
}

function requireRow<T>(row: T | undefined, id: string): T {
  if (row === undefined) throw new Error(`no complete request ${id}`)
  return row
}

/** A request to store. */
export interface NewCompleteRequest {
  id: string
  vrm: string
}

/** Time for which batch ids are stored. A confirmation arrives again within minutes, or never. */
const KEPT_MS = 30 * 86_400_000

/** Queries of complete reports of many plates. Runs in the worker; every write is one transaction. */
export function createCompleteBatchQueries(db: Database.Database) {
  const request = db.prepare<[string], { state: CompleteRequest['state'] | 'done' | 'discarded' }>(
    `SELECT state FROM complete_request WHERE vrm = ?
     ORDER BY state IN ('queued', 'sending', 'processing', 'waiting', 'uncertain') DESC, requested_at DESC, id DESC LIMIT 1`,
  )
  const reports = db.prepare<
    [string],
    { outcome: PlateReport['outcome']; failure: PlateReport['failure'] | null; checked_at: number }
  >(`SELECT outcome, failure, checked_at FROM report WHERE vrm = ? AND kind = 'complete' ORDER BY seq DESC`)
  const insert = db.prepare<[string, string, number]>(
    `INSERT INTO complete_request (id, vrm, state, requested_at) VALUES (?, ?, 'queued', ?)`,
  )
  const batch = db.prepare<[string], { asked: number }>('SELECT asked FROM complete_batch WHERE id = ?')
  const insertBatch = db.prepare<[string, number, number]>(
    'INSERT INTO complete_batch (id, made_at, asked) VALUES (?, ?, ?)',
  )
  const forget = db.prepare<[number]>('DELETE FROM complete_batch WHERE made_at < ?')

  function readStanding(vrm: string): CompleteStanding {
    const state = request.get(vrm)?.state ?? null
    const [newest, ...before] = reports.all(vrm)
    const answered = [newest, ...before].find((report) => report && report.outcome !== 'error')
    return {
      vrm,
      request: state === 'done' || state === 'discarded' ? null : state,
      newest: newest
        ? {
            outcome: newest.outcome,
            checkedAt: newest.checked_at,
            ...(newest.failure !== null && { failure: newest.failure }),
          }
        : null,
      answeredAt: answered?.checked_at ?? null,
    }
  }

  return {
    completeStanding: readStanding,
    completeStandings: (vrms: readonly string[]): CompleteStanding[] => vrms.map(readStanding),

    /**
     * Stores a confirmed batch of requests, all or none, and only once per id. A plate that got a report or a request
     * since the offer is left out.
     * @returns the stored requests, and how many the batch has in all
     */
    openCompleteBatch: db.transaction(
      (id: string, requests: readonly NewCompleteRequest[], now: number, recentHours: number) => {
        const known = batch.get(id)
        if (known) return { created: [], asked: known.asked }
        const created = requests.filter((one) => {
          if (classifyStanding(readStanding(one.vrm), now, recentHours) !== 'ask') return false
          insert.run(one.id, one.vrm, now)
          return true
        })
        forget.run(now - KEPT_MS)
        insertBatch.run(id, now, created.length)
        return { created, asked: created.length }
      },
    ),
  }
}
