import { createStore } from 'zustand/vanilla'
import type { Lock } from '#shared/bridge/lock.ts'
import type { Slices, Snapshot } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState } from '../bridge.ts'

/** What the core last said of itself. Written here alone; components only read. */
export interface ReplicaState {
  link: LinkState
  /** When `link` became what it is: a loss of a second is not worth a banner. */
  linkSince: number
  run: string | null
  version: number
  /** `null` before the core has said them, and while this window is locked: then it holds nothing to show. */
  slices: Slices | null
  /** Whether this window is locked; `null` until the core has said it. */
  lock: Lock | null
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
    lock: null,
    epoch: 0,
  }))

  let asking = false
  /** The newest that a slice was told with. */
  let heard = 0
  const askSnapshot = async () => {
    if (asking) return
    asking = true
    const heardBefore = heard
    const answer = await bridge.call('app.snapshot', {})
    asking = false
    if (!answer.ok) return
    // What was told while it was on its way is newer than it: a lock must not be undone, nor a change lost.
    const isOlder = heard > heardBefore && answer.value.version < heard
    if (isOlder) void askSnapshot()
    else take(answer.value)
  }
  const isLocked = () => store.getState().lock?.locked === true

  const take = ({ run, version, slices }: Snapshot) =>
    store.setState((state) => ({
      run,
      version,
      // A locked core gives no names, and none that were here before stay.
      slices: slices.lock.locked ? null : slices,
      lock: slices.lock,
      epoch: state.run !== null && state.run !== run ? state.epoch + 1 : state.epoch,
    }))

  bridge.onState((link) => {
    const before = store.getState()
    if (before.link === link) return
    store.setState({
      link,
      linkSince: now(),
      epoch: link === 'connected' ? before.epoch + 1 : before.epoch,
    })
    if (link !== 'connected') return
    // It may be another run of the core, which counts anew.
    heard = 0
    void askSnapshot()
  })

  bridge.on('slice', ({ name, version, value }) => {
    const state = store.getState()
    heard = Math.max(heard, version)
    if (name === 'lock' && (value as Lock).locked)
      return store.setState({ version, slices: null, lock: value as Lock })
    // Opened: what there is to show comes with the snapshot, and the window stays locked until it does.
    if (isLocked()) return name === 'lock' ? void askSnapshot() : undefined
    // Before the first snapshot there is nothing to patch: it will bring this change with it.
    if (state.slices === null) return
    if (version !== state.version + 1) return void askSnapshot()
    store.setState({
      version,
      slices: { ...state.slices, [name]: value },
      ...(name === 'lock' && { lock: value as Lock }),
    })
  })

  return store
}

export type Replica = ReturnType<typeof createReplica>

/** Nobody is here and the core cannot say so: this window locks by itself. The core's word, when it comes, counts. */
export function lockReplica(replica: Replica): void {
  replica.setState(({ lock }) => ({ slices: null, lock: lock && { ...lock, locked: true } }))
}
