import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function newsCommands({ ask }: AccountQuestions): CommandsOf<'news'> {
  return {
    'news.list': ({ filter, kind, id, before, limit }) =>
      ask(({ following }) =>
        following.news.list(
          filter,
          kind !== undefined && id !== undefined ? { kind, id } : null,
          before ?? null,
          limit,
        ),
      ),
    'news.mark': ({ seqs, state }) => ask(({ following }) => following.news.mark(seqs, state)),
    'news.snooze': ({ seq, until }) => ask(({ following }) => following.news.snooze(seq, until)),
    'news.done-all': ({ filter }) => ask(({ following }) => following.news.finish(filter)),
  }
}
