import { randomUUID } from 'node:crypto'
import type { SliceName, Slices, Snapshot } from '#shared/bridge/slices.ts'
import type { Broadcaster } from './router.ts'

/** Small global state of the core: every change is pushed whole, with a version that reveals gaps. */
export interface SliceHolder {
  get<N extends SliceName>(name: N): Slices[N]
  set<N extends SliceName>(name: N, value: Slices[N]): void
  snapshot(): Snapshot
}

export function createSlices(initial: Slices, publish: Broadcaster['publish']): SliceHolder {
  const slices = { ...initial }
  const run = randomUUID()
  let version = 0
  return {
    get: (name) => slices[name],
    set(name, value) {
      slices[name] = value
      version++
      publish('slice', { name, version, value })
    },
    snapshot: () => ({ run, version, slices: { ...slices } }),
  }
}
