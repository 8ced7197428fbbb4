import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import { alarmMessageWire } from '#shared/api/relay-alarm.ts'

/** What the relay tells outside of the PCs: a webhook and a mail server, both real. */

export interface Webhook {
  url: string
  got: z.infer<typeof alarmMessageWire>[]
  /** Status of the next answers; `null`: it never answers. */
  answers: (status: number | null) => void
}

export async function startWebhook(): Promise<Webhook> {
  const got: Webhook['got'] = []
  let status: number | null = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const message = alarmMessageWire.parse(JSON.parse(body))
      got.push(message)
      if (request.headers['idempotency-key'] !== message.id) response.writeHead(400).end()
      else if (status !== null) response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, got, answers: (next) => (status = next) }
}

export interface MailServerOptions {
  user?: { name: string; password: string }
  /** It encrypts nothing. */
  isPlain?: boolean
  /** Encrypted from the first byte, with a certificate that no authority signed. */
  isSecure?: boolean
  /** It does not know this address. */
  refuses?: string
}

export interface Mailbox {
  port: number
  /** Whole messages, as received. */
  mails: string[]
  recipients: string[]
  /** Names that tried to sign in. */
  signedIn: string[]
}

export async function startMailServer({
  user,
  isPlain = true,
  isSecure,
  refuses,
}: MailServerOptions = {}): Promise<Mailbox> {
  const box: Omit<Mailbox, 'port'> = { mails: [], recipients: [], signedIn: [] }
  const server = new SMTPServer({
    secure: isSecure === true,
    authOptional: user === undefined,
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      box.signedIn.push(username ?? '')
      const isRight = username === user?.name && password === user?.password
      done(isRight ? null : new Error('no'), isRight ? { user: username ?? '' } : undefined)
    },
    onRcptTo({ address }, _session, done) {
      if (address === refuses) return done(new Error('no such address'))
      box.recipients.push(address)
      done()
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => (text += String(chunk)))
      stream.on('end', () => {
        box.mails.push(text)
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { ...box, port: (server.server.address() as AddressInfo).port }
}
