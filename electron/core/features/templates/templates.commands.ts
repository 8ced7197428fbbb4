import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function templateCommands({ ask }: AccountQuestions): CommandsOf<'templates'> {
  return {
    'templates.list': () => ask(({ templates }) => templates.list()),
    'templates.save': ({ id, version, ...form }) =>
      ask(({ templates }) => templates.save(id ?? null, version ?? null, form)),
    'templates.remove': ({ id }) => ask(({ templates }) => templates.remove(id)),
    'templates.use': ({ id }) => ask(({ templates }) => templates.use(id)),
    'templates.used': ({ id }) => ask(({ templates }) => templates.used(id)),
  }
}
