import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { ok } from '#shared/bridge/result.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { plateListCsv } from '#shared/text/plate-list-text.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { csvBytes, CSV_TYPE } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export const plateListCommands = ({ ask }: AccountQuestions): CommandsOf<'plate-lists'> => ({
  'plate-lists.list': () => ask(({ plateLists }) => plateLists.list()),
  'plate-lists.get': ({ id }) => ask(({ plateLists }) => plateLists.get(id)),
  'plate-lists.rows': ({ offset, limit, ...view }) =>
    ask(({ plateLists }) => plateLists.rows(view, offset, limit)),
  'plate-lists.rename': ({ id, name }) => ask(({ plateLists }) => plateLists.rename(id, name)),
  'plate-lists.pause': ({ id }) => ask(({ plateLists }) => plateLists.pause(id)),
  'plate-lists.resume': ({ id }) => ask(({ plateLists }) => plateLists.resume(id)),
  'plate-lists.first': ({ id }) => ask(({ plateLists }) => plateLists.first(id)),
  'plate-lists.cancel': ({ id }) => ask(({ plateLists }) => plateLists.cancel(id)),
  'plate-lists.retry': ({ id }) => ask(({ plateLists }) => plateLists.retry(id)),
  'plate-lists.remove': ({ id }) => ask(({ plateLists }) => plateLists.remove(id)),
  'plate-lists.annotate': ({ id, ord, ...annotation }) =>
    ask(({ plateLists }) => plateLists.annotate(id, ord, withoutUndefined(annotation))),
  'plate-lists.text': (view) => ask(({ plateLists }) => plateLists.text(view)),
})

export const plateListTransfers = (workspace: () => Workspace): TransfersOf<'plate-lists'> => ({
  'plate-lists.create': ({ id, name }, body) => workspace().plateLists.create(id, name, body),
  async 'plate-lists.csv'(view) {
    const { plateLists, audit } = workspace()
    const list = await plateLists.get(view.id)
    if (!list.ok) return list
    await audit.note({ what: 'export', kind: 'plate-list', identifier: '', result: 'ok' })
    return ok({
      filename: `${list.value.name}.csv`,
      contentType: CSV_TYPE,
      bytes: csvBytes(plateListCsv.header, plateLists.pages(view), (row: PlateListRow) =>
        plateListCsv.cells(row),
      ),
    })
  },
})
