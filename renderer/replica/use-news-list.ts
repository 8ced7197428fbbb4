import { useMemo } from 'react'
import type { NewsFilter, NewsRow } from '#shared/bridge/news.ts'
import type { Bridge } from '../bridge.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

const FILTERS: readonly NewsFilter[] = ['unread', 'mine', 'all']
const OPTIONS: PagedOptions<NewsRow> = { about: ['news'], cursorOf: ({ seq }) => seq }

const readOf =
  (bridge: Bridge, filter: NewsFilter): ReadPage<NewsRow> =>
  (before, limit) =>
    bridge.call('news.list', { filter, limit, ...(before !== null && { before }) })

/** Novedades through one of its filters, newest first. `filter`: whose rows these still are, while the others come. */
export function useNewsList(wanted: NewsFilter) {
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
