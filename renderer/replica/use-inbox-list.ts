import { useMemo } from 'react'
import type { InboxFilter, InboxRow } from '#shared/bridge/inbox.ts'
import type { Bridge } from '../bridge.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

const FILTERS: readonly InboxFilter[] = ['unread', 'mine', 'all']
const OPTIONS: PagedOptions<InboxRow> = { about: ['inbox'], cursorOf: ({ seq }) => seq }

const readOf =
  (bridge: Bridge, filter: InboxFilter): ReadPage<InboxRow> =>
  (before, limit) =>
    bridge.call('inbox.list', { filter, limit, ...(before !== null && { before }) })

/** Novedades through one of its filters, newest first. `filter`: whose rows these still are, while the others come. */
export function useInboxList(wanted: InboxFilter) {
  const { bridge } = useClient()
  const reads = useMemo(
    () => ({
      unread: readOf(bridge, 'unread'),
      mine: readOf(bridge, 'mine'),
      all: readOf(bridge, 'all'),
    }),
    [bridge],
  )
  const { shown, ...list } = usePagedQuery(reads[wanted], OPTIONS)
  return { ...list, filter: FILTERS.find((one) => reads[one] === shown) ?? wanted }
}
