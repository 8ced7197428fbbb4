import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DeskFilter, DeskRow, DeskSort } from '#shared/bridge/desk.ts'
import { type Client, useClient } from './client.ts'
import { createRangeQuery, type RangeQuery, type RangeState } from './range-query.ts'

export interface DeskListState extends RangeState<DeskRow> {
  /** Grows with every other list that is shown. */
  serial: number
  want: (first: number, last: number) => void
}

interface Shown {
  serial: number
  query: RangeQuery<DeskRow>
}

/**
 * What a filter finds, in an order. The rows of the list before stay until the new ones come.
 * @param startAt the row that whoever comes back was on
 */
export function useDeskList(filter: DeskFilter, sort: DeskSort, startAt: number): DeskListState {
  const client = useClient()
  // A filter is what it says, not the object that says it.
  const key = JSON.stringify({ filter, sort })
  const [shown, setShown] = useState<Shown>(() => ({ serial: 0, query: queryOf(client, key) }))
  const [first] = useState(startAt)
  useEffect(() => {
    const query = queryOf(client, key)
    return follow(client, query, first, () => setShown(({ serial }) => ({ serial: serial + 1, query })))
  }, [client, key, first])
  const state = useStore(shown.query.store)
  const want = useCallback((from: number, to: number) => void shown.query.want(from, to), [shown.query])
  return { ...state, serial: shown.serial, want }
}

function queryOf({ bridge }: Client, key: string): RangeQuery<DeskRow> {
  const { filter, sort } = JSON.parse(key) as { filter: DeskFilter; sort: DeskSort }
  return createRangeQuery(
    (offset, limit) => bridge.call('desk.list', { filter, sort, offset, limit }),
    'resource',
  )
}

function follow({ bridge, replica }: Client, query: RangeQuery<DeskRow>, first: number, show: () => void) {
  let gone = false
  void query.want(first, first).then(() => {
    if (!gone) show()
  })
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    gone = true
    query.close()
    stopChanged()
    stopEpoch()
  }
}
