import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function attachmentCommands({ ask }: AccountQuestions): CommandsOf<'attachments'> {
  return {
    'attachments.list': ({ procedureId }) => ask(({ attachments }) => attachments.list(procedureId)),
    'attachments.solve': ({ procedureId, incidentId }) =>
      ask(({ attachments }) => attachments.solve(procedureId, incidentId)),
    'attachments.check': ({ id }) => ask(({ attachments }) => attachments.check(id)),
    'attachments.again': ({ id }) => ask(({ attachments }) => attachments.again(id)),
    'attachments.cancel': ({ id }) => ask(({ attachments }) => attachments.cancel(id)),
    'attachments.drop': ({ id }) => ask(({ attachments }) => attachments.drop(id)),
  }
}

/** Transfers of attachments. Switching accounts does not wait for a slow one, which then fails. */
export function attachmentTransfers(workspace: () => Workspace): TransfersOf<'attachments'> {
  return {
    'attachments.add': (file, body, signal) => workspace().attachments.add(file, body, signal),
  }
}
