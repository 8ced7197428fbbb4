import { useEffect, useRef } from 'react'
import { useClient } from '../../replica/client.ts'
import { useComplete } from '../complete/feature.ts'
import { isInFront, useInFrontSince } from '../resources/feature.ts'
import { useLookupView } from './use-lookup-view.ts'

/** Maximum rows that one report may have in Novedades. */
const MAX_ROWS = 5

/** Marks a report as read in Novedades if it comes while the page of its plate is in front of the user. */
export function SeenReports({ vrm }: { vrm: string }) {
  const { bridge } = useClient()
  const since = useInFrontSince()
  const view = useLookupView(vrm)
  const complete = useComplete(vrm)
  const isKnown = view !== undefined && complete !== undefined
  const reduced = view?.latest?.reportId
  const paid = complete?.latest?.reportId
  /** Ids of reports known before or already marked as read. */
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!isKnown) return
    const before = known.current
    const shown = [reduced, paid].flatMap((id) => id ?? [])
    known.current = new Set([...(before ?? []), ...shown])
    if (before === null || since.current === null || !isInFront()) return
    const see = async (id: string) => {
      const found = await bridge.call('inbox.list', { filter: 'unread', kind: 'report', id, limit: MAX_ROWS })
      const seqs = found.ok ? found.value.rows.map(({ seq }) => seq) : []
      if (seqs.length > 0) await bridge.call('inbox.seen', { seqs })
    }
    for (const id of shown) if (!before.has(id)) void see(id)
  }, [bridge, since, isKnown, reduced, paid])
  return null
}
