import { Eye } from 'lucide-react'
import { isoDay, startOfDay } from '#shared/domain/iso-day.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { watchedText as text } from '#shared/text/app-lookup.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useAt } from '../../replica/use-replica.ts'

export interface WatchedMarkProps {
  /** Its last day, `YYYY-MM-DD`; without one it is not watched. */
  until: string | undefined
  onOpen: () => void
}

/** Says of a plate that it is watched, and until when. */
export function WatchedMark({ until, onOpen }: WatchedMarkProps) {
  const isWatched = useAt((now) => until !== undefined && until >= isoDay(now))
  if (until === undefined || !isWatched) return null
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
