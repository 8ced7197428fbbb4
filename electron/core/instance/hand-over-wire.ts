import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { routeSchema, type Route } from '#shared/bridge/route.ts'
import { writeDurably } from '../keychain/file-secrets.ts'
import { SECRET } from './proofs.ts'

/** Destination of a start: a route, the quick-lookup panel, or `null` for the window as it is. */
export type Destination = Route | { open: 'panel' } | null

const panelSchema = z.object({ open: z.literal('panel') })

/** Serialized destination. A version without the panel reads the panel as a route to *Consulta*. */
export const writeDestination = (destination: Destination): object | null =>
  destination && 'open' in destination ? { ...destination, view: 'lookup' } : destination

/** Parses a destination. Throws for anything else. */
export function readDestination(written: unknown): Destination {
  const panel = panelSchema.safeParse(written)
  return panel.success ? panel.data : routeSchema.nullable().parse(written)
}

/**
 * Messages between two starts. Each message is one line of JSON. Any user of the PC may listen on a port or connect
 * to one. So neither end trusts the other before it has proved that it read the token, which is never sent:
 *
 * 1. second start: a nonce;
 * 2. first start: a nonce, and a proof over both;
 * 3. second start: the route (or the panel, written as a route), and a proof over the nonces and the route;
 * 4. first start: the entry, and a proof over all of it.
 *
 * A program in between can pass the lines on, but cannot change them. A line is useless in another conversation.
 */

const MAX_LINE = 4096

const secret = z.string().regex(SECRET)
const contactSchema = z.object({ port: z.number().int().min(1).max(65_535), token: secret })
export const messages = {
  hello: z.object({ nonce: secret }),
  proved: z.object({ nonce: secret, proof: secret }),
  request: z.object({ route: z.string(), proof: secret }),
  answer: z.object({ entry: z.string(), proof: secret }),
} as const

export const sendMessage = (socket: Socket, message: object): void => {
  socket.write(`${JSON.stringify(message)}\n`)
}

/** Reads the lines of a socket. `next` rejects if the socket closes first, or if a line does not fit the schema. */
export function createLineReader(socket: Socket): { next<T>(schema: z.ZodType<T>): Promise<T> } {
  let text = ''
  let ended = false
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    if (text.length > MAX_LINE) socket.destroy()
    wake()
  })
  socket.on('close', () => {
    ended = true
    wake()
  })
  return {
    async next(schema) {
      while (!text.includes('\n')) {
        if (ended) throw new Error('closed')
        await new Promise<void>((resolve) => (wake = resolve))
      }
      const end = text.indexOf('\n')
      const line = text.slice(0, end)
      text = text.slice(end + 1)
      return schema.parse(JSON.parse(line))
    },
  }
}

/** Listening port of the running instance, and the token that authenticates both ends. */
export type Contact = z.infer<typeof contactSchema>

/** Contact file of the hand-over between two starts. */
const INSTANCE_FILE = 'instance.json'

export const writeContact = (dataDir: string, contact: Contact, name = INSTANCE_FILE): Promise<void> =>
  writeDurably(join(dataDir, name), JSON.stringify(contact))

export async function readContact(dataDir: string): Promise<Contact | null> {
  try {
    return contactSchema.parse(JSON.parse(await readFile(join(dataDir, INSTANCE_FILE), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Deletes the contact file. Only the holder of the lock calls it: the port of a past instance may be another user's
 * by now.
 */
export function removeContact(dataDir: string, name = INSTANCE_FILE): void {
  try {
    rmSync(join(dataDir, name), { force: true })
  } catch {
    // A stale file cannot authenticate. It only delays a second start.
  }
}
