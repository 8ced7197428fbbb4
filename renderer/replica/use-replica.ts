import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { SliceName, Slices } from '#shared/bridge/slices.ts'
import { useClient } from './client.ts'
import { type QueryEntry, queryKey, type QueryName } from './queries.ts'

/** A global slice; `null` until the core has sent it, and while the window is locked. */
export function useSlice<N extends SliceName>(name: N): Slices[N] | null {
  const { replica } = useClient()
  return useStore(replica, (state) => state.slices?.[name] ?? null)
}

/** Lock state of this window, which is available even without slices. `null` until the core has sent it. */
export function useLock() {
  const { replica } = useClient()
  return useStore(replica, (state) => state.lock)
}

export function useLink() {
  const { replica } = useClient()
  return {
    link: useStore(replica, (state) => state.link),
    since: useStore(replica, (state) => state.linkSince),
  }
}

const NOTHING: QueryEntry = { data: undefined, error: undefined }

/**
 * Answer of a query, kept up to date while the component is mounted. `args` of `null` watches no query.
 * @param ask false to use only a cached answer
 */
export function useQuery<N extends QueryName>(
  name: N,
  args: CommandArgs<N> | null,
  ask = true,
): QueryEntry<N> {
  const { queries } = useClient()
  const key = args === null ? '' : queryKey(name, args)
  useWatch(ask ? key : '')
  return useStore(queries.store, (entries) => entries[key] ?? NOTHING)
}

/**
 * Keeps the answers of queries up to date while the component is mounted.
 * @param keys of `queryKey`, a line each
 */
export function useWatch(keys: string): void {
  const { queries } = useClient()
  const generation = useStore(queries.generations)
  useEffect(() => {
    if (keys === '') return
    const stops = keys.split('\n').map((key) => {
      const [name = ''] = key.split(' ', 1)
      return queries.watch(name as QueryName, JSON.parse(key.slice(name.length)) as never)
    })
    return () => stops.forEach((stop) => stop())
    // `generation`: all answers were dropped. A query that stays on screen is read again for the new account.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, keys, generation])
}

/** Longest interval between renders in ms, so that texts like «hace 12 s» lag little. */
const MAX_INTERVAL_MS = 5_000

/** Present time in ms. The component re-renders at an interval, so that visible ages grow. */
export function useNow(everyMs: number): number {
  const { clock } = useClient()
  const step = Math.min(everyMs, MAX_INTERVAL_MS)
  useEffect(() => clock.watch(), [clock])
  useStore(clock.store, (time) => Math.floor(time / step))
  return clock.store.getState()
}

/**
 * Value that depends on the present time. The component re-renders when the value changes, not at each tick.
 * @param read returns a value, or a flat list or object of values
 */
export function useAt<T>(read: (now: number) => T): T {
  const { clock } = useClient()
  useEffect(() => clock.watch(), [clock])
  return useStore(clock.store, useShallow(read))
}

/** Present time in ms, updated many times a second for a countdown on screen. */
export function useFastNow(everyMs: number): number {
  const { now } = useClient()
  const [time, setTime] = useState(now)
  useEffect(() => {
    setTime(now())
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [now, everyMs])
  return time
}
