import { createInterface } from 'node:readline/promises'
import { type Alarm, type AlarmSettings, alarmTestWire, alarmWire } from '#shared/api/relay-alarm.ts'
import {
  type Receipt,
  receiptsWire,
  devicesWire,
  officeWire,
  PAIRING_VERSION,
  type PairingState,
  pairingStateWire,
  pairingWire,
  quarantineWire,
} from '#shared/api/relay.ts'
import { answerPairing } from '#shared/sealing/compared-words.ts'
import { UsageError } from '#shared/server/options.ts'
import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'
import type { AlarmOptions, CommandName, Options } from './options.ts'
import type { Place } from './place.ts'

/** Output of a command: a value for `--json`, and lines for a person. */
export interface CommandOutput {
  json: unknown
  lines: string[]
  /** The command has output but failed: exit code 1. */
  isFailed?: boolean
}

type Command = (api: OfficeApi, options: Options) => Promise<CommandOutput>

/** Commands about an office. */
export type OfficeCommand = Exclude<
  CommandName,
  'serve' | 'new-key' | 'new-epoch' | 'doctor' | 'export' | 'import'
>

const COMMANDS: Record<OfficeCommand, Command> = {
  async init(api, { argument, isObserving, publicUrl }) {
    if (api.relay === null) throw new Error('stop the relay first: an office is made while it is not running')
    const name = argument ?? ''
    const { secrets } = await api.relay.offices.create(name, isObserving ? 'observe' : 'enforce')
    const { adminToken, header } = secrets
    const path = `/in/${secrets.inboxKey}`
    const inbox = publicUrl === null ? path : publicUrl + path
    return {
      json: { name, adminToken, inbox, header },
      lines: [
        `Office: ${name}`,
        `Administrator's token: ${adminToken}`,
        `Address for the operator: ${inbox}${publicUrl === null ? ' (below the public address)' : ''}`,
        `Header for the operator: ${header.name}: ${header.value}`,
      ],
    }
  },

  async pair(api, { isAdmin, json }) {
    if (!api.isRunning) throw new Error('start the relay first: a code is for a PC that reaches it')
    const { id, code, expiresAt } = pairingWire.parse(
      await api.ask('POST', '/v1/pairings', { version: PAIRING_VERSION, admin: isAdmin }),
    )
    process.stderr.write(`Code: ${code} (until ${expiresAt}). Waiting for the PC…\n`)
    if (json) process.stdout.write(`${JSON.stringify({ id, code, expiresAt })}\n`)
    const committed = await waitForStateChange(api, id, 'waiting')
    if (committed.key === undefined) return { json: committed, lines: [`The code is ${committed.state}.`] }
    const answer = answerPairing(code, committed.key, null)
    await api.ask('POST', `/v1/pairings/${id}/nonce`, { nonce: answer.adminNonce })
    const claimed = await waitForStateChange(api, id, 'answered')
    if (claimed.state !== 'claimed') return { json: claimed, lines: [`The code is ${claimed.state}.`] }
    const words = answer.words(claimed.key)
    if (words !== null) process.stderr.write(`${claimed.name}: ${words.join(' ')}\n`)
    else process.stderr.write(`${claimed.name}: its key is not the one that it was committed to.\n`)
    const isSame = words !== null && (await askYesNo('Does that PC show the same words? (yes/no) '))
    const state = await api.ask('POST', `/v1/pairings/${id}/${isSame ? 'confirm' : 'refuse'}`)
    return { json: state, lines: [isSame ? 'Paired.' : 'Refused.'] }
  },

  async devices(api) {
    const answer = devicesWire.parse(await api.ask('GET', '/v1/devices'))
    const lines = answer.devices.map(
      ({ id, name, admin, seenAt, acked }) =>
        `${id}  ${name}${admin ? ' (administrator)' : ''}  heard ${seenAt ?? 'never'}  confirmed ${acked}`,
    )
    return { json: answer, lines: lines.length === 0 ? ['No PC is paired.'] : lines }
  },

  async revoke(api, { argument }) {
    await api.ask('DELETE', `/v1/devices/${encodeURIComponent(argument ?? '')}`).catch((error: unknown) => {
      if (!(error instanceof AnswerError) || error.status !== 404) throw error
      throw new Error(`no PC has the id ${argument}: see devices`, { cause: error })
    })
    return { json: { revoked: argument }, lines: ['Revoked.'] }
  },

  async rotate(api) {
    const answer = (await api.ask('POST', '/v1/office/rotate')) as {
      header: { name: string; value: string }
      formerUntil: string
    }
    const { header, formerUntil } = answer
    return {
      json: answer,
      lines: [`${header.name}: ${header.value}`, `The former value is good until ${formerUntil}.`],
    }
  },

  async enforce(api) {
    await api.ask('POST', '/v1/office/enforce')
    return { json: { mode: 'enforce' }, lines: ['The header is required.'] }
  },

  alarm: runAlarmCommand,
  receipts: runReceiptsCommand,
  quarantine: runQuarantineCommand,

  async status(api, { publicUrl }) {
    const office = officeWire.parse(await api.ask('GET', '/v1/office'))
    const { name, epoch, head, floor, lastReceivedAt, duplicates, quarantined, unreadable, inbox } = office
    const isReachable = (api.isRunning && api.relay === null) || publicUrl !== null
    return {
      json: { running: api.isRunning, ...office },
      lines: [
        `${name}: ${api.relay === null ? 'running' : api.isRunning ? 'in a database' : 'not running'}`,
        `Events: ${floor} to ${head} of ${epoch}, last received ${lastReceivedAt ?? 'never'}`,
        `Received again: ${duplicates}; not readable: ${quarantined}`,
        ...(unreadable
          ? [
              `WARNING: ${unreadable.count} of the last seven days, the last ${unreadable.lastAt}: ${unreadable.reason}. No PC has seen them: see quarantine`,
            ]
          : []),
        ...(inbox === null || !isReachable ? [] : [`Address for the operator: ${inbox.url}`]),
        ...(inbox === null ? [] : [`Header for the operator: ${inbox.header.name}: ${inbox.header.value}`]),
      ],
    }
  },
}

