import { ok } from '#shared/bridge/result.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function rememberedCommands({ ask }: AccountQuestions): CommandsOf<'remembered'> {
  return {
    'remembered.get': () => ask(async ({ remembered }) => ok(await remembered.get())),
    'remembered.update': (changes) =>
      ask(async ({ remembered }) => ok(await remembered.update(withoutUndefined(changes)))),
  }
}
