import type Database from 'better-sqlite3-multiple-ciphers'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type {
  PlateReport,
  ReportScope,
  LookupView,
  PendingLookup,
  PlateVerdict,
  RecentLookup,
} from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { periodBounds } from '#shared/domain/calendar.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import { isReducedAnswer, reducedChanges } from '#shared/domain/reduced-report.ts'
import { verdictSituation } from '#shared/text/client-answer.ts'
import { CLIENT_TEXTS, getOwnTexts, parseStoredTexts } from '../client-messages/client-texts.rules.ts'
import { parseSearch } from './lookup.rules.ts'

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

/** Rows of the reports of plates, of both kinds. Runs in the worker. */
function createReportRows(db: Database.Database) {
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
    /** Newest first, by time of arrival. */
    reportsOf: (vrm: string): PlateReport[] => reportsOf.all(vrm).map(toReport),

    /** Stores a report with its search words. A report that is already stored stays unchanged. */
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

    /** Arrival time of the newest report. */
    lastReportAt: (): number | null => lastChecked.get()?.at ?? null,
  }
}

function toReport(row: ReportRow): PlateReport {
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

/** Search of the stored reports. Runs in the worker. */
export function createHistoryQueries(db: Database.Database) {
  const historyAll = db.prepare<[number, number], ReportRow>(
    'SELECT * FROM report WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const historyOfPlate = db.prepare<[string, number, number], ReportRow>(
    'SELECT * FROM report WHERE vrm = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const historyByWords = db.prepare<[string, number, number], ReportRow>(
    `SELECT * FROM report WHERE seq IN
       (SELECT rowid FROM report_words WHERE report_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)
     ORDER BY seq DESC`,
  )
  const historyByFragment = db.prepare<[string, number, number], ReportRow>(
    'SELECT * FROM report WHERE vrm LIKE ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )

  const historyOfScope = db.prepare<ReturnType<typeof toScopeParams>, ReportRow>(
    `SELECT * FROM report WHERE seq < @below
       AND (@outcome IS NULL OR outcome = @outcome)
       AND iif(@paid, id IN (SELECT report_id FROM complete_request WHERE accepted_at >= @from AND accepted_at < @until),
         checked_at >= @from AND checked_at < @until)
       AND (@match IS NULL OR seq IN (SELECT rowid FROM report_words WHERE report_words MATCH @match))
       AND (@fragment IS NULL OR vrm LIKE @fragment)
     ORDER BY seq DESC LIMIT @limit`,
  )

  return {
    /**
     * One page of reports of both kinds, newest first. `words` is the typed text. `cursor` is the `next` of the
     * previous page.
     */
    history(
      words: string,
      vrm: string | null,
      cursor: number | null,
      limit: number,
      scope: ReportScope | null = null,
    ) {
      const below = cursor ?? Number.MAX_SAFE_INTEGER
      const search = parseSearch(words)
      const rows = scope
        ? historyOfScope.all(toScopeParams(scope, search, below, limit))
        : vrm
          ? historyOfPlate.all(vrm, below, limit)
          : search.kind === 'all'
            ? historyAll.all(below, limit)
            : search.kind === 'words'
              ? historyByWords.all(search.match, below, limit)
              : historyByFragment.all(`%${search.fragment}%`, below, limit)
      const last = rows.at(-1)
      return { rows: rows.map(toReport), next: rows.length === limit && last ? last.seq : null }
    },
  }
}

function toScopeParams(
  { outcome, paid, ...months }: ReportScope,
  search: ReturnType<typeof parseSearch>,
  below: number,
  limit: number,
) {
  const [from, until] = periodBounds(months)
  return {
    from,
    until,
    outcome: outcome ?? null,
    paid: paid === true ? 1 : 0,
    match: search.kind === 'words' ? search.match : null,
    fragment: search.kind === 'fragment' ? `%${search.fragment}%` : null,
    below,
    limit,
  }
}

/** A lookup that was open when last stored. */
export interface OpenQuestion {
  vrm: string
  requestedAt: number
  /** Set once the service has accepted the request. From then on the core only fetches the answer. */
  reportId: string | null
}

/** View of one plate, with the data for the answer to a client. `answerInputs` is `null` without a verdict. */
export interface StoredLookupView extends LookupView {
  answerInputs: { complete: CompleteReport | null; ownText: string | undefined } | null
}

/** Lookup that was in progress when the last run ended. */
export interface LeftOpen extends OpenQuestion {
  /** A running batch waits for this lookup. */
  isOfBatch: boolean
}

interface PlateRow {
  vrm: string
  asked_at: number
  pending: Exclude<PendingLookup['state'], 'slow'> | null
  requested_at: number | null
  report_id: string | null
  error: string | null
}

type RecentRow = Pick<PlateRow, 'vrm' | 'asked_at' | 'pending'>

/**
 * Queries of the lookup. Runs in the worker. Every write is one transaction.
 * @param latestComplete newest complete report of a plate with an answer
 */
export function createLookupQueries(
  db: Database.Database,
  latestComplete: (vrm: string) => CompleteReport | null,
) {
  const { reportsOf, keepReport, lastReportAt } = createReportRows(db)
  const plate = db.prepare<[string], PlateRow>('SELECT * FROM plate WHERE vrm = ?')
  const insertLookup = db.prepare<[string, number, number]>(
    `INSERT INTO plate (vrm, asked_at, pending, requested_at) VALUES (?, ?, 'asking', ?)
     ON CONFLICT (vrm) DO UPDATE SET asked_at = excluded.asked_at,
       requested_at = CASE WHEN pending IS NULL THEN excluded.requested_at ELSE requested_at END,
       report_id = CASE WHEN pending IS NULL THEN NULL ELSE report_id END,
       error = CASE WHEN pending IS NULL THEN NULL ELSE error END,
       pending = coalesce(pending, 'asking')`,
  )
  const accept = db.prepare<[string, string]>(
    `UPDATE plate SET pending = 'processing', report_id = ?, error = NULL WHERE vrm = ? AND pending IS NOT NULL`,
  )
  const queue = db.prepare<[string, string]>(
    `UPDATE plate SET pending = 'queued', error = ? WHERE vrm = ? AND pending IS NOT NULL`,
  )
  const close = db.prepare<[string | null, string]>(
    'UPDATE plate SET pending = NULL, requested_at = NULL, report_id = NULL, error = ? WHERE vrm = ?',
  )
  const recent = db.prepare<[number], RecentRow>(
    'SELECT vrm, asked_at, pending FROM plate ORDER BY asked_at DESC LIMIT ?',
  )
  const askedSince = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM plate WHERE asked_at >= ?',
  )
  const suggest = db.prepare<[string, number], RecentRow>(
    'SELECT vrm, asked_at, pending FROM plate WHERE vrm LIKE ? ORDER BY asked_at DESC LIMIT ?',
  )
  const open = db.prepare<[], PlateRow>('SELECT * FROM plate WHERE pending IS NOT NULL ORDER BY requested_at')
  const leftOpen = db.prepare<[], PlateRow & { of_batch: number }>(
    `SELECT *, EXISTS (SELECT 1 FROM batch_plate p JOIN batch b ON b.id = p.batch_id
         WHERE p.vrm = plate.vrm AND p.state IN ('waiting', 'asked') AND b.state = 'running') AS of_batch
     FROM plate WHERE pending IS NOT NULL ORDER BY requested_at`,
  )
  const computeVerdict = (vrm: string): PlateVerdict | null => plateVerdict(reportsOf(vrm))

  const meta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const watchedUntil = db
    .prepare<[string], string>('SELECT until_day FROM watch WHERE vrm = ? AND ended_day IS NULL')
    .pluck()

  function readView(vrm: string): LookupView {
    const row = plate.get(vrm)
    const reports = reportsOf(vrm)
    const [latest = null, ...before] = reports.filter(({ kind }) => kind === 'reduced')
    const earlier = before.find(({ outcome }) => outcome !== 'error')
    const isOther =
      earlier && latest && (earlier.outcome !== latest.outcome || reducedChanges(earlier, latest).length > 0)
    const until = watchedUntil.get(vrm)
    const error = row?.error ? parseError(row.error) : null
    return {
      vrm,
      verdict: plateVerdict(reports),
      latest,
      previous: isOther ? earlier : null,
      pending: row?.pending ? toPending(row, error) : null,
      failed: row && !row.pending ? error : null,
      ...(until !== undefined && { watchedUntil: until }),
    }
  }

  function readStoredView(vrm: string): StoredLookupView {
    const known = readView(vrm)
    if (!known.verdict) return { ...known, answerInputs: null }
    const own = getOwnTexts(parseStoredTexts(meta.get(CLIENT_TEXTS)?.v ?? null))
    return {
      ...known,
      answerInputs: { complete: latestComplete(vrm), ownText: own[verdictSituation(known.verdict)] },
    }
  }

  function toRecent({ vrm, asked_at, pending }: RecentRow): RecentLookup {
    const known = computeVerdict(vrm)
    const until = watchedUntil.get(vrm)
    return {
      vrm,
      at: asked_at,
      outcome: known?.outcome ?? null,
      disagrees: known?.against != null,
      ...(until !== undefined && { watchedUntil: until }),
      pending,
    }
  }

  function openQuestion(vrm: string): OpenQuestion | null {
    const row = plate.get(vrm)
    return row?.pending ? toQuestion(row) : null
  }

  return {
    lookupView: readView,
    storedLookupView: readStoredView,
    lookupViews: (vrms: readonly string[]): LookupView[] => vrms.map(readView),

    /** Stores the lookup, or finds the open one, and returns the known data. */
    askPlate(vrm: string, now: number): { view: StoredLookupView; question: OpenQuestion } {
      insertLookup.run(vrm, now, now)
      return {
        view: readStoredView(vrm),
        question: openQuestion(vrm) ?? { vrm, requestedAt: now, reportId: null },
      }
    },

    openQuestion,

    questionAccepted: (vrm: string, reportId: string): void => void accept.run(reportId, vrm),
    questionQueued: (vrm: string, error: AppError): void => void queue.run(JSON.stringify(error), vrm),
    questionClosed: (vrm: string, error: AppError | null): void =>
      void close.run(error && JSON.stringify(error), vrm),

    /** Stores the answer and closes its lookup in one transaction. */
    reportArrived: db.transaction((report: PlateReport): void => {
      keepReport(report)
      close.run(null, report.vrm)
    }),

    keepReport,
    plateVerdict: computeVerdict,
    /**
     * `last`: newest answered reduced report. `verdict`: computed from every report except unanswered reduced
     * reports.
     */
    answeredOf(vrm: string): { last: PlateReport; verdict: PlateVerdict } | null {
      const reports = reportsOf(vrm).filter((report) => report.kind === 'complete' || isReducedAnswer(report))
      const last = reports.find(({ kind }) => kind === 'reduced')
      const answered = plateVerdict(reports)
      return last && answered ? { last, verdict: answered } : null
    },
    lastReportAt,

    openQuestions: (): LeftOpen[] =>
      leftOpen.all().map((row) => ({ ...toQuestion(row), isOfBatch: row.of_batch === 1 })),

    pendingLookups: (): PendingLookup[] =>
      open.all().map((row) => toPending(row, row.error ? parseError(row.error) : null)),

    recentLookups: (limit: number, since: number): { rows: RecentLookup[]; today: number } => ({
      rows: recent.all(limit).map(toRecent),
      today: askedSince.get(since)?.n ?? 0,
    }),

    suggestPlates: (fragment: string, limit: number): RecentLookup[] =>
      suggest.all(`%${fragment}%`, limit).map(toRecent),
  }
}

function toPending(row: PlateRow, error: AppError | null): PendingLookup {
  return {
    vrm: row.vrm,
    state: row.pending ?? 'asking',
    requestedAt: row.requested_at ?? row.asked_at,
    ...(error && { error }),
  }
}

const toQuestion = (row: PlateRow): OpenQuestion => ({
  vrm: row.vrm,
  requestedAt: row.requested_at ?? row.asked_at,
  reportId: row.report_id,
})

/** Parses an error that this file stored. */
const parseError = (text: string): AppError => JSON.parse(text) as AppError
