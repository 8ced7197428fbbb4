import type * as z from 'zod'
import type { AlarmChannel, alarmMessageWire, AlarmSettings } from '#shared/api/relay-alarm.ts'

export type AlarmMessage = z.infer<typeof alarmMessageWire>

/** The relay's mail server (`RELAY_SMTP`), and the address that its mail comes from. */
export interface MailServer {
  url: string
  from: string
}

/** Ways to tell a person outside of the office's PCs. Each rejects with a short `code` when it fails. */
export type Channels = Readonly<
  Record<AlarmChannel, (settings: AlarmSettings, message: AlarmMessage) => Promise<void>>
>

export const NOT_SET = 'NOT_SET'
/** The mail server took the mail for some of the addresses. */
export const SOME_REFUSED = 'SOME_REFUSED'

const SEND_MS = 20_000

/**
 * Their libraries are loaded with the first message: most relays never send one.
 * @param mailServer `null`: there is none, and mail fails with `NO_MAIL_SERVER`
 */
export function createChannels(mailServer: MailServer | null): Channels {
  return {
    async mail({ mail }, { id, at, title, text }) {
      if (mailServer === null) throw failure('NO_MAIL_SERVER')
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
        if (rejected.length > 0) throw failure(SOME_REFUSED)
      } finally {
        transport.close()
      }
    },

    async webhook({ webhook }, message) {
      if (webhook === null) throw failure(NOT_SET)
      const { request } = await import('undici')
      const answer = await request(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': message.id },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(SEND_MS),
      })
      await answer.body.dump()
      if (answer.statusCode < 200 || answer.statusCode > 299) throw failure(String(answer.statusCode))
    },
  }
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

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Code of a failure, with the mail server's number: never its text, which may repeat what it was given. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'ERROR'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? error.name, responseCode]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 80)
}
