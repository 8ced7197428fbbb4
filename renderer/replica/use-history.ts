import { useCallback } from 'react'
import type { Verdict } from '#shared/bridge/lookup.ts'
import { useClient } from './client.ts'
import { type ReadPage, usePagedQuery } from './paged-query.ts'

/** The history that a search finds. Rows of the search before stay until the new ones come. */
export function useHistory(query: string) {
  const { bridge } = useClient()
  const read: ReadPage<Verdict> = useCallback(
    (before, limit) => bridge.call('lookup.history', { query, limit, ...(before !== null && { before }) }),
    [bridge, query],
  )
  return usePagedQuery(read)
}
