import type { FakeBridge } from './harness/fake-bridge.ts'

declare global {
  interface Window {
    /** The core in memory of the harness. */
    bridge: FakeBridge
    /** Moves the clock of the screens. */
    setNow: (now: number) => void
  }
}
