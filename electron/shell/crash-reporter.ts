import { mkdirSync } from 'node:fs'
import type { App, CrashReporter } from 'electron'

/**
 * Keeps the crash dumps of every process of Electron on this PC, in a folder of their owner alone. They are sent to
 * nobody, neither by us nor by the system: nothing can be redacted from them.
 */
export function keepCrashDumps(
  app: Pick<App, 'setPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  directory: string,
): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', directory)
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true })
}
