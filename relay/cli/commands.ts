import { createInterface } from 'node:readline/promises'
import {
  devicesWire,
  officeWire,
  PAIRING_VERSION,
  type PairingState,
  pairingStateWire,
  pairingWire,
} from '#shared/api/relay.ts'
import { answerPairing } from '#shared/sealing/compared-words.ts'
import { AnswerError, openOfficeApi, type OfficeApi } from './office-api.ts'
import type { Place } from './place.ts'
import { alarmCommand, quarantineCommand, receiptsCommand } from './alarm-commands.ts'
import type { CommandName, Options } from './options.ts'

/** What a command says: a value for `--json`, and lines for a person. */
export interface Said {
  json: unknown
  lines: string[]
  /** The command failed although it has something to print: exit code 1. */
  isFailed?: boolean
}

type Command = (api: OfficeApi, options: Options) => Promise<Said>

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
    const committed = await waitWhile(api, id, 'waiting')
    if (committed.key === undefined) return { json: committed, lines: [`The code is ${committed.state}.`] }
    const answer = answerPairing(code, committed.key)
    await api.ask('POST', `/v1/pairings/${id}/nonce`, { nonce: answer.adminNonce })
    const claimed = await waitWhile(api, id, 'answered')
    if (claimed.state !== 'claimed') return { json: claimed, lines: [`The code is ${claimed.state}.`] }
    const words = answer.words(claimed.key)
    if (words !== null) process.stderr.write(`${claimed.name}: ${words.join(' ')}\n`)
    else process.stderr.write(`${claimed.name}: its key is not the one that it was committed to.\n`)
    const isSame = words !== null && (await confirm('Does that PC show the same words? (yes/no) '))
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

  alarm: alarmCommand,
  receipts: receiptsCommand,
  quarantine: quarantineCommand,

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

/** Prints what a command says, in the form that was asked for. */
export function print({ json, lines }: Said, isJson: boolean): void {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${lines.join('\n')}\n`)
}

/** Runs an administrator's command where the data are, and prints what it says. */
export async function runCommand(command: OfficeCommand, options: Options, place: Place): Promise<void> {
  const { json, office } = options
  const api = await openOfficeApi(place, office)
  try {
    const said = await COMMANDS[command](api, options)
    print(said, json)
    if (said.isFailed === true) process.exitCode = 1
  } finally {
    await api.close()
  }
}

async function waitWhile({ ask }: OfficeApi, id: string, known: PairingState['state']) {
  for (;;) {
    const state = pairingStateWire.parse(await ask('GET', `/v1/pairings/${id}?wait=25&state=${known}`))
    if (state.state !== known) return state
  }
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(y|yes|s|si|sí)$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
