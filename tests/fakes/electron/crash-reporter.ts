import type { CrashReporterStartOptions } from 'electron'
import { app } from './app.ts'

/** Collects nothing; remembers how it was started, which can be once and too late. */
export const crashReporter = {
  started: null as (CrashReporterStartOptions & { directory: string; beforeReady: boolean }) | null,
  start(options: CrashReporterStartOptions) {
    if (options.uploadToServer !== false && options.submitURL === undefined)
      throw new Error('submitURL must be specified when uploadToServer is true')
    crashReporter.started = {
      ...options,
      directory: app.getPath('crashDumps'),
      beforeReady: !app.isReady(),
    }
  },
}
