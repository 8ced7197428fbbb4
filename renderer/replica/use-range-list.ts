import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type Client, useClient } from './client.ts'
import { followList, type FollowedList } from './follow-list.ts'
import type { LeftRange, RangeQuery, RangeState } from './range-query.ts'

export interface RangeList<R> extends RangeState<R> {
  /** What the rows were asked by: not yet what is asked for now, while that has not come. */
  key: string
  /** Grows with every other list that is shown. */
  serial: number
  want: (first: number, last: number) => void
}

/** What is asked with a key, beginning with what was left of it. */
export type QueryOf<R> = (client: Client, key: string, left?: LeftRange<R>) => RangeQuery<R>

/**
 * The rows of a list of any length. Those of the list before stay until the new ones come, and whoever comes back
 * to it finds those that were there.
 * @param name of the list among all that there are
 * @param key what is asked for, as text: it is what it says, and not the object that says it
 * @param queryOf always the same one
 * @param startAt the row that whoever comes back was on
 */
export function useRangeList<R>(
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  startAt: number,
): RangeList<R> {
  const client = useClient()
  const [shown, setShown] = useState(() => {
    const place = client.lists.open<R>(`${name} ${key}`)
    const query = queryOf(client, key, place.left)
    // Asked before the page is drawn: the answer comes meanwhile.
    void query.want(startAt, startAt)
    return { key, serial: 0, query, place }
  })
  const opening = useRef<FollowedList<R> | null>(shown)
  const [first] = useState(startAt)
  useEffect(() => {
    const opened = opening.current
    opening.current = null
    if (opened) return followList(client, opened)
    const place = client.lists.open<R>(`${name} ${key}`)
    const query = queryOf(client, key)
    void query.want(first, first).then(() => {
      if (!query.isClosed()) setShown(({ serial }) => ({ key, serial: serial + 1, query, place }))
    })
    return followList(client, { query, place })
  }, [client, name, key, queryOf, first])
  const state = useStore(shown.query.store)
  const want = useCallback((from: number, to: number) => void shown.query.want(from, to), [shown.query])
  return { ...state, key: shown.key, serial: shown.serial, want }
}
