import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function knownPartyCommands({ ask }: AccountQuestions): CommandsOf<'known-parties'> {
  return {
    'known-parties.get': ({ taxId, except }) =>
      ask(async ({ store }) => ok({ taxId, sources: await store.call('knownParty', taxId, except) })),
  }
}
