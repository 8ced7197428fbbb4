import { memo, useMemo } from 'react'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { clockOrDate } from '#shared/text/dates.ts'
import { railText as text } from '#shared/text/lookup.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Plate } from '../../design/plate.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign, rowSign } from '../../design/sign.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../../app/account-change.ts'
import { useLetters } from '../../app/key-hints.tsx'
import { showPlate } from './lookup-actions.ts'
import './lookup.css'

/** Loaded on demand: it needs the texts of several sections, and the first screen need not wait for them. */
const RecentOffice = later(async () => (await import('./recent-office.tsx')).RecentOffice)

const WatchedSign = later(async () => (await import('./watched-mark.tsx')).WatchedSign)

const SOON = [RecentOffice]
const RECENT_ROWS = 10
const NOW_MS = 60_000

/**
 * Recent plates of this office, so that the user can return to one during a phone call. Memoized: its rows need not
 * re-render before the verdict of another plate is painted.
 */
export const RecentRail = memo(function RecentRail({ inside = false }: { inside?: boolean }) {
  const recent = useQuery('lookup.recent', { limit: RECENT_ROWS }).data
  const letters = useLetters()
  // Sorted, so that the same plates in another order have the same query key.
  const vrms = useMemo(() => (recent?.rows ?? []).map(({ vrm }) => vrm).toSorted(), [recent])
  const office = useQuery('cases.of-plates', vrms.length === 0 ? null : { vrms })
  const canShowOffice = useLoadSoon(SOON, 0)
  // The rows come with their lines of the office, which make them higher.
  const isWhole = vrms.length === 0 || (canShowOffice && (office.data ?? office.error) !== undefined)
  const data = useLast(isWhole ? recent : undefined)
  const content = (
    <>
      <div className="section__head">
        <h2 id="recent-title">{text.recents}</h2>
        {data && data.today > 0 && <span className="small">{text.today(data.today)}</span>}
      </div>
      {data && data.rows.length === 0 && <p className="small muted">{text.empty}</p>}
      {data && data.rows.length > 0 && (
        <Rows labelledBy="recent-title" letters={letters}>
          {data.rows.map((row) => (
            <RecentRow key={row.vrm} row={row} vrms={vrms} />
          ))}
        </Rows>
      )}
    </>
  )
  // Beside a complete report, recent plates are one section of the rail.
  if (inside) return <section className="recent">{content}</section>
  return (
    <aside className="recent" aria-labelledby="recent-title" data-region="rail" tabIndex={-1}>
      {content}
    </aside>
  )
})

function RecentRow({ row, vrms }: { row: RecentLookup; vrms: readonly string[] }) {
  const when = useAt((now) => (now - row.at < NOW_MS ? text.now : clockOrDate(row.at, now)))
  const { kind, words, more } = rowSign(row)
  return (
    <li>
      <button type="button" className="row" onClick={() => showPlate(row.vrm)}>
        <Plate vrm={row.vrm} size="s" />
        <Sign kind={kind} />
        <span className="clip" title={more}>
          {words}
        </span>
        <span className="row__end tiny muted recent__end">
          {row.watchedUntil !== undefined && <WatchedSign until={row.watchedUntil} />}
          {when}
        </span>
      </button>
      {/* If this part fails to load, the recent plates stay. */}
      <ErrorBoundary resetKey={row.at}>
        <RecentOffice vrm={row.vrm} vrms={vrms} />
      </ErrorBoundary>
    </li>
  )
}
