import type Axe from 'axe-core'
import type { Client } from '#renderer/replica/client.ts'
import type { readListFile } from '#renderer/features/plate-lists/read-list-file.ts'
import type { FakeBridge } from './harness/fake-bridge.ts'

declare global {
  interface Window {
    /** In-memory core of the harness. */
    bridge: FakeBridge
    /** Milliseconds that the test has added to `performance.now`; 0 adds none. */
    slow?: number
    /** Seed of its latency. */
    seed?: number
    /** Factor of its latency. */
    slower?: number
    /** Whether the buttons of a dialog took no press, as they came. */
    early?: boolean[]
    /** Stores of the screens. */
    client: Client
    /** Reads a list of plates in its worker, under the windows' content security policy. */
    readList: typeof readListFile
    /** Announces an outcome: a toast and the live region. */
    say: (words: string) => void
    /** Moves the clock of the screens. */
    setNow: (now: number) => void
    /**
     * Comes with the harness, and so from the browser's cache: sending its source to each page took a tenth of a test.
     */
    loadAxe: () => Promise<typeof Axe>
  }
}
