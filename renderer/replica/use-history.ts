import { useCallback } from 'react'
import type { PlateReport, ReportScope } from '#shared/bridge/lookup.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

/** Reports never change: a change adds one. */
const OPTIONS: PagedOptions<PlateReport> = {
  about: ['lookup', 'complete', 'backup'],
  keyOf: ({ reportId }) => reportId,
}

/** Reports that a search finds, in a scope if there is one. Rows of the previous search stay until the new ones come. */
export function useHistory(query: string, scope: ReportScope | null) {
  const { bridge } = useClient()
  const read: ReadPage<PlateReport> = useCallback(
    (before, limit) =>
      bridge.call('lookup.history', {
        query,
        limit,
        ...(before !== null && { before }),
        ...(scope !== null && { scope }),
      }),
    [bridge, query, scope],
  )
  return usePagedQuery(read, OPTIONS)
}
