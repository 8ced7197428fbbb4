import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  AnswerFrame,
  HostArgs,
  HostCommand,
  HostError,
  HostPayload,
  HostResult,
  HostTopic,
  TopicFrame,
} from '#shared/host-protocol/messages.ts'
import { PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import { createMessageReader, encodeFrame } from '#electron/core/features/extension/frames.ts'
import { isProof, newSecret, computeProof } from '#electron/core/instance/proofs.ts'
import { waitUntil } from './core-fixture.ts'

export const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/'

export interface DoorContact {
  port: number
  token: string
}

/** How a native host finds the application, once it listens. */
export async function readDoor(dataDir: string): Promise<DoorContact> {
  const read = async () => {
    try {
      return JSON.parse(await readFile(join(dataDir, 'extension.json'), 'utf8')) as DoorContact
    } catch {
      return null
    }
  }
  return (await waitUntil(read, (contact) => contact !== null)) as DoorContact
}

/** Lines of a socket during the handshake. */
async function nextLine(socket: Socket): Promise<string> {
  let text = ''
  while (!text.includes('\n')) {
    const [chunk] = (await Promise.race([
      once(socket, 'data'),
      once(socket, 'close').then(() => [null]),
    ])) as [Buffer | null]
    if (!chunk) throw new Error('closed')
    text += chunk.toString('utf8')
  }
  return text
}

/** A socket after the handshake. @param change of the last line, for ends that cheat */
export async function shakeHands(
  { port, token }: DoorContact,
  origin = ORIGIN,
  after: Buffer = Buffer.alloc(0),
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const ours = newSecret()
  socket.write(`${JSON.stringify({ nonce: ours })}\n`)
  const { nonce, proof } = JSON.parse(await nextLine(socket)) as { nonce: string; proof: string }
  if (!isProof(proof, token, ['application', ours, nonce])) throw new Error('it is another program')
  const line = JSON.stringify({ origin, proof: computeProof(token, ['host', ours, nonce, origin]) })
  socket.write(Buffer.concat([Buffer.from(`${line}\n`), after]))
  return socket
}

type Answer<C extends HostCommand> = { ok: true; value: HostResult<C> } | { ok: false; error: HostError }

/** The extension, as seen through its native host. */
export interface ExtensionClient {
  readonly socket: Socket
  readonly topics: TopicFrame[]
  /** Everything that has come, as text. */
  readonly heard: string[]
  readonly isClosed: boolean
  ask<C extends HostCommand>(command: C, args: HostArgs<C>): Promise<Answer<C>>
  /** Value of an answer; an error fails the test. */
  value<C extends HostCommand>(command: C, args: HostArgs<C>): Promise<HostResult<C>>
  /** Sends this request whatever it is, and waits for the answer with its id. */
  raw(request: { id: number } & Record<string, unknown>): Promise<AnswerFrame>
  send(bytes: Buffer): void
  payloads<T extends HostTopic>(topic: T): HostPayload<T>[]
  /** Resolves when the application ends the connection. */
  closed: Promise<void>
  end(): Promise<void>
}

export async function connectExtension(
  contact: DoorContact | string,
  { origin = ORIGIN } = {},
): Promise<ExtensionClient> {
  const socket = await shakeHands(typeof contact === 'string' ? await readDoor(contact) : contact, origin)
  const waiting = new Map<number, (answer: AnswerFrame) => void>()
  const topics: TopicFrame[] = []
  const heard: string[] = []
  const gone = Promise.withResolvers<void>()
  let lastId = 0
  const reader = createMessageReader(
    (message) => {
      heard.push(JSON.stringify(message))
      const frame = message as AnswerFrame | TopicFrame
      if ('topic' in frame) topics.push(frame)
      else {
        waiting.get(frame.id)?.(frame)
        waiting.delete(frame.id)
      }
    },
    (why) => gone.reject(new Error(`the application sent ${why}`)),
  )
  socket.on('data', (chunk: Buffer) => reader.push(chunk))
  socket.on('close', () => {
    gone.resolve()
    for (const answer of waiting.values()) answer({ id: 0, ok: false, error: { code: 'not-running' } })
  })
  const client: ExtensionClient = {
    socket,
    topics,
    heard,
    get isClosed() {
      return socket.destroyed
    },
    closed: gone.promise,
    send: (bytes) => void socket.write(bytes),
    raw(request) {
      return new Promise((resolve) => {
        waiting.set(request.id, resolve)
        socket.write(encodeFrame(request) ?? Buffer.alloc(0))
      })
    },
    ask: (command, args) => client.raw({ id: ++lastId, command, args }) as never,
    async value(command, args) {
      const answer = await client.ask(command, args)
      if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(answer.error)}`)
      return answer.value
    },
    payloads: (topic) => topics.flatMap((one) => (one.topic === topic ? [one.payload as never] : [])),
    async end() {
      socket.destroy()
      await gone.promise
    },
  }
  return client
}

export const helloArgs = (secret: string): HostArgs<'hello'> => ({
  protocol: PROTOCOL_VERSION,
  extension: '1.0.0',
  browser: 'chrome',
  secret,
})

interface Commands {
  call(name: 'extension.approve', args: { id: string }): Promise<{ ok: boolean }>
  waiting(): Promise<{ id: string; words: readonly string[] }[]>
}

/** A browser that the user has let in. */
export async function approvedExtension(
  contact: DoorContact | string,
  { call, waiting }: Commands,
  secret = newSecret(),
): Promise<ExtensionClient> {
  const client = await connectExtension(contact)
  const { approved } = await client.value('hello', helloArgs(secret))
  if (approved) return client
  const { words } = await client.value('approval.ask', {})
  const requests = await waitUntil(waiting, (all) => all.length > 0)
  const mine = requests.find((one) => one.words.join(' ') === words?.join(' '))
  if (!mine) throw new Error('the windows show other words')
  const done = await call('extension.approve', { id: mine.id })
  if (!done.ok) throw new Error(`not approved: ${JSON.stringify(done)}`)
  await waitUntil(
    () => client.payloads('state'),
    (states) => states.some((state) => state.approved),
  )
  return client
}
