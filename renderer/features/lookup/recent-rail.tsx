import { memo, useMemo } from 'react'
import type { RecentInOffice } from '#shared/bridge/case-commands.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { clockOrDate } from '#shared/domain/age.ts'
import { railText as text } from '#shared/text/app-lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { later } from '../../design/later.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useLast } from '../cases/use-last.ts'
import { showPlate } from './lookup-actions.ts'
import { openInOffice } from './open-in-office.ts'
import { rowSign } from '../../design/verdict-sign.ts'
import './recent-rail.css'

/** Its words are those of several sections, which the first screen need not wait for. */
const RecentOffice = later(async () => (await import('./recent-office.tsx')).RecentOffice)

const NONE: readonly RecentLookup[] = []
const RECENT_ROWS = 10
const NOW_MS = 60_000

/**
 * Recent plates of this office, to return to one during a phone call. Memoized: its rows need not render again before
 * another plate's verdict is painted.
 */
export const RecentRail = memo(function RecentRail({ inside = false }: { inside?: boolean }) {
  const { data } = useQuery('lookup.recent', { limit: RECENT_ROWS })
  const letters = useLetters()
  const inOffice = useInOffice(data?.rows ?? NONE)
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
            <RecentRow key={row.vrm} row={row} inOffice={inOffice.get(row.vrm)} />
          ))}
        </Rows>
      )}
    </>
  )
  // Beside a complete report it is one section of the rail.
  if (inside) return <section className="recent">{content}</section>
  return (
    <aside className="recent" aria-labelledby="recent-title" data-region="rail" tabIndex={-1}>
      {content}
    </aside>
  )
})

/**
 * What the office has under way of each plate: one question for all. What was known of a plate stays until the next
 * answer, so that no row changes its height while it is asked.
 */
function useInOffice(rows: readonly RecentLookup[]): ReadonlyMap<string, RecentInOffice> {
  const vrms = rows.map(({ vrm }) => vrm).toSorted()
  const found = useLast(useQuery('cases.of-plates', vrms.length > 0 ? { vrms } : null).data)?.plates
  return useMemo(
    () =>
      new Map(
        (found ?? []).flatMap((plate) => {
          const open = openInOffice(plate)
          return open ? [[plate.vrm, open] as const] : []
        }),
      ),
    [found],
  )
}

function RecentRow({ row, inOffice }: { row: RecentLookup; inOffice: RecentInOffice | undefined }) {
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
        <span className="row__end tiny muted">{when}</span>
      </button>
      {inOffice && (
        <div className="recent__room">
          <RecentOffice found={inOffice} />
        </div>
      )}
    </li>
  )
}
