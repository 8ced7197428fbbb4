import type { RecentInOffice } from '#shared/bridge/case-commands.ts'
import { recentOfficeText as text } from '#shared/text/app-plate-in-office.ts'
import { StateWord } from '../../design/state-glyph.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { officeRows } from './office-rows.ts'

/** What the office has under way of a recent plate, in one line without names that leads to it. */
export function RecentOffice({ found }: { found: RecentInOffice }) {
  // One that leaves counts its seconds.
  const now = useNow(found.drafts.some(({ state }) => state === 'leaving') ? 1_000 : 60_000)
  const connection = useSlice('connection')?.state
  const online = connection === 'online' || connection === 'idle'
  const [first, ...rest] = officeRows({ ...found, reports: [] }, { now, online })
  if (!first || !('state' in first.glyph)) return null
  const words = [first.kind, rest.length > 0 && text.more(rest.length)].filter(Boolean).join(' · ')
  return (
    <button type="button" className="row recent__office" onClick={() => openRoute(first.route)}>
      <StateWord state={first.glyph.state} label={first.state} />
      <span className="clip muted" title={words}>
        {words}
      </span>
    </button>
  )
}
