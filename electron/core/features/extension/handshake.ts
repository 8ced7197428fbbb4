import type { Socket } from 'node:net'
import * as z from 'zod'
import { say } from '../../instance/hand-over-wire.ts'
import { isProof, newSecret, proofOf, SECRET } from '../../instance/proofs.ts'

const MAX_LINE_BYTES = 4096
const NEWLINE = 0x0a

const secret = z.string().regex(SECRET)
const helloSchema = z.object({ nonce: secret })
/** `origin`: the extension that the browser has started the native host for. */
const requestSchema = z.object({ origin: z.string().min(1).max(200), proof: secret })

/**
 * Serves the handshake of a native host (shared/host-protocol/PROTOCOL.md): each end proves that it has read the token
 * before anything else is sent. An end that does not is cut.
 * @param onProved with the bytes that have come after the last line: frames may follow it at once
 */
export function serveHandshake(
  socket: Socket,
  token: string,
  onProved: (origin: string, rest: Buffer) => void,
): void {
  const ours = newSecret()
  let theirs: string | null = null
  let held: Buffer = Buffer.alloc(0)

  function read(chunk: Buffer): void {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const end = held.indexOf(NEWLINE)
      if ((end < 0 ? held.length : end) > MAX_LINE_BYTES) return cut()
      if (end < 0) return
      const line = held.subarray(0, end).toString('utf8')
      held = held.subarray(end + 1)
      if (theirs !== null) return prove(theirs, line)
      const hello = parse(helloSchema, line)
      if (!hello) return cut()
      theirs = hello.nonce
      say(socket, { nonce: ours, proof: proofOf(token, ['application', theirs, ours]) })
    }
  }

  function prove(nonce: string, line: string): void {
    const request = parse(requestSchema, line)
    if (!request || !isProof(request.proof, token, ['host', nonce, ours, request.origin])) return cut()
    socket.off('data', read)
    onProved(request.origin, held)
  }

  function cut(): void {
    socket.off('data', read)
    socket.destroy()
  }

  socket.on('data', read)
}

function parse<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
