import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function newsCommands({ ask }: AccountQuestions): CommandsOf<'news'> {
  return {
    'news.list': ({ filter, kind, id, before, limit }) =>
      ask(({ tracking }) =>
        tracking.news.list(
          filter,
          kind !== undefined && id !== undefined ? { kind, id } : null,
          before ?? null,
          limit,
        ),
      ),
    'news.mark': ({ seqs, state }) => ask(({ tracking }) => tracking.news.mark(seqs, state)),
    'news.snooze': ({ seq, until }) => ask(({ tracking }) => tracking.news.snooze(seq, until)),
    'news.done-all': ({ filter }) => ask(({ tracking }) => tracking.news.finish(filter)),
  }
}
