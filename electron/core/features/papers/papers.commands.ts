import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function paperCommands({ ask }: AccountQuestions): CommandsOf<'papers'> {
  return {
    'papers.list': ({ procedureId }) => ask(({ papers }) => papers.list(procedureId)),
    'papers.keep': ({ procedureId }) => ask(({ papers }) => papers.keep(procedureId)),
    'papers.drop': ({ procedureId }) => ask(({ papers }) => papers.drop(procedureId)),
    'papers.usage': () => ask(({ papers }) => papers.usage()),
    'papers.name-preview': ({ template }) => ask(async ({ papers }) => papers.namePreview(template)),
  }
}

/** A transfer may last: the account is not kept from being changed meanwhile, and then the transfer fails. */
export function paperTransfers(workspace: () => Workspace): TransfersOf<'papers'> {
  return {
    'papers.open': ({ procedureId, documentId }, signal) =>
      workspace().papers.open(procedureId, documentId, signal),
    'papers.zip': ({ selection, which }, signal) => workspace().papers.zip(selection, which, signal),
  }
}
