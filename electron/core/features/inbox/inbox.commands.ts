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
    'inbox.groups': ({ filter, order, before, limit }) =>
      ask(({ tracking }) => tracking.inbox.groups(filter, order, before ?? null, limit)),
    'inbox.groups-of': ({ filter, order, seqs }) =>
      ask(({ tracking }) => tracking.inbox.groupsOf(filter, order, seqs)),
    'inbox.seen': ({ seqs }) => ask(({ tracking }) => tracking.inbox.seen(seqs)),
    'inbox.mark': ({ seqs, state }) => ask(({ tracking }) => tracking.inbox.mark(seqs, state)),
    'inbox.snooze': ({ seqs, until }) => ask(({ tracking }) => tracking.inbox.snooze(seqs, until)),
    'inbox.done-all': ({ filter, upTo, dry }) =>
      ask(({ tracking }) => tracking.inbox.finish(filter, upTo, dry)),
  }
}
