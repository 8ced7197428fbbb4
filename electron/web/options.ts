import { parseArgs } from 'node:util'
import envPaths from 'env-paths'
import { fail, ok, type Result } from '#shared/bridge/result.ts'

export interface WebOptions {
  /** `undefined`: the data directory's own port; 0: any free one. */
  port: number | undefined
  open: boolean
  dataDir: string
  /** Passed on to the demonstration's service. */
  serviceArgs: string[]
}

/** The command line of the web host; what is wrong with it, in words, when it is wrong. */
export function readOptions(args: readonly string[]): Result<WebOptions, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: 'string' },
        open: { type: 'boolean', default: true },
        'data-dir': { type: 'string' },
        'report-delay-ms': { type: 'string' },
      },
    })
    const port = values.port === undefined ? undefined : Number(values.port)
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      return fail(`--port=${values.port}`)
    const delay = values['report-delay-ms']
    if (delay !== undefined && !/^\d+$/.test(delay)) return fail(`--report-delay-ms=${delay}`)
    return ok({
      port,
      open: values.open,
      dataDir: values['data-dir'] ?? envPaths('Ventanilla', { suffix: '' }).data,
      serviceArgs: delay === undefined ? [] : [`--report-delay-ms=${delay}`],
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
