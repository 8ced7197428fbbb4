import { type BlockList, isIP } from 'node:net'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type * as z from 'zod'
import type { AlarmChannel, alarmMessageWire, AlarmSettings } from '#shared/api/relay-alarm.ts'
import { ADDRESS_NOT_ALLOWED, guardedLookup } from '#shared/server/private-addresses.ts'
import { mayCall } from '../http/addresses.ts'

export type AlarmMessage = z.infer<typeof alarmMessageWire>

/** Mail server of the relay (`RELAY_SMTP`), and the sender address of its mail. */
export interface MailServer {
  url: string
  from: string
}

/** Failure with two codes: a short one for the office, and a precise one for the operator's log. */
class ChannelError extends Error {
  readonly code: string
  readonly precise: string

  constructor(code: string, precise = code) {
    super(code)
    this.code = code
    this.precise = precise
  }
}

/** Ways to notify a person outside the office. Each rejects with a short `code` when it fails. */
export type Channels = Readonly<
  Record<AlarmChannel, (settings: AlarmSettings, message: AlarmMessage) => Promise<void>>
>

export const NOT_SET = 'NOT_SET'
/** The mail server accepted the mail for some of the recipients only. */
export const SOME_REFUSED = 'SOME_REFUSED'

/** The webhook has an address of the relay's machine or network, which the operator does not allow. */
export const NOT_ALLOWED = 'NOT_ALLOWED'

const SEND_MS = 20_000

/**
 * Creates the channels. Their libraries are loaded with the first message, because most relays never send one. An
 * office chooses the address of its webhook. The office must not use the relay to reach or scan other machines.
 * @param mailServer `null`: mail fails with `NO_MAIL_SERVER`
 * @param allowed private networks that webhooks may be in
 */
export function createChannels(mailServer: MailServer | null, allowed: BlockList): Channels {
  let dispatcher: Dispatcher | undefined
  return {
    async mail({ mail }, { id, at, title, text }) {
      if (mailServer === null) throw new ChannelError('NO_MAIL_SERVER')
      const transport = await createTransportTo(mailServer)
      try {
        const { rejected } = await transport.sendMail({
          from: mailServer.from,
          to: [...mail],
          subject: title,
          text,
          date: new Date(at),
          // Every attempt has the same id, so a mail program shows a repeated mail once.
          messageId: `<${id}@ventanilla-relay.invalid>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        if (rejected.length > 0) throw new ChannelError(SOME_REFUSED)
      } finally {
        transport.close()
      }
    },

    async webhook({ webhook }, message) {
      if (webhook === null) throw new ChannelError(NOT_SET)
      if (!isWebhookAllowed(webhook, allowed)) throw new ChannelError(NOT_ALLOWED)
      const undici = await import('undici')
      dispatcher ??= createGuardedDispatcher(undici, allowed)
      // A more detailed code would tell an office which ports are open.
      const answer = await undici
        .request(webhook, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': message.id },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(SEND_MS),
        })
        .catch((error: unknown) => {
          const code = readFailureCode(error)
          const isRefused = code === NOT_ALLOWED || code === ADDRESS_NOT_ALLOWED
          throw new ChannelError(isRefused ? NOT_ALLOWED : 'UNREACHABLE', code)
        })
      await answer.body.dump().catch(() => {})
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new ChannelError('REFUSED', String(answer.statusCode))
    },
  }
}

/**
 * False for an address with a user or password, and for a forbidden literal IP address. A host name is checked when
 * it is resolved.
 */
export function isWebhookAllowed(webhook: string, allowed: BlockList): boolean {
  const { hostname, username, password } = new URL(webhook)
  const host = hostname.replace(/^\[|\]$/g, '')
  return username === '' && password === '' && (isIP(host) === 0 || mayCall(host, allowed))
}

/**
 * Connects only to allowed addresses. The check follows each name resolution, so a name cannot change its address
 * later.
 */
function createGuardedDispatcher({ Agent, buildConnector }: typeof Undici, allowed: BlockList): Dispatcher {
  const connect = buildConnector({
    timeout: SEND_MS / 2,
    lookup: guardedLookup((address) => mayCall(address, allowed)),
  })
  return new Agent({
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // A literal address is not resolved, so `lookup` does not check it.
      if (isIP(host) !== 0 && !mayCall(host, allowed)) return done(new ChannelError(NOT_ALLOWED), null)
      connect(options, done)
    },
  })
}

async function createTransportTo({ url }: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // A password must never cross a network unencrypted.
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: SEND_MS / 2,
    greetingTimeout: SEND_MS / 2,
    socketTimeout: SEND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in without sending a mail. Rejects with a `code`. */
export async function verifyMailServer(mailServer: MailServer): Promise<void> {
  const transport = await createTransportTo(mailServer)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export const listChannels = ({ mail, webhook }: AlarmSettings): AlarmChannel[] => [
  ...(mail.length > 0 ? (['mail'] as const) : []),
  ...(webhook === null ? [] : (['webhook'] as const)),
]

const isLoopback = (host: string) => /^(127\.|localhost$|\[::1\]$)/.test(host)

/** Code of a failure, with the mail server's status. The text of the error is left out: it may repeat secrets. */
export function readFailureCode(error: unknown): string {
  if (error instanceof ChannelError) return error.code
  if (!(error instanceof Error)) return 'ERROR'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? error.name, responseCode]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 80)
}

/** Code for the operator's log. It includes details that an office must not see, such as a status. */
export const readPreciseCode = (error: unknown): string =>
  error instanceof ChannelError ? error.precise : readFailureCode(error)
