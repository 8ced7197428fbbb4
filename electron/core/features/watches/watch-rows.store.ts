import type Database from 'better-sqlite3-multiple-ciphers'
import type { LookupView } from '#shared/bridge/lookup.ts'
import type { Change } from '#shared/bridge/inbox.ts'
import type { Watch, WatchFilter, WatchRow, WatchView } from '#shared/bridge/watches.ts'
import { isoDay, startOfDay } from '#shared/domain/iso-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { WatchDays } from '#shared/domain/watch-days.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { nextLookupAt } from './watches.rules.ts'

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

/** Condition of a watch that goes on; it takes `@today`. */
export const ACTIVE = 'ended_day IS NULL AND until_day >= @today'
/** Condition of each filter; all take `@today`. */
const FILTERS: Readonly<Record<WatchFilter, string>> = {
  active: ACTIVE,
  changed: `${ACTIVE} AND changed_at IS NOT NULL`,
  ended: `NOT (${ACTIVE})`,
}
const ORDER = 'ORDER BY changed_at IS NULL, changed_at DESC, until_day, vrm'

export const isActive = ({ ended_day, until_day }: StoredWatch, today: string) =>
  ended_day === null && until_day >= today

const daysOf = ({ days }: StoredWatch): WatchDays => JSON.parse(days) as WatchDays
/** Time of its next lookup; `null` without one. */
export const nextOf = (row: StoredWatch, now: number): number | null =>
  nextLookupAt({ vrm: row.vrm, days: daysOf(row), until: row.until_day, askedDay: row.asked_day }, now)

/** Queries of the watches as they are shown. */
export function createWatchRows(db: Database.Database, viewOf: (vrm: string) => LookupView) {
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
    /** Of these plates, those that are or were watched. */
    watchesOf: (vrms: readonly string[], now: number): Watch[] =>
      vrms.flatMap((vrm) => {
        const row = one.get(vrm)
        return row ? [toWatch(row, now)] : []
      }),

    watchCounts: (now: number): Record<WatchFilter, number> =>
      counts.get({ today: isoDay(now) }) ?? { active: 0, changed: 0, ended: 0 },

    watchRows(view: WatchView, offset: number, limit: number, now: number) {
      const { sql, values } = selection(view, now)
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
  const next = state === 'active' ? nextOf(row, now) : null
  return {
    vrm: row.vrm,
    days: daysOf(row),
    until: row.until_day,
    note: row.note,
    state,
    setDay: row.set_day,
    // Due since a day that has passed: it is being looked up.
    nextDay: next === null ? null : isoDay(Math.max(next, startOfDay(isoDay(now)))),
  }
}

function selection({ filter, query }: WatchView, now: number) {
  const words = foldText(query).trim()
  const plate = words.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const found = ['instr(folded(note), @words)', ...(plate === '' ? [] : ['instr(vrm, @plate)'])]
  return {
    sql: [`(${FILTERS[filter]})`, words && `(${found.join(' OR ')})`].filter(Boolean).join(' AND '),
    values: { words, plate, today: isoDay(now) },
  }
}
