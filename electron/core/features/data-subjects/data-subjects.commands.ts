import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function dataSubjectCommands({ ask }: AccountQuestions): CommandsOf<'data-subjects'> {
  return {
    'data-subjects.held': ({ taxId }) => ask(({ dataSubjects }) => dataSubjects.held(taxId)),
    'data-subjects.erase': ({ taxId }) => ask(({ dataSubjects }) => dataSubjects.erase(taxId)),
  }
}

export function dataSubjectTransfers(workspace: () => Workspace): TransfersOf<'data-subjects'> {
  return {
    'data-subjects.export': ({ taxId }, signal) => workspace().dataSubjects.export(taxId, signal),
  }
}
