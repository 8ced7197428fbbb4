import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { dateTime, relativeAge } from '#shared/domain/age.ts'
import { resourceWords as text } from '#shared/text/resources.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import type { ResourcePageProps } from './use-resource.ts'

export interface RefreshLineProps extends ResourcePageProps {
  now: number
  children?: ReactNode
}

/** Age of the data on screen, and a button that reads them again. */
export function RefreshLine({ view, resource, now, children }: RefreshLineProps) {
  const { task, refresh } = resource
  const hint = useKeyHint()
  return (
    <div className="resource__fresh">
      {/* The button first: a growing age moves nothing. */}
      <Button
        size="low"
        icon={RefreshCw}
        {...hint('resource.refresh')}
        disabled={task.state === 'busy' && task.what === 'refresh'}
        onClick={() => task.state !== 'busy' && void refresh()}
      >
        {text.refresh}
      </Button>
      <Freshness view={view} now={now} />
      {children}
    </div>
  )
}

/** Age of the data on screen, and time of the next check. */
function Freshness({ view, now }: { view: ResourceView; now: number }) {
  const { checkedAt, nextCheckAt, gone } = view
  const connection = useSlice('connection')?.state
  const next =
    nextCheckAt === null
      ? text.nextNever(gone)
      : connection === 'unauthorized'
        ? text.nextNoKey
        : connection === 'down'
          ? text.nextWhenBack
          : text.next(nextCheckAt, now)
  return (
    <p className="small muted">
      {checkedAt === null ? (
        text.neverSeen
      ) : (
        <span title={dateTime(checkedAt)}>{text.seen(relativeAge(checkedAt, now))}</span>
      )}{' '}
      · {next}
    </p>
  )
}