export function printOutput({ json, lines }: CommandOutput, isJson: boolean): void {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${lines.join('\n')}\n`)
}

/** Runs an administrator's command on the data, and prints its output. */
export async function runCommand(command: OfficeCommand, options: Options, place: Place): Promise<void> {
  const { json, office } = options
  const api = await openOfficeApi(place, office)
  try {
    const said = await COMMANDS[command](api, options)
    printOutput(said, json)
    if (said.isFailed === true) process.exitCode = 1
  } finally {
    await api.close()
  }
}

async function waitForStateChange({ ask }: OfficeApi, id: string, known: PairingState['state']) {
  for (;;) {
    const state = pairingStateWire.parse(await ask('GET', `/v1/pairings/${id}?wait=25&state=${known}`))
    if (state.state !== known) return state
  }
}

async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(y|yes|s|si|sí)$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

/** `alarm`: shows, changes or tests the alarm settings. */
async function runAlarmCommand(api: OfficeApi, { alarm: given }: Options): Promise<CommandOutput> {
  let alarm = alarmWire.parse(await api.ask('GET', '/v1/office/alarm'))
  const wanted = mergeSettings(alarm.settings, given)
  if (wanted !== null) alarm = alarmWire.parse(await api.ask('PUT', '/v1/office/alarm', wanted))
  if (!given.isTest) return { json: alarm, lines: formatAlarm(alarm) }
  const test = alarmTestWire.parse(await api.ask('POST', '/v1/office/alarm/test'))
  const lines = test.sent.map(({ channel, outcome, detail }) =>
    outcome === 'ok' ? `Test by ${channel}: sent.` : `Test by ${channel}: failed (${detail}).`,
  )
  return {
    isFailed: test.sent.length === 0 || test.sent.some(({ outcome }) => outcome === 'failed'),
    json: { ...alarm, test },
    lines: [...formatAlarm(alarm), ...(lines.length > 0 ? lines : ['No test: it tells no one.'])],
  }
}

/** Applies the given options. Returns `null` if no option changes anything. */
function mergeSettings(settings: AlarmSettings, options: AlarmOptions): AlarmSettings | null {
  const { afterHours, isAllHours, mail, webhook, isOff } = options
  if (isOff) return { ...settings, mail: [], webhook: null }
  if (afterHours === null && isAllHours === null && mail === null && webhook === null) return null
  return {
    afterHours: afterHours ?? settings.afterHours,
    hours: isAllHours === null ? settings.hours : isAllHours ? 'all' : 'working',
    mail: mail === null ? settings.mail : [...mail],
    webhook: webhook ?? settings.webhook,
  }
}

function formatAlarm({
  settings,
  waiting,
  waitingSince,
  confirmedAt,
  raisedAt,
  lastMessage,
}: Alarm): string[] {
  const { afterHours, hours, mail, webhook } = settings
  const told = [...mail, ...(webhook === null ? [] : [webhook])]
  return [
    told.length === 0
      ? 'It tells no one: give --mail or --webhook.'
      : `Told after ${afterHours} h${hours === 'all' ? '' : ' (Monday to Friday, 8 to 20)'}: ${told.join(', ')}`,
    waiting === 0 ? 'No event waits.' : `${waiting} events wait since ${waitingSince}.`,
    `Last confirmation: ${confirmedAt ?? 'never'}`,
    ...(raisedAt === null ? [] : [`Raised: ${raisedAt}`]),
    ...(lastMessage === null
      ? []
      : [`Last message: ${lastMessage.outcome} ${lastMessage.at} ${lastMessage.detail ?? ''}`.trim()]),
  ]
}

/** `quarantine`: shows bodies that could not be read. */
async function runQuarantineCommand(api: OfficeApi): Promise<CommandOutput> {
  const answer = quarantineWire.parse(await api.ask('GET', '/v1/quarantine'))
  const { count, bodies } = answer
  const lines = bodies.flatMap(({ receivedAt, bytes, reason, beginning }) => [
    `${receivedAt}  ${bytes} bytes  ${reason}`,
    `  ${escapeBody(Buffer.from(beginning, 'base64'))}`,
  ])
  const left = count - bodies.length
  return {
    json: answer,
    lines: [
      ...(count === 0 ? ['Every body of the last seven days could be read.'] : lines),
      ...(left > 0 ? [`and ${left} more`] : []),
    ],
  }
}

/** Shows a body in one line of a terminal: escapes control characters and invalid UTF-8. */
const escapeBody = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(
      /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu,
      (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`,
    )

