import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function inboxCommands({ ask }: AccountQuestions): CommandsOf<'inbox'> {
  return {
    'inbox.list': ({ filter, kind, id, before, limit }) =>
      ask(({ tracking }) =>
        tracking.inbox.list(
          filter,
          kind !== undefined && id !== undefined ? { kind, id } : null,
          before ?? null,
          limit,
        ),
      ),
    'inbox.mark': ({ seqs, state }) => ask(({ tracking }) => tracking.inbox.mark(seqs, state)),
    'inbox.snooze': ({ seq, until }) => ask(({ tracking }) => tracking.inbox.snooze(seq, until)),
    'inbox.done-all': ({ filter }) => ask(({ tracking }) => tracking.inbox.finish(filter)),
  }
}
