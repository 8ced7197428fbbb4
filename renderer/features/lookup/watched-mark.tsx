import { Eye } from 'lucide-react'
import { isoDay, startOfDay } from '#shared/domain/iso-day.ts'
import { fullDate } from '#shared/text/dates.ts'
import { watchedText as text } from '#shared/text/verdict.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useAt } from '../../replica/use-replica.ts'

export interface WatchedMarkProps {
  /** Its last day, `YYYY-MM-DD`. */
  until: string
  onOpen: () => void
}

/** Says of a plate that it is watched, and until when. */
export function WatchedMark({ until, onOpen }: WatchedMarkProps) {
  const isWatched = useAt((now) => until >= isoDay(now))
  if (!isWatched) return null
  return (
    <p className="small watched-mark">
      <Icon of={Eye} />
      {text.until(fullDate(startOfDay(until)))}
      <Button size="low" tone="plain" onClick={onOpen}>
        {text.change}
      </Button>
    </p>
  )
}

/** The same in a row of *Recientes*. */
export function WatchedSign({ until }: Pick<WatchedMarkProps, 'until'>) {
  const isWatched = useAt((now) => until >= isoDay(now))
  if (!isWatched) return null
  return (
    <>
      <Icon of={Eye} />
      <span className="visually-hidden">{text.watched}</span>
    </>
  )
}
