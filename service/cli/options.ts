import { parseArgs } from 'node:util'

export interface Options {
  readonly port: number
  readonly host: string
  /** `:memory:`, or where the data live. */
  readonly dataDir: string
  readonly reportDelayMs: number
}

/** A mistake in how the service was called: one line on stderr, exit code 2. */
export class UsageError extends Error {}

const LONGEST_DELAY_MS = 3_600_000

/** Reads the command line, or throws a `UsageError` that names the option. */
export function parseOptions(args: readonly string[]): Options {
  const values = parse(args)
  return {
    port: wholeNumber('port', values.port, 65_535),
    host: loopback(values.host),
    dataDir: dataDirectory(values['data-dir']),
    reportDelayMs: wholeNumber('report-delay-ms', values['report-delay-ms'], LONGEST_DELAY_MS),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        'data-dir': { type: 'string', default: ':memory:' },
        'report-delay-ms': { type: 'string', default: '600' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replaceAll('\n', ' ') : 'bad options')
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
  throw new UsageError(`--${name} must be a whole number from 0 to ${max}`)
}

/** Nothing but this machine may reach a development environment. */
function loopback(host: string): string {
  if (host === 'localhost') return '127.0.0.1'
  if (host === '::1' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)) return host
  throw new UsageError('--host must be a loopback address, such as 127.0.0.1 or ::1')
}

function dataDirectory(path: string): string {
  if (path.trim() === '') throw new UsageError('--data-dir must be a directory or :memory:')
  return path
}
