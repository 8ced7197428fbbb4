import { isIP } from 'node:net'
import * as z from 'zod'
import { DEVICE_TOKEN } from '#shared/api/relay.ts'
import { subscriptionHeader } from '#shared/api/webhooks.ts'
import { parseCommandLine, UsageError, parseWholeOption } from '#shared/server/options.ts'
import type { MailServer } from '../alarm/channels.ts'
import type { GivenOffice } from '../office/offices.ts'
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from '../store/postgres/connections.ts'

const COMMANDS = [
  'serve',
  'init',
  'pair',
  'devices',
  'revoke',
  'rotate',
  'enforce',
  'alarm',
  'receipts',
  'quarantine',
  'status',
  'export',
  'import',
  'new-key',
  'new-epoch',
  'doctor',
] as const
export type CommandName = (typeof COMMANDS)[number]

export interface Options {
  readonly command: CommandName
  /** Name for `init`, id for `revoke`, path for `export`, `import` and `new-key`. */
  readonly argument: string | null
  readonly json: boolean
  readonly port: number
  readonly host: string
  readonly opsPort: number
  /** `null`: the default directory of this user. */
  readonly dataDir: string | null
  /** Address of the database of several nodes; `null`: files in the data directory. */
  readonly database: string | null
  /** Of the key that those nodes share. */
  readonly keyFile: string | null
  readonly connections: number
  readonly publicUrl: string | null
  /** Running and networks of proxies in front, besides this machine's own. */
  readonly trustedProxies: readonly string[]
  /** Networks beside the internet that webhooks of the alarm may be in. */
  readonly alarmNetworks: readonly string[]
  readonly inboxRate: number
  readonly minFreeMb: number
  /** Office that a command is about, when there are several. */
  readonly office: string | null
  readonly isAdmin: boolean
  readonly isObserving: boolean
  /** With `export`: an older version was moving the office, and the other relay does not have it. */
  readonly isMoveAbandoned: boolean
  /** Address that the relay's mail comes from. */
  readonly mailFrom: string | null
  readonly alarm: AlarmOptions
}

/** Options of the command `alarm`: what was given changes, the rest stays. */
export interface AlarmOptions {
  readonly afterHours: number | null
  readonly isAllHours: boolean | null
  readonly mail: readonly string[] | null
  readonly webhook: string | null
  readonly isOff: boolean
  readonly isTest: boolean
}

/** Commands that take an argument, with its name. */
const ARGUMENT: Partial<Record<CommandName, string>> = {
  init: 'NAME',
  revoke: 'ID',
  export: 'FILE',
  import: 'FILE',
  'new-key': 'FILE',
}

