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
import { ok, type Result } from '#shared/bridge/result.ts'
import type { Months } from '#shared/domain/calendar.ts'
import {
  type FigureTable,
  figureTables,
  drawingNames,
  type FigureCell,
  figureFileName,
} from '#shared/text/figures.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { CSV_TYPE, csvBytes, XLSX_TYPE, xlsxBytes } from '../../runtime/spreadsheets.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

/** *Cifras*: counts over all procedures and reports of the account, in the months of this PC's zone. */
export interface Figures {
  choices(): Promise<{ clients: string[]; labels: string[] }>
  procedures(scope: FigureScope): Promise<ProcedureFigures>
  states(scope: FigureScope, by: FigureGroup): Promise<StateFigures>
  incidents(scope: FigureScope): Promise<IncidentFigures>
  verdicts(months: Months): Promise<VerdictFigures>
  spending(months: Months): Promise<SpendingFigures>
  /** Table of a drawing, as on screen. */
  table(drawing: Drawing, scope: FigureScope, by: FigureGroup): Promise<FigureTable>
}

export interface FiguresDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  assumptions: Pick<AccountAssumptions, 'completeReportCents' | 'failedCompleteReportIsCharged'>
}

export function createFigures({ call, clock, assumptions }: FiguresDeps): Figures {
  const readProcedures = (scope: FigureScope) => call('procedureFigures', scope, clock.now())
  const readIncidents = (scope: FigureScope) => call('incidentFigures', scope, clock.now())
  const readVerdicts = (months: Months) => call('verdictFigures', months)

  async function readStates(scope: FigureScope, by: FigureGroup): Promise<StateFigures> {
    // Read in small steps: the first query reads every stay, and other windows query too.
    while (await call('figuresReadAhead'));
    return call('stateFigures', scope, by, clock.now())
  }

  function readSpending(months: Months): Promise<SpendingFigures> {
    const { completeReportCents, failedCompleteReportIsCharged } = assumptions
    return call('spendingFigures', months, completeReportCents, failedCompleteReportIsCharged)
  }

  return {
    choices: () => call('figureChoices'),
    procedures: readProcedures,
    states: readStates,
    incidents: readIncidents,
    verdicts: readVerdicts,
    spending: readSpending,

    async table(drawing, scope, by) {
      switch (drawing) {
        case 'procedures':
          return figureTables.procedures(await readProcedures(scope), scope)
        case 'states':
          return figureTables.states(await readStates(scope, by), scope, by)
        case 'incidents':
          return figureTables.incidents(await readIncidents(scope), scope)
        case 'verdicts':
          return figureTables.verdicts(await readVerdicts(scope.months), scope)
        case 'spending':
          return figureTables.spending(await readSpending(scope.months), scope)
      }
    },
  }
}

export const createFigureCommands = ({ ask }: AccountQuestions): CommandsOf<'figures'> => ({
  'figures.choices': () => ask(async ({ figures }) => ok(await figures.choices())),
  'figures.procedures': (scope) => ask(async ({ figures }) => ok(await figures.procedures(scope))),
  'figures.states': ({ by, ...scope }) => ask(async ({ figures }) => ok(await figures.states(scope, by))),
  'figures.incidents': (scope) => ask(async ({ figures }) => ok(await figures.incidents(scope))),
  'figures.verdicts': ({ months }) => ask(async ({ figures }) => ok(await figures.verdicts(months))),
  'figures.spending': ({ months }) => ask(async ({ figures }) => ok(await figures.spending(months))),
})

interface FileArgs {
  drawing: Drawing
  scope: FigureScope
  by: FigureGroup
}

export function createFigureTransfers(workspace: () => Workspace): TransfersOf<'figures'> {
  async function exportTable(
    format: 'csv' | 'xlsx',
    { drawing, scope, by }: FileArgs,
  ): Promise<Result<OutboundFile>> {
    const { figures, audit } = workspace()
    const { header, rows, total } = await figures.table(drawing, scope, by)
    // The audit record is written before anything leaves. If it cannot be written, nothing leaves.
    await audit.record({ what: 'export', kind: 'figures', identifier: '', result: 'ok' })
    const pages = yieldPage(total === undefined ? rows : [...rows, total])
    return ok({
      filename: figureFileName(drawing, scope.months, format),
      contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
      bytes:
        format === 'csv'
          ? csvBytes(header, pages, (row) => row.map(formatCsvCell))
          : xlsxBytes({ sheet: drawingNames[drawing], header, pages, cells: (row) => row.map(getCellValue) }),
    })
  }
  return {
    'figures.csv': (args) => exportTable('csv', args),
    'figures.xlsx': (args) => exportTable('xlsx', args),
  }
}

const getCellValue = ({ text, value }: FigureCell): string | number => value ?? text
/** A number as a Spanish spreadsheet reads it: with a decimal comma, and no points. */
const formatCsvCell = (cell: FigureCell): string =>
  String(getCellValue(cell)).replace(/^(-?\d+)\.(\d+)$/, '$1,$2')

async function* yieldPage<T>(rows: T): AsyncGenerator<T> {
  yield rows
}
