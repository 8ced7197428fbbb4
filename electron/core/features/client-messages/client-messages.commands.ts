import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export const clientMessageCommands = ({
  ask,
}: AccountQuestions): CommandsOf<'client-messages' | 'client-texts'> => ({
  'client-messages.get': ({ about, choice }) =>
    ask(({ clientMessages }) => clientMessages.messages.get(about, choice)),
  'client-messages.give': (asked) => ask(({ clientMessages }) => clientMessages.messages.give(asked)),
  'client-messages.outcome': (outcome) =>
    ask(({ clientMessages }) => clientMessages.messages.outcome(outcome)),
  'client-messages.copied': ({ vrm }) => ask(({ clientMessages }) => clientMessages.messages.copied(vrm)),
  'client-texts.list': () => ask(({ clientMessages }) => clientMessages.texts.list()),
  'client-texts.save': ({ situation, text }) =>
    ask(({ clientMessages }) => clientMessages.texts.save(situation, text)),
})
