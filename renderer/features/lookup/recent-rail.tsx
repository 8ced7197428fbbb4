import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { clockOrDate } from '#shared/domain/age.ts'
import { railText as text } from '#shared/text/app-lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { showPlate } from './lookup-actions.ts'
import { rowSign } from '../../design/verdict-sign.ts'
import './recent-rail.css'

export const RECENT_ROWS = 10
const NOW_MS = 60_000

/** The last plates of this desk, to go back to one while the phone is still on the shoulder. */
export function RecentRail({ inside = false }: { inside?: boolean }) {
  const { data } = useQuery('lookup.recent', { limit: RECENT_ROWS })
  const letters = useLetters()
  const now = useNow(1_000)
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
            <RecentRow key={row.vrm} row={row} now={now} />
          ))}
        </Rows>
      )}
    </>
  )
  // Beside a complete report it is one part of the rail, and not the rail.
  if (inside) return <section className="recent">{content}</section>
  return (
    <aside className="recent" aria-labelledby="recent-title" data-region="rail" tabIndex={-1}>
      {content}
    </aside>
  )
}

function RecentRow({ row, now }: { row: RecentLookup; now: number }) {
  const { kind, words, more } = rowSign(row)
  return (
    <li>
      <button type="button" className="row" onClick={() => showPlate(row.vrm)}>
        <Plate vrm={row.vrm} size="s" />
        <Sign kind={kind} />
        <span className="clip" title={more}>
          {words}
        </span>
        <span className="row__end tiny muted">
          {now - row.at < NOW_MS ? text.now : clockOrDate(row.at, now)}
        </span>
      </button>
    </li>
  )
}
