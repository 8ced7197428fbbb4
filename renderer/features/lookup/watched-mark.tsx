import { Eye } from 'lucide-react'
import { isoDay, startOfDay } from '#shared/domain/calendar.ts'
import { fullDate } from '#shared/text/dates.ts'
import { watchedText } from '#shared/text/verdict.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useAt } from '../../replica/use-replica.ts'

interface WatchedMarkProps {
  /** Last day of the watch, `YYYY-MM-DD`. */
  until: string
  onOpen: () => void
}

/** Mark of a watched plate, with the last day of the watch. */
export function WatchedMark({ until, onOpen }: WatchedMarkProps) {
  const isWatched = useAt((now) => until >= isoDay(now))
  if (!isWatched) return null
  return (
    <p className="small actions">
      <Icon of={Eye} />
      {watchedText.until(fullDate(startOfDay(until)))}
      <Button size="low" tone="plain" onClick={onOpen}>
        {watchedText.change}
      </Button>
    </p>
  )
}

/** Sign of a watched plate in a row of *Recientes*. */
export function WatchedSign({ until }: Pick<WatchedMarkProps, 'until'>) {
  const isWatched = useAt((now) => until >= isoDay(now))
  if (!isWatched) return null
  return (
    <>
      <Icon of={Eye} />
      <span className="visually-hidden">{watchedText.watched}</span>
    </>
  )
}
