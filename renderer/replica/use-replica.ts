import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { SliceName, Slices } from '#shared/bridge/slices.ts'
import { useClient } from './client.ts'
import { type QueryEntry, type QueryName, queryKey } from './queries.ts'

/** A global slice, or `null` until the core has said it. */
export function useSlice<N extends SliceName>(name: N): Slices[N] | null {
  const { replica } = useClient()
  return useStore(replica, (state) => state.slices?.[name] ?? null)
}

/** Whether this window is locked, which it also knows while it holds no slices. `null` until the core has said it. */
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
 * What is known of a query, kept up to date while the component is on screen. `null` watches nothing.
 * @param ask without it, only what is already known is shown
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
    // Everything was forgotten: what stays on screen, as the places of the sidebar, is asked of the new account.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, name, key, ask, generation])
  return useStore(queries.store, (entries) => entries[key] ?? NOTHING)
}

/** The slowest that anything is drawn again for the time: words like «hace 12 s» are not much behind. */
const SLOWEST_MS = 5_000

/** The time, renewed every so often: ages grow while someone looks at them. */
export function useNow(everyMs: number): number {
  const { clock } = useClient()
  const step = Math.min(everyMs, SLOWEST_MS)
  useEffect(() => clock.watch(), [clock])
  useStore(clock.store, (time) => Math.floor(time / step))
  return clock.store.getState()
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
