import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import type {
  FigureScope,
  FigureGroup,
  StateFigures,
  IncidentFigures,
  ProcedureFigures,
  SpendingFigures,
  VerdictFigures,
} from '#shared/bridge/figures.ts'
import { computeSpread } from '#shared/domain/figures.ts'
import {
  periodBounds,
  type Months,
  monthAt,
  monthBounds,
  listMonths,
  startOfMonth,
} from '#shared/domain/calendar.ts'
import { UNKNOWN_STAY } from '../cases/case-history.store.ts'
import type { CaseIndex } from '../cases/case-index.store.ts'

/** Slots that a scope counts: 1 for each slot that a list of the scope shows. */
type SlotMask = Uint8Array & { narrowed: boolean }

/** Filter of *Expedientes* that shows the procedures of a scope. */
const toCaseFilter = ({ client, label }: FigureScope): CaseFilter => ({
  ...(client !== undefined && { client }),
  ...(label !== undefined && { labels: [label] }),
})

/** Procedures of a scope, and the clients among them. */
function createFigureGroups(db: Database.Database, index: CaseIndex) {
  const { records } = index
  // The counts come from the index only. Visibility is checked for the shown groups.
  const counts = db.prepare<[], { client: string }>(
    `SELECT client FROM case_record WHERE client <> '' GROUP BY client ORDER BY count(*) DESC, client`,
  )
  const seqsOf = db.prepare<[string], number>('SELECT seq FROM case_record WHERE client = ?').pluck()
  const groupName = db
    .prepare<[string], string>(
      `SELECT d.client FROM case_record k JOIN case_annotations d ON d.seq = k.seq WHERE k.client = ? AND k.blocked = 0
       ORDER BY k.seq DESC LIMIT 1`,
    )
    .pluck()

  /** The clients with most procedures. Each has the name that was written last. */
  function listClients(most: number): { name: string; key: string }[] {
    const found: { name: string; key: string }[] = []
    for (const { client } of counts.iterate()) {
      const name = groupName.get(client)
      if (name !== undefined) found.push({ name: name.trim(), key: client })
      if (found.length === most) break
    }
    return found
  }

  return {
    clients: (most: number) => listClients(most).map(({ name }) => name),

    /**
     * The slots of a scope, up to date. `narrowed`: the scope has a client or a label, which only visible procedures
     * have.
     */
    maskOf(scope: FigureScope, now: number): SlotMask {
      const slots = index.matching(toCaseFilter(scope), now)
      const mask = new Uint8Array(records.size)
      for (const slot of slots) mask[slot] = 1
      return Object.assign(mask, { narrowed: scope.client !== undefined || scope.label !== undefined })
    },

    /** Number of each slot's client among the clients with most procedures, from 1. Any other client is 0. */
    byClient(most: number): { codes: Uint8Array; names: string[] } {
      const codes = new Uint8Array(records.size)
      const known = listClients(most)
      for (const [at, { key }] of known.entries())
        for (const seq of seqsOf.all(key)) {
          const slot = records.slotOf(seq)
          if (slot >= 0) codes[slot] = at + 1
        }
      return { codes, names: known.map(({ name }) => name) }
    },
  }
}

export type FigureGroups = ReturnType<typeof createFigureGroups>

/** Most clients in a drawing. */
const MAX_CLIENTS = 12

interface Division {
  /** Name of each group; number 0 counts for no group. */
  names: readonly (string | null)[]
  getCode: (slot: number) => number
}

