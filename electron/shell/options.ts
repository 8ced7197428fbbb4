import { parseArgs } from 'node:util'
import envPaths from 'env-paths'

export interface ShellOptions {
  dataDir: string
  /** Passed on to the demonstration's service. */
  serviceArgs: string[]
}

/**
 * What of the command line is ours. Everything else is left alone and is no reason not to start: Chromium's own
 * switches, the system's (macOS adds one), and those of the web host.
 */
export function readShellOptions(args: readonly string[]): ShellOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { 'data-dir': { type: 'string' }, 'report-delay-ms': { type: 'string' } },
  })
  const { 'data-dir': directory, 'report-delay-ms': delay } = values
  return {
    dataDir:
      typeof directory === 'string' && directory !== ''
        ? directory
        : envPaths('Ventanilla', { suffix: '' }).data,
    serviceArgs: typeof delay === 'string' && /^\d{1,9}$/.test(delay) ? [`--report-delay-ms=${delay}`] : [],
  }
}
