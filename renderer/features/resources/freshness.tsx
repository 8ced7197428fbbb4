import type { ResourceView } from '#shared/bridge/inbox.ts'
import { dateTime, relativeAge } from '#shared/domain/age.ts'
import { resourceWords as text } from '#shared/text/app-resources.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** Age of the data on screen, and time of the next check. */
export function Freshness({ view, now }: { view: ResourceView; now: number }) {
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
