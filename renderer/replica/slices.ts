import { createStore } from 'zustand/vanilla'
import type { Slices, Snapshot } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState } from '../bridge.ts'

/** What the core last said of itself. Written here alone; components only read. */
export interface ReplicaState {
  link: LinkState
  /** When `link` became what it is: a loss of a second is not worth a banner. */
  linkSince: number
  run: string | null
  version: number
  slices: Slices | null
  /** Grows when everything shown may be out of date: a reconnection, or a core that started again. */
  epoch: number
}

/** Keeps the replica of the global slices up to date with the bridge (architecture.md rule 2). */
export function createReplica(bridge: Bridge, now: () => number) {
  const store = createStore<ReplicaState>(() => ({
    link: 'connecting',
    linkSince: now(),
    run: null,
    version: 0,
    slices: null,
    epoch: 0,
  }))

  let asking = false
  const askSnapshot = async () => {
    if (asking) return
    asking = true
    const answer = await bridge.call('app.snapshot', {})
    asking = false
    if (answer.ok) take(answer.value)
  }

  const take = (snapshot: Snapshot) =>
    store.setState((state) => ({
      ...snapshot,
      epoch: state.run !== null && state.run !== snapshot.run ? state.epoch + 1 : state.epoch,
    }))

  bridge.onState((link) => {
    const before = store.getState()
    if (before.link === link) return
    store.setState({
      link,
      linkSince: now(),
      epoch: link === 'connected' ? before.epoch + 1 : before.epoch,
    })
    if (link === 'connected') void askSnapshot()
  })

  bridge.on('slice', ({ name, version, value }) => {
    const state = store.getState()
    // Before the first snapshot there is nothing to patch: it will bring this change with it.
    if (state.slices === null) return
    if (version !== state.version + 1) return void askSnapshot()
    store.setState({ version, slices: { ...state.slices, [name]: value } })
  })

  return store
}

export type Replica = ReturnType<typeof createReplica>
