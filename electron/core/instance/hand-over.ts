import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { routeSchema, type Route } from '#shared/bridge/route.ts'
import { writeDurably } from '../keychain/file-secrets.ts'

/**
 * How a second start passes its route to the first. Loopback TCP with a token in an owner-only file works alike
 * everywhere: sockets in the file system are limited in length, and named pipes are open to other users.
 */
const FILE = 'instance.json'
const MAX_MESSAGE = 4096
const PATIENCE_MS = 3_000

const contactSchema = z.object({ port: z.number(), token: z.string().min(20) })
const requestSchema = z.object({ token: z.string(), route: routeSchema })
const answerSchema = z.object({ entry: z.string() })

export interface HandOverServer {
  close(): void
}

/**
 * Listens for second starts. `onRoute` brings the route to a window and answers with the entry (the one-time
 * file to open) that the second start may open itself. Whoever says nothing for `patienceMs` is dropped.
 */
export async function serveHandOver(
  dataDir: string,
  onRoute: (route: Route) => Promise<{ entry: string }>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<HandOverServer> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((socket) => {
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    void readLine(socket).then(
      async (line) => {
        const request = requestSchema.safeParse(parse(line))
        if (!request.success || !sameToken(request.data.token, token)) return socket.destroy()
        socket.end(`${JSON.stringify(await onRoute(request.data.route))}\n`)
      },
      () => socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await writeDurably(join(dataDir, FILE), JSON.stringify({ port, token }))
  return { close: () => server.close() }
}

/**
 * Passes a route to the instance that holds the directory.
 * @returns `null` when it does not answer in time: it is starting, ending or hung
 */
export async function handOver(dataDir: string, route: Route): Promise<{ entry: string } | null> {
  const deadline = Date.now() + PATIENCE_MS
  // The first instance may have the lock and not be listening yet.
  for (;;) {
    const answer = await attempt(dataDir, route, deadline - Date.now())
    if (answer || Date.now() > deadline) return answer
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

async function attempt(dataDir: string, route: Route, ms: number): Promise<{ entry: string } | null> {
  const contact = contactSchema.safeParse(parse(await readFile(join(dataDir, FILE), 'utf8').catch(() => '')))
  if (!contact.success) return null
  const socket = connect(contact.data.port, '127.0.0.1')
  socket.setTimeout(Math.max(1, ms), () => socket.destroy())
  try {
    socket.write(`${JSON.stringify({ token: contact.data.token, route })}\n`)
    const answer = answerSchema.safeParse(parse(await readLine(socket)))
    return answer.success ? answer.data : null
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
      else if (text.length > MAX_MESSAGE) reject(new Error('message too long'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Both are 43 characters when both are ours; a different length is a different token. */
function sameToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
