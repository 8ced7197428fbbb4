import { useCallback } from 'react'
import type { ResourceRow } from '#shared/bridge/news.ts'
import { useClient } from './client.ts'
import { type ReadPage, usePagedQuery } from './paged-query.ts'

const ABOUT = { about: 'resource' } as const

/** What this PC knows of one kind, the last made known first. */
export function useResourceList(kind: 'procedure' | 'signature') {
  const { bridge } = useClient()
  const read: ReadPage<ResourceRow> = useCallback(
    (before, limit) => bridge.call('changes.list', { kind, limit, ...(before !== null && { before }) }),
    [bridge, kind],
  )
  return usePagedQuery(read, ABOUT)
}
