import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { ResourceKind } from '#shared/bridge/inbox.ts'
import type { SliceName, Slices } from '#shared/bridge/slices.ts'
import { useClient } from './client.ts'
import { type QueryEntry, queryKey, type QueryName } from './queries.ts'

/** A global slice, or `null` until the core has sent it. */
export function useSlice<N extends SliceName>(name: N): Slices[N] | null {
  const { replica } = useClient()
  return useStore(replica, (state) => state.slices?.[name] ?? null)
}

/** Lock state of this window, available also without slices. `null` until the core has sent it. */
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
 * Answer of a query, kept up to date while the component is mounted. `null` watches nothing.
 * @param ask false shows only an answer already read
 */
export function useQuery<N extends QueryName>(
  name: N,
  args: CommandArgs<N> | null,
  ask = true,
): QueryEntry<N> {
  const { queries } = useClient()
  const key = args === null ? '' : queryKey(name, args)
  const generation = useStore(queries.generations)
  useEffect(() => {
    if (key === '' || !ask) return
    return queries.watch(name, JSON.parse(key.slice(name.length + 1)) as CommandArgs<N>)
    // All answers were dropped: a query that stays on screen, as in the sidebar, is read for the new account.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, name, key, ask, generation])
  return useStore(queries.store, (entries) => entries[key] ?? NOTHING)
}

/** Maximum interval between renders: words like «hace 12 s» lag little. */
const SLOWEST_MS = 5_000

/** Present time, renewed at an interval: visible ages grow. */
export function useNow(everyMs: number): number {
  const { clock } = useClient()
  const step = Math.min(everyMs, SLOWEST_MS)
  useEffect(() => clock.watch(), [clock])
  useStore(clock.store, (time) => Math.floor(time / step))
  return clock.store.getState()
}

/**
 * What something says at this moment: drawn again when it says something else, and not each time that the clock ticks.
 * @param read a value, or a flat list or object of them
 */
export function useAt<T>(read: (now: number) => T): T {
  const { clock } = useClient()
  useEffect(() => clock.watch(), [clock])
  return useStore(clock.store, useShallow(read))
}

/** The time many times a second, for what counts while it is looked at. */
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

/** Held down, an arrow passes some thirty rows in a second. */
const STAYS_MS = 60

/**
 * Reads the page of the row that the keyboard is on, so that Enter shows it at once. A row that is only passed is not
 * read: it would take the place of an answer that is kept for the way back.
 */
export function useReadAhead(kind: ResourceKind, id: string | undefined): void {
  const { queries } = useClient()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => void queries.prefetch('changes.get', { kind, id }), STAYS_MS)
    return () => clearTimeout(timer)
  }, [queries, kind, id])
}
