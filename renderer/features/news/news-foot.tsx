import { newsText as text } from '#shared/text/app-news.ts'
import { ListFoot } from '../../design/list-foot.tsx'
import { useSlice } from '../../replica/use-replica.ts'

const { keys } = text
const LETTERS = [
  { keys: ['E'], does: keys.done },
  { keys: ['S'], does: keys.snooze },
  { keys: ['Z'], does: keys.undo },
]
const MOVES = { letters: ['J', 'K'], arrows: ['ArrowDown', 'ArrowUp'] } as const

/** How many are unread, the keys, and since when nothing can have come. */
export function NewsFoot({ letters, now }: { letters: boolean; now: number }) {
  const unread = useSlice('newsCounts')?.unread ?? 0
  const connection = useSlice('connection')
  const apart =
    connection?.state === 'down'
      ? text.offline(connection.since, now)
      : connection?.state === 'unauthorized'
        ? text.refused
        : text.snoozedReturn
  return (
    <ListFoot
      count={text.unreadFoot(unread)}
      keys={[
        { keys: letters ? MOVES.letters : MOVES.arrows, does: keys.move },
        { keys: ['Enter'], does: keys.open },
        ...(letters ? LETTERS : []),
      ]}
      apart={apart}
    />
  )
}
