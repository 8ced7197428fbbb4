import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { completePdf } from './complete-pdf.ts'

export function completeCommands({ ask }: AccountQuestions): CommandsOf<'complete'> {
  return {
    'complete.get': ({ vrm }) => ask(({ complete }) => complete.get(vrm)),
    'complete.request': ({ vrm, again }) => ask(({ complete }) => complete.request(vrm, again)),
    'complete.stop': ({ id }) => ask(({ complete }) => complete.stop(id)),
    'complete.resolve': (resolution) => ask(({ complete }) => complete.resolve(resolution)),
  }
}

export function completeTransfers(workspace: () => Workspace): TransfersOf<'complete'> {
  return {
    'complete.pdf'({ reportId }, signal) {
      const { store, client, complete, audit } = workspace()
      const noteRead = (vrm: string) =>
        audit.note({ what: 'report.read', kind: 'pdf', identifier: vrm, result: 'ok' })
      const deps = { call: store.call, client, onKept: complete.noteChange, noteRead }
      return completePdf(deps, reportId, signal)
    },
  }
}
