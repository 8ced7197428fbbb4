import type { WatchRow } from '#shared/bridge/watches.ts'
import { ok } from '#shared/bridge/result.ts'
import { watchTable } from '#shared/text/lookup-lists.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { csvBytes, CSV_TYPE } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export const watchCommands = ({ ask }: AccountQuestions): CommandsOf<'watches'> => ({
  'watches.rows': ({ offset, limit, ...view }) => ask(({ watches }) => watches.rows(view, offset, limit)),
  'watches.counts': () => ask(({ watches }) => watches.counts()),
  'watches.of': ({ vrms }) => ask(({ watches }) => watches.of(vrms)),
  'watches.set': ({ vrms, ...terms }) => ask(({ watches }) => watches.set(vrms, terms)),
  'watches.end': ({ vrms }) => ask(({ watches }) => watches.end(vrms)),
})

export const watchTransfers = (workspace: () => Workspace): TransfersOf<'watches'> => ({
  async 'watches.csv'(view, signal) {
    const { watches, audit } = workspace()
    // Recorded before anything leaves: if that fails, nothing does.
    await audit.note({ what: 'export', kind: 'watches', identifier: '', result: 'ok' })
    return ok({
      filename: watchTable.filename,
      contentType: CSV_TYPE,
      bytes: csvBytes(watchTable.header, watches.pages(view, signal), (row: WatchRow) =>
        watchTable.cells(row),
      ),
    })
  },
})
