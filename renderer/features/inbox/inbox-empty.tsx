import { Inbox } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { InboxFilter } from '#shared/bridge/inbox.ts'
import { inboxText as text } from '#shared/text/app-inbox.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { useQuery } from '../../replica/use-replica.ts'

export interface InboxEmptyProps {
  filter: InboxFilter
  now: number
  onAll: () => void
}

/** Empty filter, with the time of the last change. Takes the focus of a row that the keyboard has just finished. */
export function InboxEmpty({ filter, now, onAll }: InboxEmptyProps) {
  const { data } = useQuery('inbox.groups', { filter: 'all', order: 'time', limit: 1 })
  const last = data?.groups[0]?.rows[0]
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocusNowhere()) place.current?.focus()
  }, [filter])
  const shown = last ? filter : 'all'
  return (
    <div className="inbox__empty" ref={place} tabIndex={-1}>
      {data && (
        <Calm
          icon={Inbox}
          title={text.emptyTitle[shown]}
          actions={last && filter !== 'all' && <Button onClick={onAll}>{text.seeAll}</Button>}
        >
          <p>
            {text.emptyBody[shown]} {last && text.lastCame(last.seenAt, now)}
          </p>
        </Calm>
      )}
    </div>
  )
}
