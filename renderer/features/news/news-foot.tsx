import { newsText as text } from '#shared/text/app-news.ts'
import { Kbd } from '../../design/kbd.tsx'
import { useSlice } from '../../replica/use-replica.ts'

const { keys } = text
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
    <footer className="news__foot">
      <span role="status">{text.unreadFoot(unread)}</span>
      <Key keys={letters ? MOVES.letters : MOVES.arrows} does={keys.move} />
      <Key keys={['Enter']} does={keys.open} />
      {letters && (
        <>
          <Key keys={['E']} does={keys.done} />
          <Key keys={['S']} does={keys.snooze} />
          <Key keys={['Z']} does={keys.undo} />
        </>
      )}
      <span className="news__apart">{apart}</span>
    </footer>
  )
}

function Key({ keys: pressed, does }: { keys: readonly string[]; does: string }) {
  return (
    <span className="keys">
      {pressed.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}{' '}
      {does}
    </span>
  )
}
