import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type Client, useClient } from './client.ts'
import type { RangeQuery, RangeState } from './range-query.ts'

export interface RangeList<R> extends RangeState<R> {
  /** What the rows were asked by: not yet what is asked for now, while that has not come. */
  key: string
  /** Grows with every other list that is shown. */
  serial: number
  want: (first: number, last: number) => void
}

/**
 * The rows of a list of any length. Those of the list before stay until the new ones come.
 * @param key what is asked for, as text: it is what it says, and not the object that says it
 * @param queryOf always the same one
 * @param startAt the row that whoever comes back was on
 */
export function useRangeList<R>(
  key: string,
  queryOf: (client: Client, key: string) => RangeQuery<R>,
  startAt: number,
): RangeList<R> {
  const client = useClient()
  const [shown, setShown] = useState(() => ({ key, serial: 0, query: queryOf(client, key) }))
  const [first] = useState(startAt)
  useEffect(() => {
    const query = queryOf(client, key)
    return follow(client, query, first, () => setShown(({ serial }) => ({ key, serial: serial + 1, query })))
  }, [client, key, queryOf, first])
  const state = useStore(shown.query.store)
  const want = useCallback((from: number, to: number) => void shown.query.want(from, to), [shown.query])
  return { ...state, key: shown.key, serial: shown.serial, want }
}

function follow<R>({ bridge, replica }: Client, query: RangeQuery<R>, first: number, show: () => void) {
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
