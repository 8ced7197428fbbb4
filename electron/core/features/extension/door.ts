import { createServer, type AddressInfo, type Socket } from 'node:net'
import { removeContact, writeContact } from '../../instance/contact-file.ts'
import { newSecret } from '../../instance/proofs.ts'
import { limitStrangers } from '../../instance/strangers.ts'
import { serveHandshake } from './handshake.ts'

/** In the data directory: how a native host finds this run, and proves itself to it. */
const DOOR_FILE = 'extension.json'

/** Connections that have not proved anything yet. */
const MAX_STRANGERS = 64
const PATIENCE_MS = 3_000

export interface Door {
  /** Ends every connection, and hides this run from native hosts. */
  close(): void
}

export interface DoorDeps {
  dataDir: string
  /** A native host has proved itself. `rest`: the bytes that it has sent already. */
  onHost: (socket: Socket, origin: string, rest: Buffer) => void
  patienceMs?: number
}

/**
 * Listens for native hosts of the browser extension. Loopback TCP with a token in an owner-only file, as for second
 * starts (instance/hand-over.ts): a file from another run proves nothing, and neither does another program's port.
 */
export async function openDoor({ dataDir, onHost, patienceMs = PATIENCE_MS }: DoorDeps): Promise<Door> {
  // That of a run that was killed: its port may be another program's by now.
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