/** `receipts`: lists every known event with the PCs that confirmed it. */
async function runReceiptsCommand(api: OfficeApi): Promise<CommandOutput> {
  const receipts: Receipt[] = []
  for (let from: number | null = 1; from !== null;) {
    const page = receiptsWire.parse(await api.ask('GET', `/v1/receipts?from=${from}&limit=500`))
    receipts.push(...page.receipts)
    from = page.next
  }
  const lines = receipts.map(({ seq, receivedAt, event, id, brief, confirmed }) =>
    [
      seq,
      receivedAt,
      ...(brief === undefined ? [event, id] : ['(sealed)']),
      ...confirmed.map(({ name, at }) => `${name} ${at}`),
    ].join('  '),
  )
  return { json: { receipts }, lines: lines.length === 0 ? ['No event was received.'] : lines }
}

/** Calls the relay as the office's administrator. Throws an `AnswerError` if the relay refuses. */
type Ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>

class AnswerError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

interface OfficeApi {
  ask: Ask
  /** True if a relay runs on the data directory. Always true for a database. */
  isRunning: boolean
  /** The relay that was opened for this command. */
  relay: Relay | null
  close(): Promise<void>
}

/** Maximum wait for a relay that is stopping. */
const LOCK_MS = 500

/**
 * Opens the API of an office. A running relay is called over HTTP. Otherwise a relay is opened here without
 * listening. Both ways keep a single writer.
 */
async function openOfficeApi(place: Place, office: string | null): Promise<OfficeApi> {
  const unlock = tryLock(place)
  if (unlock === null) {
    const running = place.readAnnouncement()
    if (running === null) throw new Error('the relay is starting or stopping: try again')
    const ask: Ask = async (method, path, body) => {
      const response = await fetch(running.url + path, {
        method,
        headers: buildHeaders(await chooseToken(place.secrets(), office), body),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return readAnswer(response.status, await response.text())
    }
    return { ask, isRunning: true, relay: null, close: async () => {} }
  }
  const relay = await place.open()
  await relay.offices.finishInterrupted()
  const ask: Ask = async (method, path, body) => {
    const answer = await relay.app.inject({
      method,
      url: path,
      headers: buildHeaders(await chooseToken(relay.store.secrets, office), body),
      ...(body !== undefined && { payload: body }),
    })
    return readAnswer(answer.statusCode, answer.body)
  }
  const close = async () => {
    await relay.stop()
    unlock()
  }
  return { ask, isRunning: place.isShared, relay, close }
}

const buildHeaders = (token: string, body: object | undefined) => ({
  authorization: `Bearer ${token}`,
  ...(body !== undefined && { 'content-type': 'application/json' }),
})

function tryLock(place: Place): (() => void) | null {
  try {
    return place.lock(LOCK_MS)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
    throw error
  }
}

function readAnswer(status: number, text: string): unknown {
  const value: unknown = text === '' ? null : JSON.parse(text)
  if (status < 400) return value
  const { code = '', message = `it answered ${status}` } = (value ?? {}) as {
    code?: string
    message?: string
  }
  throw new AnswerError(status, code, message)
}

/** Returns the administrator token of the named office, or of the only office. */
async function chooseToken(secrets: Secrets, name: string | null): Promise<string> {
  // The secrets of one office may not open. `doctor` reports them, and the command uses the other offices.
  const opened = (await secrets.offices()).map((id) => secrets.get(id).catch(() => null))
  const all = (await Promise.all(opened)).filter((own) => own !== null)
  const found = name === null ? all : all.filter((own) => own.name === name)
  const [only] = found
  if (only === undefined)
    throw new UsageError(
      name === null ? 'there is no office: make one with init NAME' : `no office is called ${name}`,
    )
  if (found.length > 1)
    throw new UsageError(`say which office with --office: ${all.map((own) => own.name).join(', ')}`)
  return only.adminToken
}
