import { inboxText as text } from '#shared/text/app-inbox.ts'
import { ListFoot } from '../../design/list-foot.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useFootKeys } from '../../shortcuts/key-hints.tsx'

const { keys } = text

/** Unread count, keys, and time since which no change can have arrived. */
export function InboxFoot({ now }: { now: number }) {
  const footKeys = useFootKeys()
  const unread = useSlice('inboxCounts')?.unread ?? 0
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
      keys={footKeys([
        ['list.move', keys.move],
        ['list.open', keys.open],
        ['inbox.unfold', keys.unfold],
        ['inbox.done', keys.done],
        ['inbox.snooze', keys.snooze],
        ['inbox.undo', keys.undo],
      ])}
      apart={apart}
    />
  )
}
