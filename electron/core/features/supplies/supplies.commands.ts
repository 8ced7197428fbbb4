import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function supplyCommands({ ask }: AccountQuestions): CommandsOf<'supplies'> {
  return {
    'supplies.list': ({ procedureId }) => ask(({ supplies }) => supplies.list(procedureId)),
    'supplies.solve': ({ procedureId, incidentId }) =>
      ask(({ supplies }) => supplies.solve(procedureId, incidentId)),
    'supplies.check': ({ id }) => ask(({ supplies }) => supplies.check(id)),
    'supplies.again': ({ id }) => ask(({ supplies }) => supplies.again(id)),
    'supplies.cancel': ({ id }) => ask(({ supplies }) => supplies.cancel(id)),
    'supplies.drop': ({ id }) => ask(({ supplies }) => supplies.drop(id)),
  }
}

/** A transfer may last: the account is not kept from being changed meanwhile, and then the transfer fails. */
export function supplyTransfers(workspace: () => Workspace): TransfersOf<'supplies'> {
  return {
    'supplies.add': (file, body, signal) => workspace().supplies.add(file, body, signal),
  }
}
