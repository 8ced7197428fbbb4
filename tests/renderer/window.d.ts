import type Axe from 'axe-core'
import type { Client } from '#renderer/replica/client.ts'
import type { FakeBridge } from './harness/fake-bridge.ts'

declare global {
  interface Window {
    /** The core in memory of the harness. */
    bridge: FakeBridge
    /** Of its latency. */
    seed?: number
    /** What the screens hold of it. */
    client: Client
    /** Something was done: in a toast, and aloud. */
    say: (words: string) => void
    /** Moves the clock of the screens. */
    setNow: (now: number) => void
    /** Comes with the harness, and so out of the browser's cache: its source sent to each page took a tenth of a test. */
    loadAxe: () => Promise<typeof Axe>
  }
}
