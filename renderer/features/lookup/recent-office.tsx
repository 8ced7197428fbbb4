import { Eye } from 'lucide-react'
import { recentOfficeText, watchedText } from '#shared/text/verdict.ts'
import { isoDay, startOfDay } from '#shared/domain/iso-day.ts'
import { fullDate } from '#shared/text/dates.ts'
import { StateWord } from '../../design/state-glyph.tsx'
import { useNow, useQuery, useSlice, useAt } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLast } from '../cases/use-last.ts'
import { officeRows, openInOffice } from './office-rows.ts'

interface RecentOfficeProps {
  vrm: string
  /** All recent plates: one question for all of them, which every row asks. */
  vrms: readonly string[]
}

/**
 * Open items of the office for a recent plate, in one line without names that links to them. The previous answer stays
 * until the next one, so that no row changes its height.
 */
export function RecentOffice({ vrm, vrms }: RecentOfficeProps) {
  const { data } = useQuery('cases.of-plates', { vrms: [...vrms] })
  const known = useLast(data)?.plates.find((plate) => plate.vrm === vrm)
  const found = known && openInOffice(known)
  // One that leaves counts its seconds.
  const now = useNow(found?.drafts.some(({ state }) => state === 'leaving') ? 1_000 : 60_000)
  const connection = useSlice('connection')?.state
  const online = connection === 'online' || connection === 'idle'
  const [first, ...rest] = found
    ? officeRows({ ...found, reports: [] }, { now, online, hidesNames: true })
    : []
  if (!first || !('state' in first.glyph)) return null
  const words = [first.kind, rest.length > 0 && recentOfficeText.more(rest.length)]
    .filter(Boolean)
    .join(' · ')
  return (
    <button type="button" className="row recent__office" onClick={() => openRoute(first.route)}>
      <StateWord state={first.glyph.state} label={first.state} />
      <span className="clip muted" title={words}>
        {words}
      </span>
    </button>
  )
}

interface WatchedMarkProps {
  /** Its last day, `YYYY-MM-DD`. */
  until: string
  onOpen: () => void
}

/** Mark of a watched plate, with its last day. */
export function WatchedMark({ until, onOpen }: WatchedMarkProps) {
  const isWatched = useAt((now) => until >= isoDay(now))
  if (!isWatched) return null
  return (
    <p className="small watched-mark">
      <Icon of={Eye} />
      {watchedText.until(fullDate(startOfDay(until)))}
      <Button size="low" tone="plain" onClick={onOpen}>
        {watchedText.change}
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
      <span className="visually-hidden">{watchedText.watched}</span>
    </>
  )
}
