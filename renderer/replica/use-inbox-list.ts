import { useMemo } from 'react'
import type { InboxFilter, InboxRow } from '#shared/bridge/inbox.ts'
import type { Bridge } from '../bridge.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

const FILTERS: readonly InboxFilter[] = ['unread', 'actionable', 'all']
const OPTIONS: PagedOptions<InboxRow> = { about: ['inbox'], cursorOf: ({ seq }) => seq }

const readOf =
  (bridge: Bridge, filter: InboxFilter): ReadPage<InboxRow> =>
  (before, limit) =>
    bridge.call('inbox.list', { filter, limit, ...(before !== null && { before }) })

/** Novedades by filter, newest first. `filter`: the filter of these rows, while others load. */
export function useInboxList(wanted: InboxFilter) {
  const { bridge } = useClient()
  const reads = useMemo(
    () => ({
      unread: readOf(bridge, 'unread'),
      actionable: readOf(bridge, 'actionable'),
      all: readOf(bridge, 'all'),
    }),
    [bridge],
  )
  const { shown, ...list } = usePagedQuery(reads[wanted], OPTIONS)
  return { ...list, filter: FILTERS.find((one) => reads[one] === shown) ?? wanted }
}
