import type {
  FigureGroup,
  FigureScope,
  IncidentFigures,
  ProcedureFigures,
  SpendingFigures,
  StateFigures,
  VerdictFigures,
} from '#shared/bridge/figures.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import {
  incidentsTarget,
  proceduresTarget,
  spendingTarget,
  statesTarget,
  verdictsTarget,
} from '#shared/domain/figures.ts'
import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import {
  figuresText as text,
  causeName,
  lengthText,
  stateOf,
  typeName,
  verdictName,
  verdictsShown,
} from '#shared/text/figures.ts'
import { inOneSentence, listed } from '#shared/text/grammar.ts'
import type { Segment, Series, ChartRow } from './charts.tsx'

/** Models of the drawings, made from the core's answers. */

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** Fills of the most frequent types. The other types are drawn as one. */
const TYPE_FILLS = [
  { pattern: 'solid', tone: 'blue' },
  { pattern: 'lines', tone: 'blue' },
  { pattern: 'dots', tone: 'blue' },
] as const
const OTHERS = 'others'
const PAST = 'past'

export interface ProcedureModel {
  series: Series[]
  began: (month: string) => Segment[]
  ended: (month: string) => Segment[]
  highest: number
}

export function procedureModel({ rows }: ProcedureFigures, scope: FigureScope): ProcedureModel {
  const amount = (type: string) =>
    sum(
      rows.filter((row) => row.type === type),
      (row) => row.began + row.ended,
    )
  const types = [...new Set(rows.map(({ type }) => type))]
    .filter((type) => amount(type) > 0)
    .toSorted((a, b) => amount(b) - amount(a))
  const own = types.slice(0, TYPE_FILLS.length)
  const others = types.slice(TYPE_FILLS.length)
  const hasPast = rows.some(({ pastBegan, pastEnded }) => pastBegan + pastEnded > 0)
  const series: Series[] = [
    ...own.map((type, at): Series => ({
      id: `type-${at}`,
      name: typeName(type),
      ...(TYPE_FILLS[at] ?? TYPE_FILLS[0]),
    })),
    ...(others.length > 0
      ? [
          {
            id: OTHERS,
            name: text.otherTypes(listed(others.map(typeName))),
            pattern: 'cross',
            tone: 'grey',
          } as const,
        ]
      : []),
    ...(hasPast ? [{ id: PAST, name: text.past, pattern: 'outline', tone: 'grey' } as const] : []),
  ]
  const groups = [
    ...own.map((type, at) => ({ id: `type-${at}`, types: [type] })),
    ...(others.length > 0 ? [{ id: OTHERS, types: others }] : []),
  ]
  const segments = (what: 'began' | 'ended') => (month: string) => {
    const inMonth = rows.filter((row) => row.month === month)
    const shown = groups.map(({ id, types: some }): Segment => {
      const n = sum(
        inMonth.filter(({ type }) => some.includes(type)),
        (row) => row[what],
      )
      return {
        series: id,
        n,
        opens: proceduresTarget(scope, what === 'began' ? 'began' : 'closed', month, some, n),
      }
    })
    const past = sum(inMonth, ({ pastBegan, pastEnded }) => (what === 'began' ? pastBegan : pastEnded))
    return [...shown, { series: PAST, n: past }]
  }
  const began = segments('began')
  const ended = segments('ended')
  const heights = [...new Set(rows.map(({ month }) => month))].flatMap((month) => [
    sum(began(month), ({ n }) => n),
    sum(ended(month), ({ n }) => n),
  ])
  return { series, began, ended, highest: Math.max(0, ...heights) }
}

export const STAYS: readonly Series[] = [{ id: 'stays', name: text.median, pattern: 'solid', tone: 'blue' }]

/**
 * @param status state whose groups are compared, if the times are divided into groups
 * @param nameOf name of a group, or the word for a hidden name
 */
export function stateRows(
  { rows }: StateFigures,
  scope: FigureScope,
  by: FigureGroup,
  status: string | null,
  nameOf: (group: string | null) => string,
): ChartRow[] {
  return rows
    .filter((row) => by === 'none' || row.status === status)
    .map((row) => {
      const { median, p90, stays } = row
      const name = by === 'none' ? stateOf(row.status) : nameOf(row.group)
      const spread = text.spread(lengthText(median ?? 0), p90 === null ? null : lengthText(p90))
      return {
        id: `${row.status} ${row.group ?? ''}`,
        name,
        parts: [
          {
            series: 'stays',
            n: row.cases,
            opens: statesTarget(scope, row, by),
            label: inOneSentence([name, spread, text.stays(stays)]),
          },
        ],
        ...(median !== null && { spread: { median, p90 } }),
        note: `${spread} · ${text.stays(stays)}`,
      }
    })
}

