import { useMemo } from 'react'
import type { InboxFilter, InboxGroup, InboxOrder } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../bridge.ts'
import { useClient } from './client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from './paged-query.ts'

const FILTERS: readonly InboxFilter[] = ['unread', 'actionable', 'all']

interface InboxList {
  read: ReadPage<InboxGroup>
  options: PagedOptions<InboxGroup>
  /** Newest change when the list was read; `null` before the first answer. Later changes arrive as rows. */
  newest: () => number | null
}

/** Placeholder until the order is known. It never reads. */
const UNORDERED: Omit<InboxList, 'read'> = { options: { about: [] }, newest: () => null }

function createInboxList(bridge: Bridge, filter: InboxFilter, order: InboxOrder | null): InboxList {
  if (order === null) return { ...UNORDERED, read: () => new Promise(() => {}) }
  let newest: number | null = null
  return {
    newest: () => newest,
    async read(before, limit) {
      const answer = await bridge.call('inbox.groups', {
        filter,
        order,
        limit,
        ...(before !== null && { before }),
      })
      if (!answer.ok) return answer
      const { groups, next } = answer.value
      // Only the first page knows the newest change: later pages begin below it.
      if (before === null) newest = answer.value.newest
      return { ok: true, value: { rows: groups, next } }
    },
    options: {
      // A row shows the client of its file.
      about: ['inbox', 'resource'],
      alone: {
        keyOf: ({ moment }) => moment,
        placeOf: ({ place }) => place,
        idsOf: ({ rows }) => rows.map(({ seq }) => seq),
        concernedBy: ({ kind, ids }, groups) =>
          kind === 'inbox'
            ? ids.map(Number)
            : groups.flatMap(({ rows }) => rows.filter(({ id }) => ids.includes(id)).map(({ seq }) => seq)),
        async readOf(seqs): Promise<Result<InboxGroup[]>> {
          const answer = await bridge.call('inbox.groups-of', { filter, order, seqs: [...seqs] })
          if (!answer.ok) return answer
          return { ok: true, value: answer.value.groups }
        },
      },
    },
  }
}

/**
 * Groups of Novedades by filter. While another filter loads, `filter` is the filter of the rows on screen and
 * `isWanted` is false.
 * @param order `null` until the settings are known. In a wrong order, a key press would act on another row
 */
export function useInboxList(wanted: InboxFilter, order: InboxOrder | null) {
  const { bridge } = useClient()
  const lists = useMemo(
    () => ({
      unread: createInboxList(bridge, 'unread', order),
      actionable: createInboxList(bridge, 'actionable', order),
      all: createInboxList(bridge, 'all', order),
    }),
    [bridge, order],
  )
  const { read, options } = lists[wanted]
  const { shown, rows: groups, ...list } = usePagedQuery(read, options)
  const found = FILTERS.find((one) => lists[one].read === shown)
  const filter = found ?? wanted
  return { ...list, groups, filter, isWanted: found === wanted, newest: lists[filter].newest }
}
