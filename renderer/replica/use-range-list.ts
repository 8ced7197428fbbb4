import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type Client, useClient } from './client.ts'
import { followList, type FollowedList } from './follow-list.ts'
import type { LeftRange, RangeQuery, RangeState } from './range-query.ts'

export interface RangeList<R> extends RangeState<R> {
  /** Key of the rows on screen: the previous one while the new list loads. */
  key: string
  /** Grows with every other list that is shown. */
  serial: number
  want: (first: number, last: number) => void
  /** Starts reading a list before the next render asks for it. */
  ask: (key: string) => void
}

/** Makes the query of a key, starting from the rows left the last time. */
export type QueryOf<R> = (client: Client, key: string, left?: LeftRange<R>) => RangeQuery<R>

/**
 * Rows of a list of any length. Those of the previous list stay until the new ones come, and returning to a list
 * restores its rows.
 * @param name unique name of the list
 * @param key serialized arguments: compared by value
 * @param queryOf stable
 * @param startAt row to restore on return; any other list begins at its top
 */
export function useRangeList<R>(
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  startAt: number,
): RangeList<R> {
  const client = useClient()
  const [shown, setShown] = useState<Shown<R>>(() => ({
    serial: 0,
    ...openList(client, name, key, queryOf, startAt),
  }))
  /** Opened, and not followed yet. */
  const asked = useRef<OpenedList<R> | null>(shown)
  const ask = useCallback(
    (next: string) => {
      asked.current?.query.close()
      asked.current = openList(client, name, next, queryOf)
      void asked.current.begin()
    },
    [client, name, queryOf],
  )
  // Before paint: the answer comes meanwhile.
  useLayoutEffect(() => void asked.current?.begin(), [])
  useEffect(() => {
    const ahead = asked.current
    asked.current = null
    if (ahead?.key !== key) ahead?.query.close()
    const list = ahead?.key === key ? ahead : openList(client, name, key, queryOf)
    void list.begin().then(() => {
      if (!list.query.isClosed()) setShown((now) => nextShown(now, list))
    })
    return followList(client, list)
  }, [client, name, key, queryOf])
  useEffect(() => () => asked.current?.query.close(), [])
  const state = useStore(shown.query.store)
  const want = useCallback((from: number, to: number) => void shown.query.want(from, to), [shown.query])
  return { ...state, key: shown.key, serial: shown.serial, want, ask }
}

interface OpenedList<R> extends FollowedList<R> {
  key: string
  /** Starts the first read, once. */
  begin: () => Promise<void>
}

type Shown<R> = OpenedList<R> & { serial: number }

/** Replaces the shown list, keeping its serial if it is the same one followed anew. */
function nextShown<R>(now: Shown<R>, list: OpenedList<R>): Shown<R> {
  if (now.query === list.query) return now
  const isSame = now.key === list.key && now.query.isClosed()
  return { ...list, serial: isSame ? now.serial : now.serial + 1 }
}

/** @param backAt restores the list as it was left, around that row; without it, it begins at its top */
function openList<R>(
  client: Client,
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  backAt?: number,
): OpenedList<R> {
  const place = client.lists.open<R>(`${name} ${key}`)
  const query = queryOf(client, key, backAt === undefined ? undefined : place.left)
  const at = backAt ?? 0
  let begun: Promise<void> | undefined
  return { key, query, place, begin: () => (begun ??= query.want(at, at)) }
}