/** Durations in each state, from the arrays of the ended stays. */
function createStateFigures({ records, history }: CaseIndex, groups: FigureGroups) {
  function createDivision(by: FigureGroup): Division {
    if (by === 'none') return { names: [null, null], getCode: () => 1 }
    if (by === 'type') {
      const { types, columns } = records
      const names = Array.from({ length: types.size }, (_, code) => types.name(code))
      return { names: [null, ...names], getCode: (slot) => (slot < 0 ? 0 : (columns.type[slot] ?? 0) + 1) }
    }
    const { codes, names } = groups.byClient(MAX_CLIENTS)
    return { names: [null, ...names], getCode: (slot) => codes[slot] ?? 0 }
  }

  return (scope: FigureScope, by: FigureGroup, now: number): StateFigures => {
    const within = groups.maskOf(scope, now)
    const stays = history.stays()
    const { columns } = records
    const [from, until] = periodBounds(scope.months).map((at) => at / 1_000) as [number, number]
    const { names, getCode } = createDivision(by)
    const statuses = history.names.size
    const counts = new Uint32Array(names.length * statuses)
    /** Row of each stay: the index of its group and state. Negative for a stay that does not count. */
    const rowOf = new Int32Array(stays.size).fill(-1)
    let unknown = 0
    let knownFrom = Number.POSITIVE_INFINITY
    for (let at = 0; at < stays.size; at++) {
      const seq = stays.seq[at] ?? 0
      if (seq === 0) continue
      const slot = seq < 0 ? -1 : records.slotOf(seq)
      const isVisible = within[slot] === 1
      // Only a visible procedure has a client or a label that may be shown. An erased procedure has no type.
      const isPast = slot < 0 || columns.visible[slot] !== 1
      if (!isVisible && (within.narrowed || by !== 'none' || !isPast)) continue
      const left = stays.leftAt[at] ?? 0
      const isKnown = stays.length[at] !== UNKNOWN_STAY
      if (isKnown && left < knownFrom) knownFrom = left
      if (left < from || left >= until) continue
      const group = getCode(slot)
      if (group === 0) continue
      if (!isKnown) {
        unknown++
        continue
      }
      const row = group * statuses + (stays.status[at] ?? 0)
      rowOf[at] = row
      counts[row] = (counts[row] ?? 0) + 1
    }

    // Sort the stays by row, so that each procedure counts once per row.
    const starts = new Uint32Array(counts.length + 1)
    for (let row = 0; row < counts.length; row++) starts[row + 1] = (starts[row] ?? 0) + (counts[row] ?? 0)
    const next = starts.slice()
    const members = new Uint32Array(starts.at(-1) ?? 0)
    for (let at = 0; at < stays.size; at++) {
      const row = rowOf[at] ?? -1
      if (row < 0) continue
      const place = next[row] ?? 0
      members[place] = at
      next[row] = place + 1
    }
    const seenIn = new Int32Array(records.size).fill(-1)
    const rows: StateFigures['rows'] = []
    for (let row = 0; row < counts.length; row++) {
      const n = counts[row] ?? 0
      if (n === 0) continue
      const lengths = new Uint32Array(n)
      let cases = 0
      let past = 0
      for (let place = 0; place < n; place++) {
        const at = members[(starts[row] ?? 0) + place] ?? 0
        lengths[place] = stays.length[at] ?? 0
        const slot = records.slotOf(stays.seq[at] ?? -1)
        if (within[slot] !== 1) past++
        else if (seenIn[slot] !== row) {
          seenIn[slot] = row
          cases++
        }
      }
      const { median, p90 } = computeSpread(lengths.toSorted())
      rows.push({
        group: names[Math.floor(row / statuses)] ?? null,
        status: history.names.name(row % statuses),
        stays: n,
        past,
        cases,
        median,
        p90,
      })
    }
    return {
      rows: rows.toSorted((a, b) => b.stays - a.stays),
      unknown,
      knownFrom: Number.isFinite(knownFrom) ? knownFrom * 1_000 : null,
    }
  }
}

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

/** Most clients in a list to choose from. */
const MAX_CHOICES = 200

/**
 * Queries of *Cifras*: counts over all procedures, from the arrays of the list. Runs in the worker, and only reads.
 */
