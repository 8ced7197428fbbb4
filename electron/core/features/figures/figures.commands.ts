import type { Drawing, FigureGroup, FigureScope } from '#shared/bridge/figures.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { drawingNames, type FigureCell, figureFileName } from '#shared/text/figures.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE, csvBytes } from '../../runtime/csv.ts'
import { XLSX_TYPE, xlsxBytes } from '../../runtime/xlsx.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export const figureCommands = ({ ask }: AccountQuestions): CommandsOf<'figures'> => ({
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

export function figureTransfers(workspace: () => Workspace): TransfersOf<'figures'> {
  async function exported(
    format: 'csv' | 'xlsx',
    { drawing, scope, by }: FileArgs,
  ): Promise<Result<OutboundFile>> {
    const { figures, audit } = workspace()
    const { header, rows, total } = await figures.table(drawing, scope, by)
    // Recorded before anything leaves: if that fails, nothing does.
    await audit.note({ what: 'export', kind: 'figures', identifier: '', result: 'ok' })
    const pages = pageOf(total === undefined ? rows : [...rows, total])
    return ok({
      filename: figureFileName(drawing, scope.months, format),
      contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
      bytes:
        format === 'csv'
          ? csvBytes(header, pages, (row) => row.map(csvText))
          : xlsxBytes({ sheet: drawingNames[drawing], header, pages, cells: (row) => row.map(valueOf) }),
    })
  }
  return {
    'figures.csv': (args) => exported('csv', args),
    'figures.xlsx': (args) => exported('xlsx', args),
  }
}

const valueOf = ({ text, value }: FigureCell): string | number => value ?? text
/** A number as a Spanish spreadsheet reads it: with a comma, and no points. */
const csvText = (cell: FigureCell): string => String(valueOf(cell)).replace(/^(-?\d+)\.(\d+)$/, '$1,$2')

async function* pageOf<T>(rows: T): AsyncGenerator<T> {
  yield rows
}
