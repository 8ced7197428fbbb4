import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type ServiceAssumptions, serviceAssumptionsSchema } from '#shared/api/service-assumptions.ts'
import { parseCommandLine, UsageError, parseWholeOption } from '#shared/server/options.ts'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { Mode } from './context.ts'
import type { ApiKey } from './http/auth.ts'
import { type OperatorSubscription, operatorSubscription } from './webhooks/routes.ts'
import { type ScheduleName, schedules } from './webhooks/schedules.ts'

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
  const values = readArguments(args)
  return {
    port: parseWholeOption('port', values.port, 65_535),
    host: parseLoopbackHost(values.host),
    dataDir: checkDataDirectory(values['data-dir']),
    reportDelayMs: parseWholeOption('report-delay-ms', values['report-delay-ms'], MAX_DELAY_MS),
    downloadTtlMs: parseWholeOption('download-ttl-s', values['download-ttl-s'], MAX_TTL_S) * 1_000,
    signatureDelayMs: parseWholeOption('signature-delay-ms', values['signature-delay-ms'], MAX_DELAY_MS),
    retryProfile: parseChoice('retry-profile', values['retry-profile'], SCHEDULES),
    mode: parseChoice('mode', values.mode, MODES),
    webhookHosts: values['webhook-hosts'].split(',').filter(Boolean).map(parseHostName),
    autoplaySpeed: values.autoplay === undefined ? null : parseSpeed(values.autoplay),
    assumptionsFile: values.assumptions ?? null,
    subscriptionsFile: values.subscriptions ?? null,
    seed: values.seed ?? null,
  }
}

function readArguments(args: readonly string[]) {
  return parseCommandLine({
    // `--autoplay` is the only option that may have no value.
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

function parseChoice<T extends string>(name: string, text: string, known: readonly T[]): T {
  const found = known.find((each) => each === text)
  if (found !== undefined) return found
  throw new UsageError(`--${name} must be one of ${known.join(', ')}`)
}

function parseSpeed(text: string): number {
  const value = Number(text)
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && value > 0) return value
  throw new UsageError('--autoplay must be a speed, such as 1, 10 or 0.5')
}

function parseHostName(text: string): string {
  const host = text.trim().toLowerCase()
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host)) return host
  throw new UsageError('--webhook-hosts must be names of hosts, separated by commas')
}

/** Accepts only loopback addresses: no other machine may reach a development environment. */
function parseLoopbackHost(host: string): string {
  if (host === 'localhost') return '127.0.0.1'
  if (host === '::1' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)) return host
  throw new UsageError('--host must be a loopback address, such as 127.0.0.1 or ::1')
}

function checkDataDirectory(path: string): string {
  if (path.trim() === '') throw new UsageError('--data-dir must be a directory or :memory:')
  return path
}

/** Reads `--assumptions=FILE`: the assumptions that differ from the defaults. */
export function readAssumptions(file: string | null): Partial<ServiceAssumptions> {
  if (file === null) return {}
  const read = readJson('--assumptions', file, serviceAssumptionsSchema.partial())
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/**
 * Reads the list of `--subscriptions=FILE`. A subscription without an account belongs to the first account.
 * @param accounts accounts that have a key
 */
export function readSubscriptions(file: string | null, accounts: readonly string[]): OperatorSubscription[] {
  if (file === null) return []
  const account = z.string().refine((given) => accounts.includes(given), 'is an account without a key')
  const subscription = operatorSubscription.extend({ account: account.default(accounts[0] ?? '') })
  return readJson('--subscriptions', file, z.array(subscription))
}

function readJson<S extends z.ZodType>(option: string, file: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UsageError(`${option}: ${file} cannot be read as JSON`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`${option}: ${file}: ${issue?.path.join('.')} ${issue?.message ?? 'is not valid'}`)
}

/** Characters of a bearer token (RFC 6750). */
const KEY = /^[A-Za-z0-9._~+/-]+=*$/
/** Shape of a company's tax id. The control character is not checked: the companies are invented. */
const ACCOUNT = /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/

/** Account of the key that the service creates. */
const DEVELOPMENT_ACCOUNT = 'B12345674'

/** Parses `key=account,key=account`. An error names an entry by its position: a key is never printed. */
export function parseApiKeys(text: string): ApiKey[] {
  const seen = new Set<string>()
  return text.split(',').map((entry, index) => {
    // Split at the last `=`: a key may itself end in `=`.
    const cut = entry.lastIndexOf('=')
    const key = entry.slice(0, Math.max(cut, 0)).trim()
    const account = entry.slice(cut + 1).trim()
    const refuse = (why: string) => new UsageError(`SERVICE_API_KEYS: entry ${index + 1} ${why}`)
    if (cut === -1 || !KEY.test(key)) throw refuse('is not key=account')
    if (!ACCOUNT.test(account)) throw refuse('has an account that is not a company tax id, such as B12345674')
    if (seen.has(key)) throw refuse('repeats a key: each belongs to exactly one account')
    seen.add(key)
    return { key, account }
  })
}

/**
 * Returns the key of a service that was started without keys. The first start creates the key in the data
 * directory, readable only by the owner. A service in memory has a new key at each start.
 */
export function loadDevelopmentKey(directory: string | null): ApiKey {
  const key = directory === null ? makeKey() : loadStoredKey(join(directory, 'api-key'))
  return { key, account: DEVELOPMENT_ACCOUNT }
}

const makeKey = () => `dev_${randomBytes(24).toString('base64url')}`

function loadStoredKey(file: string): string {
  const stored = readIfThere(file)?.trim() ?? null
  if (stored !== null) {
    if (KEY.test(stored)) return stored
    throw new Error(`${file} does not hold a key: remove it and a new one will be made`)
  }
  const key = makeKey()
  writeOwnerFile(file, `${key}\n`)
  return key
}
