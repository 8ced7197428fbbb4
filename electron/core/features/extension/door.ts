import { type Socket, createServer, type AddressInfo } from 'node:net'
import * as z from 'zod'
import { sendMessage, removeContact, writeContact } from '../../instance/hand-over-wire.ts'
import { isProof, newSecret, computeProof, SECRET } from '../../instance/proofs.ts'
import { limitStrangers } from '../../instance/strangers.ts'

const MAX_LINE_BYTES = 4096
const NEWLINE = 0x0a

const secret = z.string().regex(SECRET)
const helloSchema = z.object({ nonce: secret })
/** `origin`: the extension for which the browser started the native host. */
const requestSchema = z.object({ origin: z.string().min(1).max(200), proof: secret })

/**
 * Serves the handshake of a native host (shared/host-protocol/PROTOCOL.md). Each end proves that it has read the
 * token before it sends anything else. A peer without a proof is disconnected.
 * @param onProved receives the bytes after the last line, because frames may follow at once
 */
function serveHandshake(
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
      if ((end < 0 ? held.length : end) > MAX_LINE_BYTES) return closeSocket()
      if (end < 0) return
      const line = held.subarray(0, end).toString('utf8')
      held = held.subarray(end + 1)
      if (theirs !== null) return checkProof(theirs, line)
      const hello = parse(helloSchema, line)
      if (!hello) return closeSocket()
      theirs = hello.nonce
      sendMessage(socket, { nonce: ours, proof: computeProof(token, ['application', theirs, ours]) })
    }
  }

  function checkProof(nonce: string, line: string): void {
    const request = parse(requestSchema, line)
    if (!request || !isProof(request.proof, token, ['host', nonce, ours, request.origin]))
      return closeSocket()
    socket.off('data', read)
    onProved(request.origin, held)
  }

  function closeSocket(): void {
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

/** File in the data directory. With it a native host finds this run and proves itself. */
const DOOR_FILE = 'extension.json'

/** Most connections that have not proved anything yet. */
const MAX_STRANGERS = 64
const PATIENCE_MS = 3_000

export interface Door {
  /** Ends every connection, and removes the file that native hosts read. */
  close(): void
}

export interface DoorDeps {
  dataDir: string
  /** Called when a native host has proved itself. `rest`: bytes that it has sent already. */
  onHost: (socket: Socket, origin: string, rest: Buffer) => void
  patienceMs?: number
}

/**
 * Listens for native hosts of the browser extension. It uses loopback TCP with a token in an owner-only file, as for
 * second starts (instance/hand-over.ts). A file from another run proves nothing, and neither does another program's
 * port.
 */
export async function openDoor({ dataDir, onHost, patienceMs = PATIENCE_MS }: DoorDeps): Promise<Door> {
  // Removes the file of a killed run, whose port may belong to another program by now.
  removeContact(dataDir, DOOR_FILE)
  const token = newSecret()
  const server = createServer({ noDelay: true })
  const strangers = limitStrangers(server, { max: MAX_STRANGERS, patienceMs })
  const sockets = new Set<Socket>()

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serveHandshake(socket, token, (origin, rest) => {
      strangers.admit(socket)
      onHost(socket, origin, rest)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const close = () => {
    removeContact(dataDir, DOOR_FILE)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  try {
    await writeContact(dataDir, { port: (server.address() as AddressInfo).port, token }, DOOR_FILE)
  } catch (error) {
    close()
    throw error
  }
  return { close }
}
