import { useEffect, useRef } from 'react'
import { useClient } from '../../replica/client.ts'
import { isInFront, useInFrontSince } from '../resources/use-in-front.ts'

/** Rows that one report may have in Novedades. */
const MAX_ROWS = 5

/**
 * Marks as read in Novedades the reports that come while the page of their plate is in front of the user.
 * @param reports ids of those on screen; `null` until they are known
 */
export function useSeenReports(reports: readonly string[] | null): void {
  const { bridge } = useClient()
  const since = useInFrontSince()
  /** Those that were there before, or have been dealt with. */
  const known = useRef<ReadonlySet<string> | null>(null)
  const ids = reports === null ? null : reports.join(' ')
  useEffect(() => {
    if (ids === null) return
    const before = known.current
    const shown = ids.split(' ').filter(Boolean)
    known.current = new Set([...(before ?? []), ...shown])
    if (before === null || since.current === null || !isInFront()) return
    const see = async (id: string) => {
      const found = await bridge.call('inbox.list', { filter: 'unread', kind: 'report', id, limit: MAX_ROWS })
      const seqs = found.ok ? found.value.rows.map(({ seq }) => seq) : []
      if (seqs.length > 0) await bridge.call('inbox.seen', { seqs })
    }
    for (const id of shown) if (!before.has(id)) void see(id)
  }, [bridge, since, ids])
}