/** States that may be compared. The state with most stays comes first. */
export function statesOf({ rows }: StateFigures): string[] {
  const stays = new Map<string, number>()
  for (const row of rows) stays.set(row.status, (stays.get(row.status) ?? 0) + row.stays)
  return [...stays].toSorted(([, a], [, b]) => b - a).map(([status]) => status)
}

export const INCIDENTS: readonly Series[] = [
  { id: 'open', name: text.incidentStates.open, pattern: 'cross', tone: 'stop' },
  { id: 'solved', name: text.incidentStates.solved, pattern: 'lines', tone: 'ok' },
  { id: 'gone', name: text.incidentStates.gone, pattern: 'dots', tone: 'grey' },
]

export const incidentRows = ({ rows }: IncidentFigures, scope: FigureScope): ChartRow[] =>
  rows.map((row) => ({
    id: row.type,
    name: causeName(row.type),
    parts: (['open', 'solved', 'gone'] as const).map((state) => ({
      series: state,
      n: row[state].n,
      opens: incidentsTarget(scope, row.type, state, row[state].cases),
      label: text.mark(causeName(row.type), text.incidentStates[state], row[state].n),
    })),
    note: [
      row.median === null ? text.notSolved : text.solvedIn(lengthText(row.median), row.timed),
      row.past > 0 ? text.pastIncidents(row.past) : '',
    ]
      .filter(Boolean)
      .join(' · '),
  }))

const VERDICT_FILLS: Readonly<Record<string, Pick<Series, 'pattern' | 'tone'>>> = {
  // Solid green, amber and red are only for the verdict of a plate.
  transferable: { pattern: 'lines', tone: 'ok' },
  with_alerts: { pattern: 'dots', tone: 'warn' },
  not_transferable: { pattern: 'cross', tone: 'stop' },
  error: { pattern: 'outline', tone: 'none' },
  unrecognised: { pattern: 'solid', tone: 'none' },
}

export function verdictModel({ rows }: VerdictFigures) {
  const shown = verdictsShown(rows)
  const countOf = (month: string, outcome: VerdictOutcome) =>
    sum(
      rows.filter((row) => row.month === month && row.outcome === outcome),
      ({ n }) => n,
    )
  return {
    series: shown.map((outcome): Series => ({
      id: String(outcome),
      name: verdictName(outcome),
      ...(VERDICT_FILLS[String(outcome)] ?? { pattern: 'outline', tone: 'none' }),
    })),
    segments: (month: string): Segment[] =>
      shown.map((outcome) => {
        const n = countOf(month, outcome)
        return { series: String(outcome), n, opens: verdictsTarget(month, outcome, n) }
      }),
  }
}

export const SPENT: readonly Series[] = [{ id: 'spent', name: 'Importe', pattern: 'solid', tone: 'blue' }]

export const spendingSegments =
  ({ rows }: SpendingFigures) =>
  (month: string): Segment[] => {
    const row = rows.find((one) => one.month === month)
    return [{ series: 'spent', n: row?.cents ?? 0, opens: row && spendingTarget(month, row.arrived) }]
  }

/** Amount without cents, for places with little room. */
export const shortEuros = (cents: number): string =>
  formatEuros(Math.round(cents / 100) * 100).replace(',00', '')

export const spendingNotes = ({ rows, price }: SpendingFigures): string[] => {
  const estimated = sum(rows, (row) => row.estimated)
  const missing = sum(rows, (row) => row.reports - row.arrived)
  return [
    ...(estimated > 0 ? [text.estimated(estimated, formatEuros(price))] : []),
    ...(missing > 0 ? [text.notArrived(missing)] : []),
  ]
}

export const spentWords = ({ rows }: SpendingFigures): string =>
  text.spent(
    formatEuros(sum(rows, ({ cents }) => cents)),
    sum(rows, ({ reports }) => reports),
  )
