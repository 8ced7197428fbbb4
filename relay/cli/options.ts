import { isIP } from 'node:net'
import * as z from 'zod'
import { DEVICE_TOKEN } from '#shared/api/relay.ts'
import { subscriptionHeader } from '#shared/api/webhooks.ts'
import { parseCommandLine, UsageError, parseWholeOption } from '#shared/server/options.ts'
import type { MailServer } from '../alarm/channels.ts'
import type { GivenOffice } from '../office/offices.ts'

/** Default maximum of connections per node. */
const DEFAULT_CONNECTIONS = 6
/** One connection listens to the other nodes, one writes, one reads. */
const MIN_CONNECTIONS = 3

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
  /** Database address of several nodes. `null`: files in the data directory. */
  readonly database: string | null
  /** File with the key that all nodes share. */
  readonly keyFile: string | null
  readonly connections: number
  readonly publicUrl: string | null
  /** Addresses and networks of the reverse proxies, besides loopback. */
  readonly trustedProxies: readonly string[]
  /** Private networks that webhooks of the alarm may be in. */
  readonly alarmNetworks: readonly string[]
  readonly inboxRate: number
  readonly minFreeMb: number
  /** Office of a command, needed if the relay has several. */
  readonly office: string | null
  readonly isAdmin: boolean
  readonly isObserving: boolean
  /** With `export`: an older version began to move the office, and the other relay does not have it. */
  readonly isMoveAbandoned: boolean
  /** Sender address of the relay's mail. */
  readonly mailFrom: string | null
  readonly alarm: AlarmOptions
}

/** Options of the command `alarm`. `null` leaves a setting unchanged. */
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

const OPTIONS = {
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
} as const

/**
 * Marks the id of `revoke` as an argument. Ids of earlier versions may begin with a hyphen.
 * @returns the arguments, with such an id at the end, after `--`
 */
function markId(args: readonly string[]): string[] {
  const at = args.indexOf('revoke') + 1
  const id = args[at] ?? ''
  const isPlain = at === 0 || !/^-[\w-]{11}$/.test(id) || id.slice(2) in OPTIONS
  return isPlain ? [...args] : [...args.slice(0, at), ...args.slice(at + 1), '--', id]
}

/** Parses the command line and `RELAY_DATABASE`. Throws a `UsageError` that names the invalid option. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): Options {
  const { values, positionals } = parseCommandLine({
    args: markId(args),
    allowPositionals: true,
    options: OPTIONS,
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
    database: parseDatabase(values.database ?? env['RELAY_DATABASE']),
    keyFile: values['key-file'] ?? null,
    connections: parseConnections(values['database-connections']),
    publicUrl:
      values['public-url'] === undefined ? null : parseRelayAddress('public-url', values['public-url']),
    trustedProxies: parseNetworkList('trust-proxy', values['trust-proxy']),
    alarmNetworks: parseNetworkList('alarm-networks', values['alarm-networks']),
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

/** The error does not repeat the address, which may contain a password. */
function parseDatabase(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new UsageError('--database must be an address such as postgres://relay@db.example.com/relay')
  return text
}

function parseConnections(text: string): number {
  const count = parseWholeOption('database-connections', text, 1_000)
  if (count < MIN_CONNECTIONS)
    throw new UsageError(`--database-connections is at least ${MIN_CONNECTIONS}: one hears the other nodes`)
  return count
}

function parseRelayAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (!isPlain || url.username !== '')
    throw new UsageError(`--${option} must be an address such as https://relay.example.com`)
  return url.href.replace(/\/+$/, '')
}

const parseNetworkList = (option: string, text: string) =>
  text
    .split(',')
    .filter(Boolean)
    .map((each) => checkNetwork(option, each))

function checkNetwork(option: string, text: string): string {
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

/** Parses `RELAY_OFFICE`. An error names the field, never its content. */
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
 * Parses `RELAY_SMTP`, such as `smtps://user:password@smtp.example.com`. The value comes from the environment,
 * because other users of a machine see command lines. An error never repeats the value.
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

/** Output of `--help`. docs/relay/operate.md has the details. */
export const USAGE = `npm run relay -- [command] [options]

  (none)          runs the relay
  init NAME       makes an office and prints its secrets, once
  pair            makes a code for a PC of the office, and asks whether the words are the same
  devices         the PCs of the office
  revoke ID       ends one of them
  rotate          a new secret for the header; the former one is good for 7 more days
  enforce         the header is required from now on, after init --observe
  alarm           whom it tells when events wait and no PC listens
  receipts        which PC confirmed which event and when
  quarantine      bodies of the last seven days that could not be read, which no PC has seen
  export FILE     writes an office into a file, for import at another relay; on a stopped relay, which it leaves
  import FILE     adds the office of that file to this relay, which is stopped
  new-key FILE    makes the key that the nodes of one database share
  new-epoch       says that an older copy of the database was put back; with the nodes stopped
  doctor          looks at what the relay needs, and says what is wrong and what to do
  status          where the office's list stands, and what the operator is given

  --data-dir=DIR          where it keeps its data; all commands need the same
  --database=URL          several nodes over PostgreSQL 15: postgres://relay@db.example.com/relay, or
                          RELAY_DATABASE, where other users do not see a password
  --key-file=FILE         with a database: what its secrets are sealed with; the same for all nodes
  --database-connections=6  that this node holds at most: one hears the others, two are for events
  --port=4020             0 for a free one
  --host=127.0.0.1        an address of this machine
  --ops-port=0            loopback: /livez, /readyz, /metrics
  --public-url=URL        address that the operator reaches it at
  --trust-proxy=ADDRESSES addresses or networks of the proxy in front, when it is not on this machine
  --alarm-networks=ADDRESSES  addresses or networks of this machine or beside it that webhooks of the
                          alarm may be in, such as 127.0.0.1
  --inbox-rate=200        events per second of one office; 0 for no limit
  --min-free-mb=512       less room on the disk, and events are refused for a while
  --office=NAME           for a command, when there are several offices
  --admin                 with pair: the PC may administer the office
  --observe               with init: events are taken without the header too
  --abandon-move          with export: an older version was moving the office, and the other relay does not have it
  --mail-from=ADDRESS     sender of its mail; RELAY_SMTP has the server
  --after-hours=4         with alarm: hours until it is raised, Monday to Friday from 8 to 20
  --all-hours             with alarm: nights and weekends count too; --no-all-hours
  --mail=ADDRESS          with alarm: gets a mail; may be repeated
  --webhook=URL           with alarm: gets a POST
  --off                   with alarm: tells no one
  --test                  with alarm: sends a test message
  --json                  with a command: one line of JSON
  --version               which version this is

RELAY_OFFICE={"name","adminToken","inboxKey","header":{"name","value"},"device"?:{"id","name","token"}} makes or keeps that office at the start.
RELAY_SMTP=smtps://user:password@smtp.example.com is the mail server of the alarm.
A socket that the service manager passes (LISTEN_FDS) takes the place of --host and --port.
`
