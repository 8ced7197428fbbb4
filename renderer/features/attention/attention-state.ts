import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Result } from '#shared/bridge/result.ts'
import type { Settings } from '#shared/bridge/settings.ts'
import { registerReset } from '../../app/account-change.ts'
import { sayFailed } from '../../app/say-failed.ts'
import type { Client } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { putOffKeys, putOffUntilTomorrow } from './attention-order.ts'

interface AttentionState {
  /** Things that the user put off in this window. The core may not have stored them yet. */
  putOff: Settings['putOff']
  /** Things that the user ended in this window. They go at once, however slow the core is. */
  dismissed: readonly string[]
  /** Things that screen readers have announced. */
  announced: readonly string[]
  /** True while the browser asks for the permission to notify. */
  isAsking: boolean
}

const NOTHING: AttentionState = { putOff: [], dismissed: [], announced: [], isAsking: false }
const store = createStore<AttentionState>(() => NOTHING)
registerReset(() => store.setState(NOTHING))

export const useAttention = <T>(select: (state: AttentionState) => T) => useStore(store, select)
export const attentionNow = () => store.getState()
export const noteAnnounced = (key: string) =>
  store.setState(({ announced }) => ({ announced: [...announced, key] }))
export const setAsking = (isAsking: boolean) => store.setState({ isAsking })

const NONE: Settings['putOff'] = []

/** Keys of the things that the user put off, in any window and any run. */
export function usePutOff(): readonly string[] {
  const stored = useSlice('settings')?.putOff ?? NONE
  const own = useAttention(({ putOff }) => putOff)
  return useAt((now) => putOffKeys([...stored, ...own], now))
}

/** Puts a thing off until tomorrow. The settings of this PC store it for every window. */
export async function putOffThing({ bridge, replica, now }: Client, key: string) {
  const stored = replica.getState().slices?.settings.putOff ?? NONE
  const putOff = putOffUntilTomorrow([...stored, ...store.getState().putOff], key, now())
  store.setState({ putOff })
  const answer = await bridge.call('settings.update', { putOff })
  if (answer.ok) return
  store.setState((state) => ({ putOff: state.putOff.filter(({ thing }) => thing !== key) }))
  sayFailed(answer.error)
}

/** Ends a thing. If the core refuses, the thing returns. */
export async function dismissThing(key: string, calls: readonly Promise<Result<unknown>>[] = []) {
  store.setState(({ dismissed }) => ({ dismissed: [...dismissed, key] }))
  for (const answer of await Promise.all(calls)) {
    if (answer.ok) continue
    store.setState(({ dismissed }) => ({ dismissed: dismissed.filter((one) => one !== key) }))
    return sayFailed(answer.error)
  }
}
