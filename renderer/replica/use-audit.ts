import { useMemo, useState } from 'react'
import type { AuditRow } from '#shared/bridge/audit.ts'
import { useClient } from './client.ts'
import { type ReadPage, usePagedQuery } from './paged-query.ts'

const OPTIONS = { about: ['audit'] } as const

/**
 * Lines of the audit record, newest first; `total` of the search, `null` until known.
 * @param what kind of line, or `null` for all
 * @param identifier plate, number or procedure; empty for all
 */
export function useAudit(what: AuditRow['what'] | null, identifier: string) {
  const { bridge } = useClient()
  /** By search: a late answer must not give its total to the search on screen. */
  const [totals] = useState(() => new WeakMap<ReadPage<AuditRow>, number>())
  const read = useMemo(() => {
    const search: ReadPage<AuditRow> = async (before, limit) => {
      const answer = await bridge.call('audit.list', {
        limit,
        ...(what !== null && { what }),
        ...(identifier !== '' && { identifier }),
        ...(before !== null && { before }),
      })
      if (answer.ok) totals.set(search, answer.value.total)
      return answer
    }
    return search
  }, [bridge, what, identifier, totals])
  const list = usePagedQuery(read, OPTIONS)
  return { ...list, total: totals.get(list.shown) ?? null }
}
