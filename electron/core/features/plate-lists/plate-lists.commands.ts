import { isWholeList, type PlateListView } from '#shared/bridge/plate-lists.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { plateListsText } from '#shared/text/plate-lists.ts'
import { csvText, leftOutRows, plateListTable } from '#shared/text/client-answer.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import { csvBytes, CSV_TYPE, XLSX_TYPE, xlsxBytes } from '../../runtime/spreadsheets.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export const createPlateListCommands = ({ ask }: AccountQuestions): CommandsOf<'plate-lists'> => ({
  'plate-lists.list': () => ask(({ plateLists }) => plateLists.list()),
  'plate-lists.get': ({ id }) => ask(({ plateLists }) => plateLists.get(id)),
  'plate-lists.rows': ({ offset, limit, ...view }) =>
    ask(({ plateLists }) => plateLists.rows(view, offset, limit)),
  'plate-lists.rename': ({ id, name }) => ask(({ plateLists }) => plateLists.rename(id, name)),
  'plate-lists.pause': ({ id }) => ask(({ plateLists }) => plateLists.pause(id)),
  'plate-lists.resume': ({ id }) => ask(({ plateLists }) => plateLists.resume(id)),
  'plate-lists.first': ({ id }) => ask(({ plateLists }) => plateLists.moveToFront(id)),
  'plate-lists.cancel': ({ id }) => ask(({ plateLists }) => plateLists.cancel(id)),
  'plate-lists.retry': ({ id }) => ask(({ plateLists }) => plateLists.retry(id)),
  'plate-lists.remove': ({ id }) => ask(({ plateLists }) => plateLists.remove(id)),
  'plate-lists.annotate': ({ id, ord, ...annotation }) =>
    ask(({ plateLists }) => plateLists.annotate(id, ord, withoutUndefined(annotation))),
  'plate-lists.notes': ({ id, ords }) => ask(({ plateLists }) => plateLists.countNotes(id, ords)),
  'plate-lists.note': ({ id, ords, note }) => ask(({ plateLists }) => plateLists.setNote(id, ords, note)),
  'plate-lists.columns': ({ headings, name }) =>
    ask(({ plateLists }) => plateLists.findColumns(headings, name)),
  'plate-lists.twin': ({ vrms }) => ask(({ plateLists }) => plateLists.findTwin(vrms)),
  'plate-lists.ords': (view) => ask(({ plateLists }) => plateLists.listOrds(view)),
  'plate-lists.mark': ({ id, ords, marked }) => ask(({ plateLists }) => plateLists.mark(id, ords, marked)),
  'plate-lists.rows-first': ({ id, ords }) => ask(({ plateLists }) => plateLists.moveRowsToFront(id, ords)),
  'plate-lists.complete-offer': ({ id, ords }) =>
    ask(({ plateLists }) => plateLists.countCompleteOffer(id, ords)),
  'plate-lists.complete-request': ({ id, batch, ords, price }) =>
    ask(({ plateLists }) => plateLists.requestComplete(id, batch, ords, price)),
  'plate-lists.text': (view) => ask(({ plateLists }) => plateLists.readText(view)),
})

export function createPlateListTransfers(workspace: () => Workspace): TransfersOf<'plate-lists'> {
  async function exportList(
    format: 'csv' | 'xlsx',
    view: PlateListView,
    signal: AbortSignal,
  ): Promise<Result<OutboundFile>> {
    const { plateLists, audit } = workspace()
    const list = await plateLists.get(view.id)
    if (!list.ok) return list
    const { leftOut } = list.value
    // The audit record comes before the export. If it fails, no data leave.
    await audit.record({ what: 'export', kind: 'plate-list', identifier: '', result: 'ok' })
    const { header, cells, sheet } = plateListTable
    async function* pages() {
      for await (const rows of plateLists.pages(view, signal)) yield rows.map((row) => cells(row))
      if (isWholeList(view)) yield leftOutRows(leftOut)
    }
    return ok({
      filename: `${plateListsText.nameOf(list.value)}.${format}`,
      contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
      bytes:
        format === 'csv'
          ? csvBytes(header, pages(), (row) => row.map(csvText))
          : xlsxBytes({ sheet, header, pages: pages(), cells: (row) => row }),
    })
  }
  return {
    'plate-lists.create': ({ id, name }, body) => workspace().plateLists.create(id, name, body),
    'plate-lists.csv': (view, signal) => exportList('csv', view, signal),
    'plate-lists.xlsx': (view, signal) => exportList('xlsx', view, signal),
  }
}
