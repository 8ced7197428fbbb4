import type { CaseFilter } from '../bridge/cases.ts'
import type { FigureScope } from '../bridge/figures.ts'
import type { ReportScope } from '../bridge/lookup.ts'
import type { VerdictOutcome } from './plate-verdict.ts'

/** What a mark or a cell of *Cifras* leads to, and how many rows that shows: the same number that it says. */
export type FigureTarget =
  { kind: 'cases'; filter: CaseFilter; n: number } | { kind: 'reports'; scope: ReportScope; n: number }

/** Target with any rows. */
const some = (target: FigureTarget): FigureTarget | undefined => (target.n > 0 ? target : undefined)

const filterOf = ({ client, label }: Pick<FigureScope, 'client' | 'label'>): CaseFilter => ({
  ...(client !== undefined && { client }),
  ...(label !== undefined && { labels: [label] }),
})

const oneMonth = (month: string) => ({ from: month, to: month })

/** Procedures begun or ended in a month, of those types; of any without them. */
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

/** Reports of a month with an outcome; with any without one. */
export const verdictsTarget = (month: string, outcome: VerdictOutcome | null, n: number) =>
  some({ kind: 'reports', scope: { ...oneMonth(month), ...(outcome !== null && { outcome }) }, n })

/** Complete reports that were paid for in a month. */
export const spendingTarget = (month: string, arrived: number) =>
  some({ kind: 'reports', scope: { ...oneMonth(month), paid: true }, n: arrived })