/** Parses the command line and the address of the database in the environment, or throws a `UsageError` that names what is wrong. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): Options {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '4020' },
      host: { type: 'string', default: '127.0.0.1' },
      'ops-port': { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      database: { type: 'string' },
      'key-file': { type: 'string' },
      'database-connections': { type: 'string', default: String(DEFAULT_CONNECTIONS) },
      'public-url': { type: 'string' },
      'trust-proxy': { type: 'string', default: '' },
      'alarm-networks': { type: 'string', default: '' },
      'inbox-rate': { type: 'string', default: '200' },
      'min-free-mb': { type: 'string', default: '512' },
      office: { type: 'string' },
      admin: { type: 'boolean', default: false },
      observe: { type: 'boolean', default: false },
      'abandon-move': { type: 'boolean', default: false },
      'mail-from': { type: 'string' },
      'after-hours': { type: 'string' },
      'all-hours': { type: 'boolean' },
      mail: { type: 'string', multiple: true },
      webhook: { type: 'string' },
      off: { type: 'boolean', default: false },
      test: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowNegative: true,
  })
  const [first = 'serve', argument, ...rest] = positionals
  const command = COMMANDS.find((each) => each === first)
  if (command === undefined)
    throw new UsageError(`there is no command ${first}: ${COMMANDS.slice(1).join(', ')}`)
  const needed = ARGUMENT[command]
  if (needed !== undefined && !argument?.trim()) throw new UsageError(`${command} takes a ${needed}`)
  if (rest.length > 0 || (needed === undefined && argument !== undefined))
    throw new UsageError(`${command} takes ${needed === undefined ? 'no argument' : `one ${needed}`}`)
  return {
    command,
    argument: argument?.trim() ?? null,
    json: values.json,
    port: parseWholeOption('port', values.port, 65_535),
    host: values.host === 'localhost' ? '127.0.0.1' : values.host,
    opsPort: parseWholeOption('ops-port', values['ops-port'], 65_535),
    dataDir: values['data-dir'] ?? null,
    database: database(values.database ?? env['RELAY_DATABASE']),
    keyFile: values['key-file'] ?? null,
    connections: connections(values['database-connections']),
    publicUrl: values['public-url'] === undefined ? null : relayAddress('public-url', values['public-url']),
    trustedProxies: addressesOrNetworks('trust-proxy', values['trust-proxy']),
    alarmNetworks: addressesOrNetworks('alarm-networks', values['alarm-networks']),
    inboxRate: parseWholeOption('inbox-rate', values['inbox-rate'], 1_000_000),
    minFreeMb: parseWholeOption('min-free-mb', values['min-free-mb'], 1_000_000),
    office: values.office ?? null,
    isAdmin: values.admin,
    isObserving: values.observe,
    isMoveAbandoned: values['abandon-move'],
    mailFrom: values['mail-from'] ?? null,
    alarm: {
      afterHours:
        values['after-hours'] === undefined
          ? null
          : parseWholeOption('after-hours', values['after-hours'], 72),
      isAllHours: values['all-hours'] ?? null,
      mail: values.mail ?? null,
      webhook: values.webhook ?? null,
      isOff: values.off,
      isTest: values.test,
    },
  }
}

/** An error never repeats it: it may have a password. */
function database(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new UsageError('--database must be an address such as postgres://relay@db.example.com/relay')
  return text
}

function connections(text: string): number {
  const count = parseWholeOption('database-connections', text, 1_000)
  if (count < MIN_CONNECTIONS)
    throw new UsageError(`--database-connections is at least ${MIN_CONNECTIONS}: one hears the other nodes`)
  return count
}

function relayAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (!isPlain || url.username !== '')
    throw new UsageError(`--${option} must be an address such as https://relay.example.com`)
  return url.href.replace(/\/+$/, '')
}

const addressesOrNetworks = (option: string, text: string) =>
  text
    .split(',')
    .filter(Boolean)
    .map((each) => addressOrNetwork(option, each))

function addressOrNetwork(option: string, text: string): string {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  const isPrefix = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
  if (isIP(address) !== 0 && isPrefix && rest.length === 0) return text
  throw new UsageError(`--${option} takes addresses or networks such as 10.0.0.5,172.16.0.0/12`)
}

const givenOffice = z.strictObject({
  name: z.string().trim().min(1).max(100),
  adminToken: z.string().regex(/^[\x21-\x7e]{20,200}$/),
  inboxKey: z.string().regex(/^[\w-]{22,100}$/),
  header: subscriptionHeader,
  device: z
    .strictObject({
      id: z.string().regex(/^[\w-]{1,64}$/),
      name: z.string().trim().min(1).max(60),
      token: z.string().regex(DEVICE_TOKEN),
    })
    .optional(),
})

/** Reads `RELAY_OFFICE`. An error names the field, never its content. */
export function parseGivenOffice(text: string): GivenOffice {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError('RELAY_OFFICE is not JSON')
  }
  const result = givenOffice.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(
    `RELAY_OFFICE: ${result.error.issues[0]?.path.join('.') ?? ''} is missing or not valid`,
  )
}

/**
 * Reads `RELAY_SMTP`, such as `smtps://user:password@smtp.example.com`: in the environment, because other users of a
 * machine see a command line. An error never repeats it.
 */
export function parseMailServer(text: string | undefined, from: string | null): MailServer | null {
  if (text === undefined || text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError('RELAY_SMTP must be an address such as smtps://user:password@smtp.example.com')
  const sender = from ?? decodeURIComponent(url.username)
  if (!z.email().safeParse(sender).success)
    throw new UsageError('--mail-from must be the address that the mail comes from')
  return { url: text, from: sender }
}
