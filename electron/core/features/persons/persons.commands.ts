import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function personCommands({ ask }: AccountQuestions): CommandsOf<'person'> {
  return {
    'person.held': ({ taxId }) => ask(({ persons }) => persons.held(taxId)),
    'person.erase': ({ taxId }) => ask(({ persons }) => persons.erase(taxId)),
  }
}

export function personTransfers(workspace: () => Workspace): TransfersOf<'person'> {
  return {
    'person.export': ({ taxId }, signal) => workspace().persons.export(taxId, signal),
  }
}
