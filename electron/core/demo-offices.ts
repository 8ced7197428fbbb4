import { randomUUID } from 'node:crypto'
import type { Result } from '#shared/bridge/result.ts'
import type { Scenario } from '#shared/scenario/scenario.ts'
import { bringBack, isApart, putApart, renewDemoDirectory } from './accounts/demo-directory.ts'
import { SESSION_FILE, sessionText } from './features/training/session-file.ts'
import { beginSession } from './features/training/session.rules.ts'
import type { Clock } from './runtime/clock.ts'

type Done = Promise<Result<Record<string, never>>>

/** Which office is in the place of the demonstration: its own, or that of a training scenario. */
export interface DemoOffices {
  /** Begins the demonstration anew, with its sample office or empty. */
  renewDemo(sample: boolean): Done
  /** Begins a scenario in an office of its own. */
  trainApart(scenario: Scenario): Done
  /** Brings the demonstration back from a scenario. */
  endApart(): Done
}

export interface DemoOfficesDeps {
  dataDir: string
  clock: Clock
  /** Runs the change while nothing uses the demonstration; refused while another account is on screen. */
  replace: (change: () => Promise<void>) => Done
}

export function createDemoOffices({ dataDir, clock, replace }: DemoOfficesDeps): DemoOffices {
  const renewDemo = (sample: boolean) => replace(() => renewDemoDirectory(dataDir, sample, clock.now()))
  return {
    renewDemo,
    trainApart: (scenario) =>
      replace(() => {
        const session = sessionText(beginSession(randomUUID(), scenario, true))
        return putApart(dataDir, { [SESSION_FILE]: session }, clock.now())
      }),
    endApart: () =>
      // Without one that waits, a kill came while the demonstration was being begun anew.
      isApart(dataDir) ? replace(() => bringBack(dataDir, clock.now())) : renewDemo(true),
  }
}
