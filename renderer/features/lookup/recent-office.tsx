import { recentOfficeText } from '#shared/text/verdict.ts'
import { StateWord } from '../../design/state-glyph.tsx'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { useLast } from '../../app/account-change.ts'
import { officeRows, openInOffice } from './office-rows.ts'

interface RecentOfficeProps {
  vrm: string
  /** All recent plates. Every row uses the same query with all of them, so that only one request leaves. */
  vrms: readonly string[]
}

/**
 * Open items of the office for a recent plate: one line without names, which links to the items. The previous answer
 * stays until the next one, so that no row changes its height.
 */
export function RecentOffice({ vrm, vrms }: RecentOfficeProps) {
  const { data } = useQuery('cases.of-plates', { vrms: [...vrms] })
  const known = useLast(data)?.plates.find((plate) => plate.vrm === vrm)
  const found = known && openInOffice(known)
  // A draft in its undo time counts its seconds.
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
