import type Database from 'better-sqlite3-multiple-ciphers'
import type { Change } from '#shared/bridge/inbox.ts'
import type { LookupView, PlateReport, PlateVerdict } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Watch, WatchFilter, WatchRow, WatchView } from '#shared/bridge/watches.ts'
import { WATCH_CHANGED, WATCH_UNANSWERED } from '#shared/domain/notifications.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { isoDay, startOfDay } from '#shared/domain/calendar.ts'
import { isReducedAnswer, reducedChanges } from '#shared/domain/reduced-report.ts'
import { type WatchDays, FAILED_DAYS, MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { ResourceEvent } from '../changes/events.rules.ts'
import { computeNextLookupAt, clampAskedDay, countFailedDays } from './watches.rules.ts'

/** Row of `watch`. */
export interface StoredWatch {
  vrm: string
  days: string
  set_day: string
  until_day: string
  note: string
  ended_day: string | null
  asked_day: string | null
  changed_at: number | null
  change: string | null
  failures: number
  failed_day: string | null
}

/** SQL condition of an active watch. It uses `@today`. */
const ACTIVE = 'ended_day IS NULL AND until_day >= @today'
/** SQL condition of each filter. All use `@today`. */
const FILTERS: Readonly<Record<WatchFilter, string>> = {
  active: ACTIVE,
  changed: `${ACTIVE} AND changed_at IS NOT NULL`,
  ended: `NOT (${ACTIVE})`,
}
const ORDER = 'ORDER BY changed_at IS NULL, changed_at DESC, until_day, vrm'

const isActive = ({ ended_day, until_day }: StoredWatch, today: string) =>
  ended_day === null && until_day >= today

const parseDays = ({ days }: StoredWatch): WatchDays => JSON.parse(days) as WatchDays
/** Time of the next lookup of a watch. `null` if no lookup is left. */
const getNextLookupAt = (row: StoredWatch, now: number): number | null =>
  computeNextLookupAt(
    { vrm: row.vrm, days: parseDays(row), until: row.until_day, askedDay: row.asked_day },
    now,
  )

/** Queries of the watches in the form that the windows show. */
function createWatchRows(db: Database.Database, viewOf: (vrm: string) => LookupView) {
  const one = db.prepare<[string], StoredWatch>('SELECT * FROM watch WHERE vrm = ?')
  const counts = db.prepare<{ today: string }, Record<WatchFilter, number>>(
    `SELECT ${Object.entries(FILTERS)
      .map(([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${name}`)
      .join(', ')} FROM watch`,
  )
  const sameSince = db
    .prepare<{ vrm: string }, number | null>(
      `SELECT min(checked_at) FROM report r WHERE vrm = @vrm AND kind = 'reduced'
         AND seq > coalesce((SELECT max(o.seq) FROM report o WHERE o.vrm = @vrm AND o.kind = 'reduced'
           AND o.outcome NOT IN ('error', 'unrecognised') AND o.outcome <> (SELECT l.outcome FROM report l
             WHERE l.vrm = @vrm AND l.kind = 'reduced' AND l.outcome NOT IN ('error', 'unrecognised')
             ORDER BY l.seq DESC LIMIT 1)), 0)
         AND outcome NOT IN ('error', 'unrecognised')`,
    )
    .pluck()

  function toRow(row: StoredWatch, now: number): WatchRow {
    const { verdict, latest } = viewOf(row.vrm)
    const { vehicle } = verdict?.report ?? latest ?? {}
    return {
      ...toWatch(row, now),
      outcome: verdict?.outcome ?? null,
      disagrees: verdict?.against != null,
      since: sameSince.get({ vrm: row.vrm }) ?? null,
      brand: vehicle?.brand ?? '',
      model: vehicle?.model ?? '',
      change:
        row.changed_at === null
          ? null
          : { at: row.changed_at, detail: recordIn(row.change ?? '{}') as Change['detail'] },
      failures: row.failures,
    }
  }

  return {
    /** Watches of these plates, active and ended. */
    watchesOf: (vrms: readonly string[], now: number): Watch[] =>
      vrms.flatMap((vrm) => {
        const row = one.get(vrm)
        return row ? [toWatch(row, now)] : []
      }),

    watchCounts: (now: number): Record<WatchFilter, number> =>
      counts.get({ today: isoDay(now) }) ?? { active: 0, changed: 0, ended: 0 },

    watchRows(view: WatchView, offset: number, limit: number, now: number) {
      const { sql, values } = buildSelection(view, now)
      const total = db.prepare<[object], { n: number }>(`SELECT count(*) AS n FROM watch WHERE ${sql}`)
      const rows = db.prepare<[object], StoredWatch>(
        `SELECT * FROM watch WHERE ${sql} ${ORDER} LIMIT @limit OFFSET @offset`,
      )
      return {
        rows: rows.all({ ...values, limit, offset }).map((row) => toRow(row, now)),
        total: total.get(values)?.n ?? 0,
      }
    },
  }
}

function toWatch(row: StoredWatch, now: number): Watch {
  const state = isActive(row, isoDay(now)) ? 'active' : 'ended'
  const next = state === 'active' ? getNextLookupAt(row, now) : null
  return {
    vrm: row.vrm,
    days: parseDays(row),
    until: row.until_day,
    note: row.note,
    state,
    setDay: row.set_day,
    // The watch has been due since an earlier day, so its lookup is under way.
    nextDay: next === null ? null : isoDay(Math.max(next, startOfDay(isoDay(now)))),
  }
}

function buildSelection({ filter, query }: WatchView, now: number) {
  const words = foldText(query).trim()
  const plate = words.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const found = ['instr(folded(note), @words)', ...(plate === '' ? [] : ['instr(vrm, @plate)'])]
  return {
    sql: [`(${FILTERS[filter]})`, words && `(${found.join(' OR ')})`].filter(Boolean).join(' AND '),
    values: { words, plate, today: isoDay(now) },
  }
}

/** Terms of a watch that the user chose. */
export interface WatchTerms {
  days: WatchDays
  until: string
  note: string
}

/** Outcome of a round over the watched plates. */
export interface WatchRound {
  /** Number of queued lookups. */
  asked: number
  /** Rows added to Novedades. */
  seqs: number[]
  /** Time when the next lookup is due. `null` if no lookup is left. */
  nextAt: number | null
}

/** Queries of other features. They run inside the same transaction. */
export interface WatchQueryDeps {
  readView: (vrm: string) => LookupView
  readAnswered: (vrm: string) => { last: PlateReport; verdict: PlateVerdict } | null
  enqueue: (day: string, vrms: readonly string[], now: number) => void
  dropPlate: (vrm: string) => void
  /** Writes a row of Novedades. */
  storeEvent: (event: ResourceEvent, subject: { vrm: string }) => number | null
}

/** Queries of watched plates. Runs in the worker. Every write is one transaction. */
export function createWatchQueries(db: Database.Database, deps: WatchQueryDeps) {
  const { readAnswered, enqueue, dropPlate, storeEvent } = deps
  const rows = createWatchRows(db, deps.readView)
  const one = db.prepare<[string], StoredWatch>('SELECT * FROM watch WHERE vrm = ?')
  const active = db.prepare<{ today: string }, StoredWatch & { told: number }>(
    `SELECT * FROM watch WHERE ${ACTIVE}`,
  )
  // An ended watch starts anew: its earlier changes belong to the earlier watch.
  const set = db.prepare(
    `INSERT INTO watch (vrm, days, set_day, until_day, note, updated_at)
     VALUES (@vrm, @days, @today, @until, @note, @now)
     ON CONFLICT (vrm) DO UPDATE SET days = excluded.days, until_day = excluded.until_day, note = excluded.note,
       updated_at = excluded.updated_at, ended_day = NULL,
       set_day = iif(${ACTIVE}, set_day, excluded.set_day),
       asked_day = iif(${ACTIVE} OR asked_day = @today, asked_day, NULL),
       changed_at = iif(${ACTIVE}, changed_at, NULL), change = iif(${ACTIVE}, change, NULL),
       failures = 0, failed_day = NULL, told = 0`,
  )
  const end = db.prepare<{ vrm: string; today: string; now: number }>(
    `UPDATE watch SET ended_day = @today, updated_at = @now WHERE vrm = @vrm AND ${ACTIVE}`,
  )
  const asked = db.prepare<[string, string]>('UPDATE watch SET asked_day = ? WHERE vrm = ?')
  const askedLater = db.prepare<{ vrm: string; today: string }>(
    'UPDATE watch SET asked_day = @today WHERE vrm = @vrm AND asked_day < @today',
  )
  const told = db.prepare<[string]>('UPDATE watch SET told = 1 WHERE vrm = ?')
  const failed = db.prepare<[number, string, string]>(
    'UPDATE watch SET failures = ?, failed_day = ? WHERE vrm = ?',
  )
  const answered = db.prepare<[string]>(
    'UPDATE watch SET failures = 0, failed_day = NULL, told = 0 WHERE vrm = ? AND failures > 0',
  )
  const changed = db.prepare<[number, string, string]>(
    'UPDATE watch SET changed_at = ?, change = ? WHERE vrm = ?',
  )
  // A pending question to the user about the previous report is obsolete.
  const settle = db.prepare<[string]>(
    `UPDATE change SET mine = 0 WHERE kind = 'report' AND id = ? AND mine = 1
       AND event IN ('${WATCH_CHANGED}', '${WATCH_UNANSWERED}')`,
  )
  const forget = db.prepare<[string]>(
    'DELETE FROM watch WHERE min(until_day, coalesce(ended_day, until_day)) < ?',
  )
  // The last lookup may be answered after the last day.
  const inQueue = db.prepare<[string], { found: 1 }>(
    `SELECT 1 AS found FROM batch_plate p JOIN batch b ON b.id = p.batch_id
     WHERE p.vrm = ? AND p.state IN ('waiting', 'asked') AND b.watch_day IS NOT NULL`,
  )
  const isWatched = (row: StoredWatch, now: number) =>
    isActive(row, isoDay(now)) || (row.ended_day === null && inQueue.get(row.vrm) !== undefined)
  const countFreePlaces = (now: number): number => MAX_WATCHES - rows.watchCounts(now).active
  const buildEvent = (
    name: string,
    vrm: string,
    detail: Change['detail'],
    at: number,
    key: string,
  ): ResourceEvent => ({
    kind: 'report',
    // The id is the plate and not a report, so all news of a plate belong together.
    id: vrm,
    sourceEvent: { event: name, detail, at, seenAt: at, source: 'poll', serverAt: null, key },
  })

  return {
    ...rows,

    watchRoom: countFreePlaces,

    /**
     * Creates or changes watches in one transaction. Returns `false`, without any change, if there is no room for
     * all.
     */
    setWatches: db.transaction((vrms: readonly string[], terms: WatchTerms, now: number): boolean => {
      const today = isoDay(now)
      const plates = [...new Set(vrms)]
      const isNew = (vrm: string) => {
        const row = one.get(vrm)
        return !row || !isActive(row, today)
      }
      if (plates.filter(isNew).length > countFreePlaces(now)) return false
      const { days, until, note } = terms
      for (const vrm of plates) set.run({ vrm, days: JSON.stringify(days), until, note, today, now })
      return true
    }),

    endWatches: db.transaction((vrms: readonly string[], now: number): void => {
      for (const vrm of vrms) {
        end.run({ vrm, today: isoDay(now), now })
        dropPlate(vrm)
        settle.run(vrm)
      }
    }),

    /** Queues every due lookup once, and writes a row of Novedades for plates that repeatedly got no answer. */
    watchRound: db.transaction((now: number): WatchRound => {
      const today = isoDay(now)
      const due: string[] = []
      const seqs: number[] = []
      let nextAt: number | null = null
      for (const row of active.all({ today })) {
        const { vrm, asked_day, failures } = row
        if (asked_day !== null && clampAskedDay(asked_day, now) !== asked_day) asked.run(today, vrm)
        const at = getNextLookupAt(row, now)
        if (at !== null && at <= now) {
          due.push(vrm)
          asked.run(today, vrm)
        }
        const next = at !== null && at <= now ? getNextLookupAt({ ...row, asked_day: today }, now) : at
        if (next !== null) nextAt = Math.min(nextAt ?? next, next)
        if (failures < FAILED_DAYS || row.told === 1) continue
        told.run(vrm)
        const key = `watch ${vrm} ${row.failed_day ?? ''}`
        const seq = storeEvent(buildEvent(WATCH_UNANSWERED, vrm, { days: failures }, now, key), { vrm })
        if (seq !== null) seqs.push(seq)
      }
      if (due.length > 0) enqueue(today, due, now)
      return { asked: due.length, seqs, nextAt }
    }),

    /**
     * Stores a reduced report by calling `keep`. If the plate is watched and the report differs from the previous
     * one, writes a row of Novedades. Must run inside an open transaction.
     * @returns true if the report is news
     */
    keepWatched(report: PlateReport, keep: () => void): boolean {
      const { vrm, checkedAt } = report
      const row = one.get(vrm)
      if (!row || !isWatched(row, checkedAt)) {
        keep()
        return false
      }
      const before = readAnswered(vrm)
      keep()
      if (!isReducedAnswer(report)) {
        recordFailure(row, null)
        return false
      }
      if (row.failures > 0) {
        answered.run(vrm)
        settle.run(vrm)
      }
      const after = readAnswered(vrm)
      // A report that was already stored changes nothing.
      if (!before || after?.last.reportId !== report.reportId) return false
      const changes = reducedChanges(before.last, report)
      if (changes.length === 0) return false
      const fields = changes.flatMap((change) => (change.what === 'field' ? change.field : []))
      const detail: Change['detail'] = {
        type: report.kind,
        outcome: after.verdict.outcome,
        before: before.verdict.outcome,
        was: before.last.outcome,
        is: report.outcome,
        since: before.last.checkedAt,
        ...(fields.length > 0 && { fields: fields.join(' ') }),
        ...(after.verdict.against && { disagrees: true }),
      }
      settle.run(vrm)
      changed.run(checkedAt, JSON.stringify(detail), vrm)
      return (
        storeEvent(buildEvent(WATCH_CHANGED, vrm, detail, checkedAt, `watch ${report.reportId}`), { vrm }) !==
        null
      )
    },

    /**
     * Records that the queue requests a plate. A lookup left over from an earlier day counts as the lookup of today.
     * Each day has one lookup, even if it is refused. Must run inside an open transaction.
     */
    noteWatchAsked: (vrm: string, now: number): void => void askedLater.run({ vrm, today: isoDay(now) }),

    /** Records that the lookup of a plate was refused or given up. Must run inside an open transaction. */
    noteWatchFailure(vrm: string, error: AppError): void {
      const row = one.get(vrm)
      if (row?.ended_day === null) recordFailure(row, error)
    },

    /** Deletes the watches that ended before this day. */
    forgetWatches: (before: string): void => void forget.run(before),
  }

  /**
   * Counts a due day without an answer. Each day counts once, even if the user also looked up the plate on that day.
   */
  function recordFailure(row: StoredWatch, error: AppError | null): void {
    const { vrm, asked_day, failed_day, failures } = row
    if (asked_day === null || asked_day === failed_day) return
    failed.run(error ? countFailedDays(error, failures) : failures + 1, asked_day, vrm)
  }
}
