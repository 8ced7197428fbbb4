import { parseArgs } from 'node:util'
import { usualDataDirectory } from '../core/instance/data-directory.ts'

export interface ShellOptions {
  dataDir: string
  /** An administrators' file to be checked, instead of a start. */
  checkAdminFile?: string
  /** Printed instead of a start. */
  prints?: 'help' | 'version'
  /** Opens the quick-lookup panel, of the running application if there is one. */
  opensPanel: boolean
  /** The user's own data directory, and not one named on the command line. */
  isUsualDirectory: boolean
  /** Started with the session: the window stays hidden. */
  hidden: boolean
  /** Whether the demonstration's first start fills it with an invented office. */
  sampleOffice: boolean
  /** Arguments passed on to the demonstration's service. */
  serviceArgs: string[]
}

/**
 * Our own options of the command line. All others are ignored and do not prevent a start: Chromium's own
 * switches, the system's (macOS adds one), and those of the web host.
 */
export function readShellOptions(args: readonly string[]): ShellOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    allowNegative: true,
    options: {
      'data-dir': { type: 'string' },
      'check-admin-file': { type: 'string' },
      consulta: { type: 'boolean' },
      'report-delay-ms': { type: 'string' },
      'sample-office': { type: 'boolean' },
      hidden: { type: 'boolean' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  })
  const { 'data-dir': directory, 'report-delay-ms': delay, 'check-admin-file': checkAdminFile } = values
  const isUsualDirectory = typeof directory !== 'string' || directory === ''
  return {
    dataDir: isUsualDirectory ? usualDataDirectory() : directory,
    isUsualDirectory,
    ...(typeof checkAdminFile === 'string' && { checkAdminFile }),
    ...(values['version'] === true && { prints: 'version' as const }),
    ...(values['help'] === true && { prints: 'help' as const }),
    opensPanel: values.consulta === true,
    hidden: values['hidden'] === true,
    sampleOffice: values['sample-office'] !== false,
    serviceArgs: typeof delay === 'string' && /^\d{1,9}$/.test(delay) ? [`--report-delay-ms=${delay}`] : [],
  }
}
