import type Database from 'better-sqlite3-multiple-ciphers'
import type { LookupView, PendingLookup, RecentLookup, Verdict } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { matchExpression } from './search-words.ts'

/** A question that was open when it was last written down. */
export interface OpenQuestion {
  vrm: string
  requestedAt: number
  /** Set once the service accepted the question: from then on only its answer is read. */
  reportId: string | null
}

interface ReportRow {
  seq: number
  id: string
  vrm: string
  outcome: Verdict['outcome']
  raw_outcome: string | null
  checked_at: number
  vin: string | null
  brand: string | null
  model: string | null
  first_registration: string | null
}

interface PlateRow {
  vrm: string
  asked_at: number
  pending: Exclude<PendingLookup['state'], 'slow'> | null
  requested_at: number | null
  report_id: string | null
  error: string | null
}

type RecentRow = Pick<PlateRow, 'vrm' | 'asked_at' | 'pending'> & { outcome: Verdict['outcome'] | null }

/** What the lookup asks of the store. Runs inside the worker; every write is one transaction. */
export function createLookupQueries(db: Database.Database) {
  const plate = db.prepare<[string], PlateRow>('SELECT * FROM plate WHERE vrm = ?')
  const latestOf = db.prepare<[string], ReportRow>(
    'SELECT * FROM report WHERE vrm = ? ORDER BY seq DESC LIMIT 1',
  )
  const before = db.prepare<[string, number], ReportRow>(
    `SELECT * FROM report WHERE vrm = ? AND seq < ? AND outcome <> 'error' ORDER BY seq DESC LIMIT 1`,
  )
  const ask = db.prepare<[string, number, number]>(
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
  const insertReport = db.prepare<Omit<ReportRow, 'seq'>>(
    `INSERT INTO report (id, vrm, outcome, raw_outcome, checked_at, vin, brand, model, first_registration)
     VALUES (@id, @vrm, @outcome, @raw_outcome, @checked_at, @vin, @brand, @model, @first_registration)
     ON CONFLICT (id) DO NOTHING`,
  )
  const insertWords = db.prepare<[number | bigint, string]>(
    'INSERT INTO report_words (rowid, words) VALUES (?, ?)',
  )
  const recent = db.prepare<[number], RecentRow>(
    `SELECT p.vrm, p.asked_at, p.pending,
       (SELECT outcome FROM report r WHERE r.vrm = p.vrm ORDER BY seq DESC LIMIT 1) AS outcome
     FROM plate p ORDER BY p.asked_at DESC LIMIT ?`,
  )
  const askedSince = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM plate WHERE asked_at >= ?',
  )
  const suggest = db.prepare<[string, number], RecentRow>(
    `SELECT p.vrm, p.asked_at, p.pending,
       (SELECT outcome FROM report r WHERE r.vrm = p.vrm ORDER BY seq DESC LIMIT 1) AS outcome
     FROM plate p WHERE p.vrm LIKE ? ORDER BY p.asked_at DESC LIMIT ?`,
  )
  const open = db.prepare<[], PlateRow>('SELECT * FROM plate WHERE pending IS NOT NULL ORDER BY requested_at')
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

  function view(vrm: string): LookupView {
    const row = plate.get(vrm)
    const latest = latestOf.get(vrm)
    const earlier = latest && before.get(vrm, latest.seq)
    const error = row?.error ? parseError(row.error) : null
    return {
      vrm,
      latest: latest ? toVerdict(latest) : null,
      previous: earlier && latest && earlier.outcome !== latest.outcome ? toVerdict(earlier) : null,
      pending: row?.pending ? toPending(row, error) : null,
      failed: row && !row.pending ? error : null,
    }
  }

  function openQuestion(vrm: string): OpenQuestion | null {
    const row = plate.get(vrm)
    return row?.pending ? toQuestion(row) : null
  }

  return {
    lookupView: view,

    /** Writes the question down, or finds it open already, and answers with what is known. */
    askPlate(vrm: string, now: number): { view: LookupView; question: OpenQuestion } {
      ask.run(vrm, now, now)
      return { view: view(vrm), question: openQuestion(vrm) ?? { vrm, requestedAt: now, reportId: null } }
    },

    openQuestion,

    questionAccepted: (vrm: string, reportId: string): void => void accept.run(reportId, vrm),
    questionQueued: (vrm: string, error: AppError): void => void queue.run(JSON.stringify(error), vrm),
    questionClosed: (vrm: string, error: AppError | null): void =>
      void close.run(error && JSON.stringify(error), vrm),

    /** The answer and the end of its question, together. */
    reportArrived: db.transaction((verdict: Verdict): void => {
      const inserted = insertReport.run({
        id: verdict.reportId,
        vrm: verdict.vrm,
        outcome: verdict.outcome,
        raw_outcome: verdict.rawOutcome ?? null,
        checked_at: verdict.checkedAt,
        vin: verdict.vehicle?.vin ?? null,
        brand: verdict.vehicle?.brand ?? null,
        model: verdict.vehicle?.model ?? null,
        first_registration: verdict.vehicle?.firstRegistrationDate ?? null,
      })
      const { vin, brand, model } = verdict.vehicle ?? {}
      if (inserted.changes) {
        insertWords.run(inserted.lastInsertRowid, [verdict.vrm, brand, model, vin].filter(Boolean).join(' '))
      }
      close.run(null, verdict.vrm)
    }),

    openQuestions: (): OpenQuestion[] => open.all().map(toQuestion),

    pendingLookups: (): PendingLookup[] =>
      open.all().map((row) => toPending(row, row.error ? parseError(row.error) : null)),

    recentLookups: (limit: number, since: number): { rows: RecentLookup[]; today: number } => ({
      rows: recent.all(limit).map(toRecent),
      today: askedSince.get(since)?.n ?? 0,
    }),

    suggestPlates: (fragment: string, limit: number): RecentLookup[] =>
      suggest.all(`%${fragment}%`, limit).map(toRecent),

    /** A page of verdicts, newest first; `words` as typed, `before` the cursor of the page before. */
    history(words: string, vrm: string | null, cursor: number | null, limit: number) {
      const below = cursor ?? Number.MAX_SAFE_INTEGER
      const search = matchExpression(words)
      const rows = vrm
        ? historyOfPlate.all(vrm, below, limit)
        : search.kind === 'all'
          ? historyAll.all(below, limit)
          : search.kind === 'words'
            ? historyByWords.all(search.match, below, limit)
            : historyByFragment.all(`%${search.fragment}%`, below, limit)
      const last = rows.at(-1)
      return { rows: rows.map(toVerdict), next: rows.length === limit && last ? last.seq : null }
    },
  }
}

function toVerdict(row: ReportRow): Verdict {
  const vehicle = {
    ...(row.vin !== null && { vin: row.vin }),
    ...(row.brand !== null && { brand: row.brand }),
    ...(row.model !== null && { model: row.model }),
    ...(row.first_registration !== null && { firstRegistrationDate: row.first_registration }),
  }
  return {
    reportId: row.id,
    vrm: row.vrm,
    outcome: row.outcome,
    checkedAt: row.checked_at,
    ...(row.raw_outcome !== null && { rawOutcome: row.raw_outcome }),
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
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

const toRecent = (row: RecentRow): RecentLookup => ({
  vrm: row.vrm,
  at: row.asked_at,
  outcome: row.outcome,
  pending: row.pending,
})

/** What this file wrote, read back. */
const parseError = (text: string): AppError => JSON.parse(text) as AppError
