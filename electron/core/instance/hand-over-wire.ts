import type { Socket } from 'node:net'
import * as z from 'zod'
import { SECRET } from './proofs.ts'

/**
 * Messages between two starts, a line of JSON each. Any user of the PC may listen on a port or connect to
 * one, so neither end trusts the other before it has proved that it read the token, which is never sent:
 *
 * 1. second start: a nonce;
 * 2. first start: a nonce, and a proof over both;
 * 3. second start: the route (or the panel, written as one), and a proof over the nonces and the route;
 * 4. first start: the entry, and a proof over all of it.
 *
 * A relay can pass the lines on and change none of them, and a line is useless in another conversation.
 */

const MAX_LINE = 4096

const secret = z.string().regex(SECRET)
export const contactSchema = z.object({ port: z.number().int().min(1).max(65_535), token: secret })
export const messages = {
  hello: z.object({ nonce: secret }),
  proved: z.object({ nonce: secret, proof: secret }),
  request: z.object({ route: z.string(), proof: secret }),
  answer: z.object({ entry: z.string(), proof: secret }),
} as const

export const say = (socket: Socket, message: object): void => {
  socket.write(`${JSON.stringify(message)}\n`)
}

/** Lines of a socket. Each `next` rejects when the socket closes first, or a line does not fit the schema. */
export function linesOf(socket: Socket): { next<T>(schema: z.ZodType<T>): Promise<T> } {
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
