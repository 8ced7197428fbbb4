import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { isDiskFull } from '../store/store-error.ts'
import type { Log } from '../runtime/log.ts'
import {
  readContact,
  removeContact,
  writeContact,
  type Contact,
  readDestination,
  writeDestination,
  type Destination,
  createLineReader,
  messages,
  sendMessage,
} from './hand-over-wire.ts'
import { lstat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isProof, newSecret, computeProof } from './proofs.ts'
import { limitStrangers } from './strangers.ts'

/**
 * Hands over the destination of a second start to the first. Loopback TCP with a token in an owner-only file works on
 * every system. Sockets in the file system are limited in length, and named pipes are open to other users.
 */
const PATIENCE_MS = 3_000
/** The first proof needs neither disk nor user. An end that takes longer is hung, or is another program. */
const PROOF_MS = 1_000
const RETRY_MS = 150
/** Maximum number of connections that are not authenticated yet. */
const MAX_STRANGERS = 64

export interface HandOverServer {
  close(): void
}

/**
 * Listens for second starts. `onDestination` navigates a window, or shows the panel. It answers with the entry: a
 * one-time file that the second start may open itself. A connection that is not authenticated within `patienceMs` is
 * dropped.
 */
export async function serveHandOver(
  dataDir: string,
  onDestination: (destination: Destination) => Promise<{ entry: string }>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<HandOverServer> {
  const token = newSecret()
  const server = createServer()
  const strangers = limitStrangers(server, { max: MAX_STRANGERS, patienceMs })

  async function serve(socket: Socket): Promise<void> {
    const lines = createLineReader(socket)
    const { nonce: theirs } = await lines.next(messages.hello)
    const ours = newSecret()
    sendMessage(socket, { nonce: ours, proof: computeProof(token, ['first', theirs, ours]) })
    const { route, proof } = await lines.next(messages.request)
    if (!isProof(proof, token, ['second', theirs, ours, route])) throw new Error('no proof')
    strangers.admit(socket)
    const { entry } = await onDestination(readDestination(JSON.parse(route)))
    sendMessage(socket, { entry, proof: computeProof(token, ['entry', theirs, ours, route, entry]) })
    socket.end()
  }

  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    serve(socket).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    await writeContact(dataDir, { port: (server.address() as AddressInfo).port, token })
  } catch (error) {
    server.close()
    throw error
  }
  return {
    close() {
      removeContact(dataDir)
      server.close()
    },
  }
}

/** Calls `serveHandOver`. A full disk is only logged: it hides the first instance from a second start. */
export async function tryHandOver(
  log: Pick<Log, 'error'>,
  ...args: Parameters<typeof serveHandOver>
): Promise<HandOverServer | null> {
  try {
    return await serveHandOver(...args)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.error('instance: a second start will not find this one', error)
    return null
  }
}

/**
 * Passes a destination to the instance that holds the directory.
 * @returns the entry to open, empty if a window came to the front by itself. It is `null` without an authenticated
 * answer in time: the instance is starting, ending or hung
 */
export async function handOver(dataDir: string, destination: Destination): Promise<{ entry: string } | null> {
  const deadline = Date.now() + PATIENCE_MS
  // The first instance may hold the lock before it listens.
  for (;;) {
    const contact = await readContact(dataDir)
    const entry = contact && (await exchange(contact, destination, deadline).catch(() => null))
    if (entry === '') return { entry }
    if (entry !== null) {
      const own = await findOwnEntry(dataDir, entry)
      return own === null ? null : { entry: own }
    }
    if (Date.now() > deadline) return null
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function exchange(
  { port, token }: Contact,
  destination: Destination,
  deadline: number,
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const destroyAfter = (ms: number) => setTimeout(() => socket.destroy(), Math.max(1, ms))
  let timer = destroyAfter(Math.min(PROOF_MS, deadline - Date.now()))
  try {
    socket.on('error', () => socket.destroy())
    const lines = createLineReader(socket)
    const ours = newSecret()
    sendMessage(socket, { nonce: ours })
    const { nonce: theirs, proof } = await lines.next(messages.proved)
    if (!isProof(proof, token, ['first', ours, theirs])) throw new Error('no proof')
    clearTimeout(timer)
    timer = destroyAfter(deadline - Date.now())
    const text = JSON.stringify(writeDestination(destination))
    sendMessage(socket, { route: text, proof: computeProof(token, ['second', ours, theirs, text]) })
    const answer = await lines.next(messages.answer)
    if (!isProof(answer.proof, token, ['entry', ours, theirs, text, answer.entry]))
      throw new Error('no proof')
    return answer.entry
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

/** Directory of the web host's one-time pages that sign a browser in. */
const entryDirectory = (dataDir: string): string => join(dataDir, 'entry')

/**
 * Path of the entry that another start names, if it belongs to this user: a regular file directly inside the
 * directory of entries. Any other path in an answer is never opened.
 */
async function findOwnEntry(dataDir: string, named: string): Promise<string | null> {
  try {
    const path = join(entryDirectory(await realpath(dataDir)), basename(named))
    // Compare the real path, after every `..` and link.
    if ((await realpath(named)) !== path) return null
    const file = await lstat(path)
    return file.isFile() && isOurs(file.uid) ? path : null
  } catch {
    return null
  }
}

/** True if this user owns the file. Windows has no user id, and its home directories are closed to other users. */
const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid()
