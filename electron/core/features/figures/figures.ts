import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type {
  Drawing,
  FigureGroup,
  FigureScope,
  IncidentFigures,
  ProcedureFigures,
  SpendingFigures,
  StateFigures,
  VerdictFigures,
} from '#shared/bridge/figures.ts'
import type { Months } from '#shared/domain/months.ts'
import { type FigureTable, figureTables } from '#shared/text/figures.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'

/** *Cifras*: counts over all procedures and reports of the account, in the months of this PC's zone. */
export interface Figures {
  choices(): Promise<{ clients: string[]; labels: string[] }>
  procedures(scope: FigureScope): Promise<ProcedureFigures>
  states(scope: FigureScope, by: FigureGroup): Promise<StateFigures>
  incidents(scope: FigureScope): Promise<IncidentFigures>
  verdicts(months: Months): Promise<VerdictFigures>
  spending(months: Months): Promise<SpendingFigures>
  /** The table of a drawing, as it is on screen. */
  table(drawing: Drawing, scope: FigureScope, by: FigureGroup): Promise<FigureTable>
}

export interface FiguresDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  assumptions: Pick<AccountAssumptions, 'completeReportCents' | 'failedCompleteReportIsCharged'>
}

export function createFigures({ call, clock, assumptions }: FiguresDeps): Figures {
  const procedures = (scope: FigureScope) => call('procedureFigures', scope, clock.now())
  const incidents = (scope: FigureScope) => call('incidentFigures', scope, clock.now())
  const verdicts = (months: Months) => call('verdictFigures', months)

  async function states(scope: FigureScope, by: FigureGroup): Promise<StateFigures> {
    // A little at a time: the first question reads every stay, and other windows ask too.
    while (await call('figuresReadAhead'));
    return call('stateFigures', scope, by, clock.now())
  }

  function spending(months: Months): Promise<SpendingFigures> {
    const { completeReportCents, failedCompleteReportIsCharged } = assumptions
    return call('spendingFigures', months, completeReportCents, failedCompleteReportIsCharged)
  }

  return {
    choices: () => call('figureChoices'),
    procedures,
    states,
    incidents,
    verdicts,
    spending,

    async table(drawing, scope, by) {
      switch (drawing) {
        case 'procedures':
          return figureTables.procedures(await procedures(scope), scope)
        case 'states':
          return figureTables.states(await states(scope, by), scope, by)
        case 'incidents':
          return figureTables.incidents(await incidents(scope), scope)
        case 'verdicts':
          return figureTables.verdicts(await verdicts(scope.months), scope)
        case 'spending':
          return figureTables.spending(await spending(scope.months), scope)
      }
    },
  }
}
