import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export const dealerCommands = ({ ask }: AccountQuestions): CommandsOf<'dealers'> => ({
  'dealers.list': ({ offset, limit, ...view }) => ask(({ dealers }) => dealers.list(view, offset, limit)),
  'dealers.get': (view) => ask(({ dealers }) => dealers.get(view)),
  'dealers.digest': (view) => ask(({ dealers }) => dealers.digest(view)),
  'dealers.not-copied': ({ id }) => ask(({ dealers }) => dealers.notCopied(id)),
})

export function dealerTransfers(workspace: () => Workspace): TransfersOf<'dealers'> {
  return {
    'dealers.csv': (view, signal) => workspace().dealers.export('csv', view, signal),
    'dealers.xlsx': (view, signal) => workspace().dealers.export('xlsx', view, signal),
  }
}
