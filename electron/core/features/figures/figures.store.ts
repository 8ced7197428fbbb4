import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  FigureGroup,
  FigureScope,
  IncidentFigures,
  ProcedureFigures,
  SpendingFigures,
  StateFigures,
  VerdictFigures,
} from '#shared/bridge/figures.ts'
import { type Months, boundsOf, monthAt, monthBounds, monthsOf, startOfMonth } from '#shared/domain/months.ts'
import { spreadOf } from '#shared/domain/figures.ts'
import type { CaseIndex } from '../cases/case-index.store.ts'
import { createFigureGroups } from './figure-groups.store.ts'
import { createStateFigures } from './state-figures.store.ts'

interface IncidentRow {
  seq: number
  type: string
  raised_at: number
  state: 'open' | 'solved' | 'gone'
  solved_at: number | null
}

interface PaidRow {
  accepted_at: number
  cents: number | null
  arrived: number
}

/** Clients of a list to choose from. */
const MAX_CHOICES = 200

/** Queries of *Cifras*: counts over all procedures, from the arrays of the list. Runs in the worker; it only reads. */
export function createFigureQueries(db: Database.Database, index: CaseIndex) {
  const { records, history } = index
  const groups = createFigureGroups(db, index)
  const states = createStateFigures(index, groups)
  const past = (column: 'began_at' | 'closed_at') =>
    db.prepare<[number, number], { type: string; n: number }>(
      `SELECT type, count(*) AS n FROM past_case WHERE ${column} >= ? AND ${column} < ? GROUP BY type`,
    )
  const pastBegan = past('began_at')
  const pastClosed = past('closed_at')
  const incidents = db.prepare<[number, number], IncidentRow>(
    `SELECT seq, type, raised_at, CASE WHEN solved THEN 'solved' WHEN gone THEN 'gone' ELSE 'open' END AS state, solved_at
     FROM case_incident WHERE raised_at >= ? AND raised_at < ?`,
  )
  const verdicts = db.prepare<
    [number, number],
    { outcome: VerdictFigures['rows'][number]['outcome']; n: number }
  >('SELECT outcome, count(*) AS n FROM report WHERE checked_at >= ? AND checked_at < ? GROUP BY outcome')
  const lastReport = db.prepare<[], number | null>('SELECT max(seq) FROM report').pluck()
  let lastCounted: { key: string; figures: VerdictFigures } | null = null
  /** Without those that failed at the registry, where they are not charged. */
  const paid = db.prepare<{ from: number; until: number; charged: number }, PaidRow>(
    `SELECT q.accepted_at, q.cents, r.id IS NOT NULL AS arrived
     FROM complete_request q LEFT JOIN report r ON r.id = q.report_id
     WHERE q.accepted_at >= @from AND q.accepted_at < @until
       AND (@charged = 1 OR coalesce(r.failure, '') <> 'service_unavailable')`,
  )
  const labels = db
    .prepare<[], string>('SELECT label FROM desk_label GROUP BY label ORDER BY count(*) DESC, label')
    .pluck()

  function countProcedures(scope: FigureScope, now: number): ProcedureFigures {
    const months = monthsOf(scope.months)
    const bounds = monthBounds(months)
    const within = groups.maskOf(scope, now)
    const { columns, size, types } = records
    const room = types.size * months.length
    const counts = {
      began: new Uint32Array(room),
      ended: new Uint32Array(room),
      pastBegan: new Uint32Array(room),
      pastEnded: new Uint32Array(room),
    }
    for (let slot = 0; slot < size; slot++) {
      const isVisible = within[slot] === 1
      // Out of sight, but still here: without a type it was never read.
      const code = columns.type[slot] ?? 0
      if (!isVisible && (within.narrowed || columns.visible[slot] === 1 || types.name(code) === '')) continue
      const began = monthAt(bounds, columns.beganAt[slot] ?? 0)
      const ended = monthAt(bounds, columns.closedAt[slot] ?? 0)
      if (began >= 0) raise(isVisible ? counts.began : counts.pastBegan, code * months.length + began)
      if (ended >= 0) raise(isVisible ? counts.ended : counts.pastEnded, code * months.length + ended)
    }
    const rows = new Map<string, ProcedureFigures['rows'][number]>()
    const rowOf = (month: string, type: string) => {
      const key = `${month} ${type}`
      const row = rows.get(key) ?? { month, type, began: 0, ended: 0, pastBegan: 0, pastEnded: 0 }
      rows.set(key, row)
      return row
    }
    for (let code = 0; code < types.size; code++)
      for (const [at, month] of months.entries())
        for (const name of ['began', 'ended', 'pastBegan', 'pastEnded'] as const) {
          const found = counts[name][code * months.length + at] ?? 0
          if (found > 0) rowOf(month, types.name(code))[name] += found
        }
    if (!within.narrowed)
      for (const [at, month] of months.entries()) {
        const between = [bounds[at] ?? 0, bounds[at + 1] ?? 0] as const
        for (const { type, n } of pastBegan.all(...between)) rowOf(month, type).pastBegan += n
        for (const { type, n } of pastClosed.all(...between)) rowOf(month, type).pastEnded += n
      }
    return {
      rows: [...rows.values()].toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)),
    }
  }

  function countIncidents(scope: FigureScope, now: number): IncidentFigures {
    const within = groups.maskOf(scope, now)
    const types = new Map<string, Tally>()
    for (const { seq, type, raised_at, state, solved_at } of incidents.all(...boundsOf(scope.months))) {
      const slot = records.slotOf(seq)
      const isVisible = within[slot] === 1
      if (!isVisible && (within.narrowed || records.isVisible(seq))) continue
      const tally = types.get(type) ?? newTally()
      types.set(type, tally)
      tally[state].n++
      if (isVisible) tally[state].seqs.add(seq)
      else tally.past++
      if (state === 'solved' && solved_at !== null && solved_at >= raised_at)
        tally.times.push(Math.round((solved_at - raised_at) / 1_000))
    }
    const rows = [...types].map(([type, { open, solved, gone, past: n, times }]) => {
      const { n: timed, median, p90 } = spreadOf(times.toSorted((a, b) => a - b))
      const counted = (one: Counted) => ({ n: one.n, cases: one.seqs.size })
      return {
        type,
        open: counted(open),
        solved: counted(solved),
        gone: counted(gone),
        past: n,
        timed,
        median,
        p90,
      }
    })
    const total = (row: IncidentFigures['rows'][number]) => row.open.n + row.solved.n + row.gone.n
    return { rows: rows.toSorted((a, b) => total(b) - total(a) || (a.type < b.type ? -1 : 1)) }
  }

  return {
    /** Reads the next of what `stateFigures` counts. @returns true if there is more */
    figuresReadAhead: (): boolean => history.readAhead(),
    figureChoices: () => ({ clients: groups.clients(MAX_CHOICES), labels: labels.all() }),
    procedureFigures: countProcedures,
    stateFigures: (scope: FigureScope, by: FigureGroup, now: number): StateFigures => states(scope, by, now),
    incidentFigures: countIncidents,
    verdictFigures(period: Months): VerdictFigures {
      // Reports are only added: with the same last one, the counts are the same.
      const key = `${period.from} ${period.to} ${startOfMonth(period.from)} ${lastReport.get() ?? 0}`
      if (lastCounted?.key === key) return lastCounted.figures
      const months = monthsOf(period)
      const bounds = monthBounds(months)
      const rows = months.flatMap((month, at) =>
        verdicts.all(bounds[at] ?? 0, bounds[at + 1] ?? 0).map(({ outcome, n }) => ({ month, outcome, n })),
      )
      lastCounted = { key, figures: { rows } }
      return lastCounted.figures
    },
    /**
     * @param price of a report whose own was not kept, in cents
     * @param charged whether one that failed at the registry is
     */
    spendingFigures(period: Months, price: number, charged: boolean): SpendingFigures {
      const months = monthsOf(period)
      const bounds = monthBounds(months)
      const [from, until] = boundsOf(period)
      const rows = months.map((month) => ({ month, reports: 0, arrived: 0, cents: 0, estimated: 0 }))
      for (const { accepted_at, cents, arrived } of paid.all({ from, until, charged: charged ? 1 : 0 })) {
        const row = rows[monthAt(bounds, accepted_at)]
        if (!row) continue
        row.reports++
        row.arrived += arrived
        row.cents += cents ?? price
        if (cents === null) row.estimated++
      }
      return { rows, price }
    },
  }
}

interface Counted {
  n: number
  seqs: Set<number>
}
interface Tally extends Record<IncidentRow['state'], Counted> {
  past: number
  times: number[]
}
const newTally = (): Tally => ({
  open: { n: 0, seqs: new Set() },
  solved: { n: 0, seqs: new Set() },
  gone: { n: 0, seqs: new Set() },
  past: 0,
  times: [],
})

const raise = (counts: Uint32Array, at: number): void => void (counts[at] = (counts[at] ?? 0) + 1)
