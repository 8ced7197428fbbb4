import { parseArgs } from 'node:util'
import { findDeepLink } from '#shared/bridge/route.ts'
import { fail, ok, type Result } from '#shared/bridge/result.ts'
import { readOptionError } from '#shared/option-error.ts'
import { terminalTexts as text } from '#shared/text/hosts.ts'
import { isVersion } from '#shared/update-feed/version.ts'
import { usualDataDirectory } from '../core/instance/data-directory.ts'
import type { BrowserWindow } from './open-browser.ts'

export interface WebOptions {
  /** Port to listen on. `undefined` means the data directory's own port, and 0 any free port. */
  port: number | undefined
  open: boolean
  /** `app`: separate window of an installed browser, if there is one. `tab`: tab of the user's browser. */
  browser: BrowserWindow
  dataDir: string
  /** True to open quick lookup, in the running application if there is one. */
  opensPanel: boolean
  /** True if the demonstration's first start fills it with an invented office. */
  sampleOffice: boolean
  /** Arguments passed on to the demonstration's service. */
  serviceArgs: string[]
  /** Newer version that did not start. The launcher starts this version in its place. */
  updateUndone: string | null
  /** Administrator's file to check instead of starting. */
  checkAdminFile?: string
  /** Text to print instead of starting. */
  prints?: 'help' | 'version'
  /** Link to open, unchanged. */
  link?: string
}

/**
 * Parses the command line of the web host. The error names the part that is not understood, for
 * `terminalTexts.badOption`.
 */
export function readOptions(args: readonly string[]): Result<WebOptions, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowNegative: true,
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        open: { type: 'boolean', default: true },
        browser: { type: 'string', default: 'app' },
        consulta: { type: 'boolean', default: false },
        'sample-office': { type: 'boolean', default: true },
        'data-dir': { type: 'string' },
        'check-admin-file': { type: 'string' },
        'report-delay-ms': { type: 'string' },
        'update-undone': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    })
    const link = findDeepLink(positionals)
    const other = positionals.find((one) => findDeepLink([one]) === undefined)
    if (other !== undefined) return fail(other)
    const port = values.port === undefined ? undefined : Number(values.port)
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      return fail(`--port=${values.port}`)
    const { browser } = values
    if (browser !== 'app' && browser !== 'tab') return fail(`--browser=${browser}`)
    const delay = values['report-delay-ms']
    const checkAdminFile = values['check-admin-file']
    if (delay !== undefined && !/^\d+$/.test(delay)) return fail(`--report-delay-ms=${delay}`)
    return ok({
      port,
      open: values.open,
      browser,
      opensPanel: values.consulta,
      sampleOffice: values['sample-office'],
      updateUndone: isVersion(values['update-undone'] ?? '') ? (values['update-undone'] ?? null) : null,
      dataDir: values['data-dir'] ?? usualDataDirectory(),
      serviceArgs: delay === undefined ? [] : [`--report-delay-ms=${delay}`],
      ...(checkAdminFile !== undefined && { checkAdminFile }),
      ...(values.version && { prints: 'version' }),
      ...(values.help && { prints: 'help' }),
      ...(link !== undefined && { link }),
    })
  } catch (error) {
    const wrong = readOptionError(error)
    if (wrong === null) return fail(String(error))
    if (wrong.kind === 'needs-value') return fail(text.optionWithoutValue(wrong.word))
    if (wrong.kind === 'takes-no-value') return fail(text.optionWithValue(wrong.word))
    return fail(wrong.word)
  }
}
