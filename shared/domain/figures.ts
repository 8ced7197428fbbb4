import { quantileSorted } from 'd3-array'
import type { CaseFilter } from '../bridge/cases.ts'
import type { FigureScope } from '../bridge/figures.ts'
import type { ReportScope } from '../bridge/lookup.ts'
import type { VerdictOutcome } from './plate-verdict.ts'

/** Minimum number of values for a 90th percentile. Of nine values it would be nearly the longest. */
export const MIN_FOR_P90 = 10
/** Below this number of values, each one moves the median. */
export const FEW = 5

/** Durations: their number, median and 90th percentile. */
export interface Spread {
  n: number
  /** `null` without any. */
  median: number | null
  /** `null` for fewer than `MIN_FOR_P90`. */
  p90: number | null
}

/**
 * Median and 90th percentile. The percentile is interpolated linearly (type 7 of Hyndman and Fan) like PERCENTIL.INC
 * of spreadsheets, so that an export gives the same figures.
 * @param values in ascending order
 */
export function computeSpread(values: ArrayLike<number>): Spread {
  const sorted = values as number[]
  return {
    n: values.length,
    median: values.length === 0 ? null : (quantileSorted(sorted, 0.5) ?? null),
    p90: values.length < MIN_FOR_P90 ? null : (quantileSorted(sorted, 0.9) ?? null),
  }
}

/** List that a mark or a cell of *Cifras* opens. `n` is its number of rows, which equals the figure. */
export type FigureTarget =
  { kind: 'cases'; filter: CaseFilter; n: number } | { kind: 'reports'; scope: ReportScope; n: number }

/** Target, unless it has no rows. */
const some = (target: FigureTarget): FigureTarget | undefined => (target.n > 0 ? target : undefined)

const filterOf = ({ client, label }: Pick<FigureScope, 'client' | 'label'>): CaseFilter => ({
  ...(client !== undefined && { client }),
  ...(label !== undefined && { labels: [label] }),
})

const oneMonth = (month: string) => ({ from: month, to: month })

/** Procedures begun or ended in a month, of the given types. Without types, all. */
export const proceduresTarget = (
  scope: FigureScope,
  what: 'began' | 'closed',
  months: FigureScope['months'] | string,
  types: readonly string[],
  n: number,
) =>
  some({
    kind: 'cases',
    filter: {
      ...filterOf(scope),
      [what]: typeof months === 'string' ? oneMonth(months) : months,
      ...(types.length > 0 && { types: [...types] }),
    },
    n,
  })

/** Procedures that left a state in the period. */
export const statesTarget = (
  scope: FigureScope,
  { status, group, cases }: { status: string; group: string | null; cases: number },
  by: 'none' | 'type' | 'client',
) =>
  some({
    kind: 'cases',
    filter: {
      ...filterOf(scope),
      left: { ...scope.months, status },
      ...(by === 'type' && group !== null && { types: [group] }),
      ...(by === 'client' && group !== null && { client: group }),
    },
    n: cases,
  })

/** Procedures with an incident of a type and a state. */
export const incidentsTarget = (
  scope: FigureScope,
  type: string,
  state: 'open' | 'solved' | 'gone',
  cases: number,
) =>
  some({
    kind: 'cases',
    filter: { ...filterOf(scope), incident: { ...scope.months, type, state } },
    n: cases,
  })

/** Reports of a month with an outcome. Without an outcome, all. */
export const verdictsTarget = (month: string, outcome: VerdictOutcome | null, n: number) =>
  some({ kind: 'reports', scope: { ...oneMonth(month), ...(outcome !== null && { outcome }) }, n })

/** Complete reports paid for in a month. */
export const spendingTarget = (month: string, arrived: number) =>
  some({ kind: 'reports', scope: { ...oneMonth(month), paid: true }, n: arrived })
