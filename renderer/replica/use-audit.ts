import { useMemo, useState } from 'react'
import type { AuditRow } from '#shared/bridge/audit.ts'
import { useClient } from './client.ts'
import { type ReadPage, usePagedQuery } from './paged-query.ts'

const OPTIONS = { about: ['audit'] } as const

/**
 * Lines of the audit record, newest first; `total` of what was asked for, `null` until it is known.
 * @param what of one kind, or of all
 * @param identifier of what was done with one plate, number or procedure; empty for all
 */
export function useAudit(what: AuditRow['what'] | null, identifier: string) {
  const { bridge } = useClient()
  /** Of each search its own: a late answer says nothing of the search that is on screen by then. */
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