export function createFigureQueries(db: Database.Database, index: CaseIndex) {
  const { records, history } = index
  const groups = createFigureGroups(db, index)
  const states = createStateFigures(index, groups)
  const preparePastCounts = (column: 'began_at' | 'closed_at') =>
    db.prepare<[number, number], { type: string; n: number }>(
      `SELECT type, count(*) AS n FROM past_case WHERE ${column} >= ? AND ${column} < ? GROUP BY type`,
    )
  const pastBegan = preparePastCounts('began_at')
  const pastClosed = preparePastCounts('closed_at')
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
  /** Excludes reports that failed at the registry if those are not charged. */
  const paid = db.prepare<{ from: number; until: number; charged: number }, PaidRow>(
    `SELECT q.accepted_at, q.cents, r.id IS NOT NULL AS arrived
     FROM complete_request q LEFT JOIN report r ON r.id = q.report_id
     WHERE q.accepted_at >= @from AND q.accepted_at < @until
       AND (@charged = 1 OR coalesce(r.failure, '') <> 'service_unavailable')`,
  )
  const labels = db
    .prepare<[], string>('SELECT label FROM case_label GROUP BY label ORDER BY count(*) DESC, label')
    .pluck()

  function countProcedures(scope: FigureScope, now: number): ProcedureFigures {
    const months = listMonths(scope.months)
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
      // A procedure that is not visible but still stored counts as past. Without a type it was never read.
      const code = columns.type[slot] ?? 0
      if (!isVisible && (within.narrowed || columns.visible[slot] === 1 || types.name(code) === '')) continue
      const began = monthAt(bounds, columns.beganAt[slot] ?? 0)
      const ended = monthAt(bounds, columns.closedAt[slot] ?? 0)
      if (began >= 0) increment(isVisible ? counts.began : counts.pastBegan, code * months.length + began)
      if (ended >= 0) increment(isVisible ? counts.ended : counts.pastEnded, code * months.length + ended)
    }
    const rows = new Map<string, ProcedureFigures['rows'][number]>()
    const getRow = (month: string, type: string) => {
      const key = `${month} ${type}`
      const row = rows.get(key) ?? { month, type, began: 0, ended: 0, pastBegan: 0, pastEnded: 0 }
      rows.set(key, row)
      return row
    }
    for (let code = 0; code < types.size; code++)
      for (const [at, month] of months.entries())
        for (const name of ['began', 'ended', 'pastBegan', 'pastEnded'] as const) {
          const found = counts[name][code * months.length + at] ?? 0
          if (found > 0) getRow(month, types.name(code))[name] += found
        }
    if (!within.narrowed)
      for (const [at, month] of months.entries()) {
        const between = [bounds[at] ?? 0, bounds[at + 1] ?? 0] as const
        for (const { type, n } of pastBegan.all(...between)) getRow(month, type).pastBegan += n
        for (const { type, n } of pastClosed.all(...between)) getRow(month, type).pastEnded += n
      }
    return {
      rows: [...rows.values()].toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)),
    }
  }

  function countIncidents(scope: FigureScope, now: number): IncidentFigures {
    const within = groups.maskOf(scope, now)
    const types = new Map<string, Tally>()
    for (const { seq, type, raised_at, state, solved_at } of incidents.all(...periodBounds(scope.months))) {
      const slot = records.slotOf(seq)
      const isVisible = within[slot] === 1
      if (!isVisible && (within.narrowed || records.isVisible(seq))) continue
      const tally = types.get(type) ?? createTally()
      types.set(type, tally)
      tally[state].n++
      if (isVisible) tally[state].seqs.add(seq)
      else tally.past++
      if (state === 'solved' && solved_at !== null && solved_at >= raised_at)
        tally.times.push(Math.round((solved_at - raised_at) / 1_000))
    }
    const rows = [...types].map(([type, { open, solved, gone, past: n, times }]) => {
      const { n: timed, median, p90 } = computeSpread(times.toSorted((a, b) => a - b))
      const toCounts = (one: Counted) => ({ n: one.n, cases: one.seqs.size })
      return {
        type,
        open: toCounts(open),
        solved: toCounts(solved),
        gone: toCounts(gone),
        past: n,
        timed,
        median,
        p90,
      }
    })
    const sumRow = (row: IncidentFigures['rows'][number]) => row.open.n + row.solved.n + row.gone.n
    return { rows: rows.toSorted((a, b) => sumRow(b) - sumRow(a) || (a.type < b.type ? -1 : 1)) }
  }

  return {
    /** Reads part of the data that `stateFigures` counts. @returns true if there is more */
    figuresReadAhead: (): boolean => history.readAhead(),
    figureChoices: () => ({ clients: groups.clients(MAX_CHOICES), labels: labels.all() }),
    procedureFigures: countProcedures,
    stateFigures: (scope: FigureScope, by: FigureGroup, now: number): StateFigures => states(scope, by, now),
    incidentFigures: countIncidents,
    verdictFigures(period: Months): VerdictFigures {
      // Reports are only added. While the last report is the same, the counts are the same.
      const key = `${period.from} ${period.to} ${startOfMonth(period.from)} ${lastReport.get() ?? 0}`
      if (lastCounted?.key === key) return lastCounted.figures
      const months = listMonths(period)
      const bounds = monthBounds(months)
      const rows = months.flatMap((month, at) =>
        verdicts.all(bounds[at] ?? 0, bounds[at + 1] ?? 0).map(({ outcome, n }) => ({ month, outcome, n })),
      )
      lastCounted = { key, figures: { rows } }
      return lastCounted.figures
    },
    /**
     * @param price price in cents of a report whose own price was not stored
     * @param charged true if a report that failed at the registry is charged
     */
    spendingFigures(period: Months, price: number, charged: boolean): SpendingFigures {
      const months = listMonths(period)
      const bounds = monthBounds(months)
      const [from, until] = periodBounds(period)
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
const createTally = (): Tally => ({
  open: { n: 0, seqs: new Set() },
  solved: { n: 0, seqs: new Set() },
  gone: { n: 0, seqs: new Set() },
  past: 0,
  times: [],
})

const increment = (counts: Uint32Array, at: number): void => void (counts[at] = (counts[at] ?? 0) + 1)
