import * as z from 'zod'
import { DEVICE_TOKEN } from '#shared/api/relay.ts'
import { subscriptionHeader } from '#shared/api/webhooks.ts'
import { parseCommandLine, UsageError, wholeNumber } from '#shared/server/options.ts'
import type { GivenOffice } from '../office/offices.ts'

const COMMANDS = ['serve', 'init', 'pair', 'devices', 'revoke', 'rotate', 'status'] as const
export type CommandName = (typeof COMMANDS)[number]

export interface Options {
  readonly command: CommandName
  /** Name for `init`, id for `revoke`. */
  readonly argument: string | null
  readonly json: boolean
  readonly port: number
  readonly host: string
  readonly opsPort: number
  /** `null`: the default directory of this user. */
  readonly dataDir: string | null
  readonly publicUrl: string | null
  readonly inboxRate: number
  readonly minFreeMb: number
  /** Office that a command is about, when there are several. */
  readonly office: string | null
  readonly isAdmin: boolean
  readonly isObserving: boolean
}

/** Commands that take an argument, with its name. */
const ARGUMENT: Partial<Record<CommandName, string>> = { init: 'NAME', revoke: 'ID' }

/** Parses the command line, or throws a `UsageError` that names what is wrong. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '4020' },
      host: { type: 'string', default: '127.0.0.1' },
      'ops-port': { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      'public-url': { type: 'string' },
      'inbox-rate': { type: 'string', default: '200' },
      'min-free-mb': { type: 'string', default: '512' },
      office: { type: 'string' },
      admin: { type: 'boolean', default: false },
      observe: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
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
    port: wholeNumber('port', values.port, 65_535),
    host: values.host === 'localhost' ? '127.0.0.1' : values.host,
    opsPort: wholeNumber('ops-port', values['ops-port'], 65_535),
    dataDir: values['data-dir'] ?? null,
    publicUrl: values['public-url'] === undefined ? null : publicUrl(values['public-url']),
    inboxRate: wholeNumber('inbox-rate', values['inbox-rate'], 1_000_000),
    minFreeMb: wholeNumber('min-free-mb', values['min-free-mb'], 1_000_000),
    office: values.office ?? null,
    isAdmin: values.admin,
    isObserving: values.observe,
  }
}

function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (!isPlain || url.username !== '')
    throw new UsageError('--public-url must be an address such as https://relay.example.com')
  return url.href.replace(/\/+$/, '')
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
