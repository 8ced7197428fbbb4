import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost, type BrowserSide, type HostStart } from './host-browser.ts'
import { openFakeDoor, type FakeDoor, type FakeDoorOptions } from './host-door.ts'

export interface HostScene {
  /** Another one for each test. */
  readonly dataDir: string
  door(options?: FakeDoorOptions): Promise<FakeDoor>
  browser(start?: HostStart): BrowserSide
  /** Ends what was started, and begins anew. */
  clear(): Promise<void>
}

/** Doors and hosts of a test over a data directory. */
export function createHostScene(): HostScene {
  let made: string | null = null
  const dataDir = () => (made ??= mkdtempSync(join(tmpdir(), 'ventanilla native-host ñ-')))
  let doors: FakeDoor[] = []
  let browsers: BrowserSide[] = []
  return {
    get dataDir() {
      return dataDir()
    },
    async door(options) {
      const door = await openFakeDoor(dataDir(), options)
      doors.push(door)
      return door
    },
    browser(start) {
      const browser = startHost(dataDir(), start)
      browsers.push(browser)
      return browser
    },
    async clear() {
      for (const { child } of browsers) child.kill('SIGKILL')
      await Promise.all([...browsers.map(({ exited }) => exited), ...doors.map((door) => door.kill())])
      if (made !== null) await rm(made, { recursive: true, force: true })
      doors = []
      browsers = []
      made = null
    },
  }
}
