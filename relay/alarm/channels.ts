import { type BlockList, isIP } from 'node:net'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type * as z from 'zod'
import type { AlarmChannel, alarmMessageWire, AlarmSettings } from '#shared/api/relay-alarm.ts'
import { ADDRESS_NOT_ALLOWED, guardedLookup } from '#shared/server/private-addresses.ts'
import { mayCall } from '../http/addresses.ts'

export type AlarmMessage = z.infer<typeof alarmMessageWire>

/** The relay's mail server (`RELAY_SMTP`), and the address that its mail comes from. */
export interface MailServer {
  url: string
  from: string
}

/** A failure: a short code for the office, and a precise one for the log of who runs the relay. */
class ChannelError extends Error {
  readonly code: string
  readonly precise: string

  constructor(code: string, precise = code) {
    super(code)
    this.code = code
    this.precise = precise
  }
}

/** Ways to tell a person outside of the office's PCs. Each rejects with a short `code` when it fails. */
export type Channels = Readonly<
  Record<AlarmChannel, (settings: AlarmSettings, message: AlarmMessage) => Promise<void>>
>

export const NOT_SET = 'NOT_SET'
/** The mail server took the mail for some of the addresses. */
export const SOME_REFUSED = 'SOME_REFUSED'

/** The webhook is at an address of this machine or its network, and who runs the relay does not permit that. */
export const NOT_ALLOWED = 'NOT_ALLOWED'

const SEND_MS = 20_000

/**
 * Their libraries are loaded with the first message: most relays never send one. An office chooses the address of its
 * webhook, and must not use the relay to reach or to look at the machines beside it.
 * @param mailServer `null`: there is none, and mail fails with `NO_MAIL_SERVER`
 * @param allowed networks beside the internet that webhooks may be in
 */
export function createChannels(mailServer: MailServer | null, allowed: BlockList): Channels {
  let dispatcher: Dispatcher | undefined
  return {
    async mail({ mail }, { id, at, title, text }) {
      if (mailServer === null) throw new ChannelError('NO_MAIL_SERVER')
      const transport = await transportTo(mailServer)
      try {
        const { rejected } = await transport.sendMail({
          from: mailServer.from,
          to: [...mail],
          subject: title,
          text,
          date: new Date(at),
          // The same at each attempt: a mail program shows one of two.
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
      dispatcher ??= guardedDispatcher(undici, allowed)
      // Anything more would tell an office which ports are open.
      const answer = await undici
        .request(webhook, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': message.id },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(SEND_MS),
        })
        .catch((error: unknown) => {
          const code = failureCode(error)
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
 * False for an address with a user or password, and for one that is written as an address of this machine or its
 * network. A name is looked up when it is called.
 */
export function isWebhookAllowed(webhook: string, allowed: BlockList): boolean {
  const { hostname, username, password } = new URL(webhook)
  const host = hostname.replace(/^\[|\]$/g, '')
  return username === '' && password === '' && (isIP(host) === 0 || mayCall(host, allowed))
}

/** Connects only to addresses that may be called: what a name leads to is looked at each time, so that it cannot change. */
function guardedDispatcher({ Agent, buildConnector }: typeof Undici, allowed: BlockList): Dispatcher {
  const connect = buildConnector({
    timeout: SEND_MS / 2,
    lookup: guardedLookup((address) => mayCall(address, allowed)),
  })
  return new Agent({
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // No name: it is not looked up.
      if (isIP(host) !== 0 && !mayCall(host, allowed)) return done(new ChannelError(NOT_ALLOWED), null)
      connect(options, done)
    },
  })
}

async function transportTo({ url }: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // A password never goes unencrypted over a network.
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: SEND_MS / 2,
    greetingTimeout: SEND_MS / 2,
    socketTimeout: SEND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in as a message would, and sends nothing. Rejects with a `code`. */
export async function verifyMailServer(mailServer: MailServer): Promise<void> {
  const transport = await transportTo(mailServer)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Channels that the settings name. */
export const channelsOf = ({ mail, webhook }: AlarmSettings): AlarmChannel[] => [
  ...(mail.length > 0 ? (['mail'] as const) : []),
  ...(webhook === null ? [] : (['webhook'] as const)),
]

const isLoopback = (host: string) => /^(127\.|localhost$|\[::1\]$)/.test(host)

/** Code of a failure, with the mail server's number: never its text, which may repeat what it was given. */
export function failureCode(error: unknown): string {
  if (error instanceof ChannelError) return error.code
  if (!(error instanceof Error)) return 'ERROR'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? error.name, responseCode]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 80)
}

/** The same for the log of who runs the relay, with what an office is not told: a status, or why it was not reached. */
export const preciseCode = (error: unknown): string =>
  error instanceof ChannelError ? error.precise : failureCode(error)
