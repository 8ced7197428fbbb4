import { parseCommandLine, UsageError, parseWholeOption } from '#shared/server/options.ts'
import type { Mode } from '../context.ts'
import { type ScheduleName, schedules } from '../webhooks/schedules.ts'

export interface Options {
  readonly port: number
  readonly host: string
  /** `:memory:`, or the data directory. */
  readonly dataDir: string
  readonly reportDelayMs: number
  readonly signatureDelayMs: number
  readonly downloadTtlMs: number
  readonly retryProfile: ScheduleName
  readonly mode: Mode
  /** Hosts outside this machine that events may be sent to. */
  readonly webhookHosts: readonly string[]
  /** `null`: procedures move only by request. */
  readonly autoplaySpeed: number | null
  /** Files of the operator: overridden assumptions, and subscriptions. */
  readonly assumptionsFile: string | null
  readonly subscriptionsFile: string | null
  /** The same seed gives the same ids, in the same order. */
  readonly seed: string | null
}

const MAX_DELAY_MS = 3_600_000
const MAX_TTL_S = 86_400

/** Parses the command line, or throws a `UsageError` that names the option. */
export function parseOptions(args: readonly string[]): Options {
  const values = parse(args)
  return {
    port: parseWholeOption('port', values.port, 65_535),
    host: loopback(values.host),
    dataDir: dataDirectory(values['data-dir']),
    reportDelayMs: parseWholeOption('report-delay-ms', values['report-delay-ms'], MAX_DELAY_MS),
    downloadTtlMs: parseWholeOption('download-ttl-s', values['download-ttl-s'], MAX_TTL_S) * 1_000,
    signatureDelayMs: parseWholeOption('signature-delay-ms', values['signature-delay-ms'], MAX_DELAY_MS),
    retryProfile: oneOf('retry-profile', values['retry-profile'], SCHEDULES),
    mode: oneOf('mode', values.mode, MODES),
    webhookHosts: values['webhook-hosts'].split(',').filter(Boolean).map(hostName),
    autoplaySpeed: values.autoplay === undefined ? null : speed(values.autoplay),
    assumptionsFile: values.assumptions ?? null,
    subscriptionsFile: values.subscriptions ?? null,
    seed: values.seed ?? null,
  }
}

function parse(args: readonly string[]) {
  return parseCommandLine({
    // The only option that may go without a value.
    args: args.map((arg) => (arg === '--autoplay' ? '--autoplay=1' : arg)),
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      'data-dir': { type: 'string', default: ':memory:' },
      'report-delay-ms': { type: 'string', default: '600' },
      'signature-delay-ms': { type: 'string', default: '1000' },
      'download-ttl-s': { type: 'string', default: '300' },
      'retry-profile': { type: 'string', default: 'default' },
      mode: { type: 'string', default: 'development' },
      'webhook-hosts': { type: 'string', default: '' },
      autoplay: { type: 'string' },
      assumptions: { type: 'string' },
      subscriptions: { type: 'string' },
      seed: { type: 'string' },
    },
  }).values
}

const MODES = ['development', 'production'] as const
const SCHEDULES = Object.keys(schedules) as ScheduleName[]

function oneOf<T extends string>(name: string, text: string, known: readonly T[]): T {
  const found = known.find((each) => each === text)
  if (found !== undefined) return found
  throw new UsageError(`--${name} must be one of ${known.join(', ')}`)
}

function speed(text: string): number {
  const value = Number(text)
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && value > 0) return value
  throw new UsageError('--autoplay must be a speed, such as 1, 10 or 0.5')
}

function hostName(text: string): string {
  const host = text.trim().toLowerCase()
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host)) return host
  throw new UsageError('--webhook-hosts must be names of hosts, separated by commas')
}

/** Accepts loopback hosts alone: nothing else may reach a development environment. */
function loopback(host: string): string {
  if (host === 'localhost') return '127.0.0.1'
  if (host === '::1' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)) return host
  throw new UsageError('--host must be a loopback address, such as 127.0.0.1 or ::1')
}

function dataDirectory(path: string): string {
  if (path.trim() === '') throw new UsageError('--data-dir must be a directory or :memory:')
  return path
}
