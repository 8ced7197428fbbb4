import { createStore } from 'zustand/vanilla'
import type { Lock } from '#shared/bridge/desktop.ts'
import type { Slices, Snapshot } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState } from '../bridge.ts'

/** Global state that the core sent last. Only this module writes it. Components read it. */
export interface ReplicaState {
  link: LinkState
  /** Time of the last change of `link`, in ms. A short loss shows no banner. */
  linkSince: number
  run: string | null
  version: number
  /** `null` until the core has sent them, and while this window is locked. */
  slices: Slices | null
  /** Lock state of this window. `null` until the core has sent it. */
  lock: Lock | null
  /**
   * Number of times that everything on screen may have become stale: after a reconnection, or a restart of the core.
   */
  epoch: number
}

/** Keeps the replica of the global slices up to date with the bridge. */
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
  /** Highest version received with a slice. */
  let newest = 0
  const askSnapshot = async () => {
    if (asking) return
    asking = true
    const newestBefore = newest
    const answer = await bridge.call('app.snapshot', {})
    asking = false
    if (!answer.ok) return
    // A slice that came during the request is newer than the snapshot. Applying the snapshot could undo a lock or
    // lose a change.
    const isOlder = newest > newestBefore && answer.value.version < newest
    if (isOlder) void askSnapshot()
    else applySnapshot(answer.value)
  }
  const isLocked = () => store.getState().lock?.locked === true

  const applySnapshot = ({ run, version, slices }: Snapshot) =>
    store.setState((state) => ({
      run,
      version,
      // A locked core sends no names. Names received earlier are dropped.
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
    // Another run of the core counts its versions from the start.
    newest = 0
    void askSnapshot()
  })

  bridge.on('slice', ({ name, version, value }) => {
    const state = store.getState()
    newest = Math.max(newest, version)
    if (name === 'lock' && (value as Lock).locked)
      return store.setState({ version, slices: null, lock: value as Lock })
    // After an unlock, the data come with the snapshot. The window stays locked until then.
    if (isLocked()) return name === 'lock' ? void askSnapshot() : undefined
    // Without a snapshot there is nothing to patch. The first snapshot will include this change.
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

/** Locks this window if it is idle and the core cannot lock it. The next state that the core sends wins. */
export function lockReplica(replica: Replica): void {
  replica.setState(({ lock }) => ({ slices: null, lock: lock && { ...lock, locked: true } }))
}
