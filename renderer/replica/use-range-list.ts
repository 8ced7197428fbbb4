import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type Client, useClient } from './client.ts'
import type { OpenList } from './left-lists.ts'
import { PAGE, type RangeQuery, type RangeStart, type RangeState } from './range-query.ts'

export interface RangeList<R> extends RangeState<R> {
  /** Key of the rows on screen: the previous one while the new list loads. */
  key: string
  /** Grows with every other list that is shown. */
  serial: number
  want: (first: number, last: number) => void
  /** Starts reading a list before the next render asks for it. */
  ask: (key: string) => void
}

/** Makes the query of a key. */
export type QueryOf<R> = (client: Client, key: string, start: RangeStart<R>) => RangeQuery<R>

/** Of a list with fewer rows than fit in the window. */
const LEAST_SIZE = 8

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
    ...openList(client, name, key, queryOf, { backAt: startAt }),
  }))
  /** Rows that are in sight: another search reads as many at first, because each costs time. */
  const inSight = useRef(PAGE)
  /** Opened, and not followed yet. */
  const asked = useRef<OpenedList<R> | null>(shown)
  const ask = useCallback(
    (next: string) => {
      asked.current?.query.close()
      asked.current = openList(client, name, next, queryOf, { size: inSight.current })
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
    const list = ahead?.key === key ? ahead : openList(client, name, key, queryOf, { size: inSight.current })
    void list.begin().then(() => {
      if (!list.query.isClosed()) setShown((now) => nextShown(now, list))
    })
    return followList(client, list)
  }, [client, name, key, queryOf])
  useEffect(() => () => asked.current?.query.close(), [])
  const state = useStore(shown.query.store)
  const want = useCallback(
    (from: number, to: number) => {
      const rows = Math.max(LEAST_SIZE, to - from + 1)
      // The end of a list that fits says nothing of the room.
      const isEnd = to >= shown.query.store.getState().rows.length - 1
      inSight.current = isEnd ? Math.max(inSight.current, rows) : rows
      void shown.query.want(from, to)
    },
    [shown.query],
  )
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

interface Opening {
  /** Restores the list as it was left, around that row; without it, it begins at its top. */
  backAt?: number
  size?: number
}

function openList<R>(
  client: Client,
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  { backAt, ...opening }: Opening,
): OpenedList<R> {
  const place = client.lists.open<R>(`${name} ${key}`)
  const query = queryOf(client, key, { ...opening, left: backAt === undefined ? undefined : place.left })
  const at = backAt ?? 0
  let begun: Promise<void> | undefined
  return { key, query, place, begin: () => (begun ??= query.want(at, at)) }
}

interface FollowedList<R> {
  query: RangeQuery<R>
  place: OpenList<R>
}

/** Keeps a list up to date until it is left. @returns function that stores it as left, and closes it */
export function followList<R>(
  { bridge, replica }: Pick<Client, 'bridge' | 'replica'>,
  { query, place }: FollowedList<R>,
): () => void {
  // Its answer came before these listeners: changes since then may have been missed.
  if (query.isUpToDate()) void query.reload()
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    place.leave(query.leave())
    query.close()
    stopChanged()
    stopEpoch()
  }
}
