import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createFrameReader, frameHeader } from '#electron/core/instance/message-frames.ts'
import { isProof, newSecret, computeProof } from '#electron/core/instance/proofs.ts'

interface ReceivedFrame {
  id: number
  command: string
  args: unknown
}

export interface FakeDoor {
  readonly port: number
  readonly token: string
  /** What came of proved hosts, in order. */
  readonly received: ReceivedFrame[]
  /** Everything that came of anybody, before and after proofs. */
  readonly raw: Buffer[]
  /** What the hosts that proved themselves say of the extension. */
  readonly origins: string[]
  readonly sockets: Set<Socket>
  tell(message: object): void
  /** As a kill: connections are cut, and the file stays. */
  kill(): Promise<void>
  /** As a stop in order: the file is removed first. */
  stop(): Promise<void>
}

export interface FakeDoorOptions {
  port?: number
  /** Bytes to write in place of an answer; `null`: none. */
  answer?: (frame: ReceivedFrame, socket: Socket) => object | null
  /** Another program: it has another token than the file says, or says nothing at all. */
  squats?: 'wrong-proof' | 'silent'
  /** Stops reading once the host has proved itself. */
  deaf?: boolean
  writesFile?: boolean
  mode?: number
}

export const frameOf = (message: object): Buffer => {
  const body = Buffer.from(JSON.stringify(message))
  return Buffer.concat([frameHeader(body.length, 'LE'), body])
}

export const contactFile = (dataDir: string) => join(dataDir, 'extension.json')

/** The application's door for native hosts: the same proofs and frames, with set answers. */
export async function openFakeDoor(dataDir: string, options: FakeDoorOptions = {}): Promise<FakeDoor> {
  const token = newSecret()
  const answer = options.answer ?? ((frame) => ({ id: frame.id, ok: true, value: { echo: frame.args } }))
  const sockets = new Set<Socket>()
  const received: ReceivedFrame[] = []
  const raw: Buffer[] = []
  const origins: string[] = []
  const proved = new Set<Socket>()

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      proved.delete(socket)
    })
    const reader = createFrameReader('LE')
    const ours = newSecret()
    let theirs = ''
    let text = Buffer.alloc(0)

    function takeLine(line: string): void {
      const message = JSON.parse(line) as Record<string, string>
      if (theirs === '') {
        theirs = message['nonce'] ?? ''
        const proof = computeProof(options.squats === 'wrong-proof' ? newSecret() : token, [
          'application',
          theirs,
          ours,
        ])
        if (options.squats !== 'silent') socket.write(`${JSON.stringify({ nonce: ours, proof })}\n`)
        return
      }
      const { origin = '', proof = '' } = message
      if (!isProof(proof, token, ['host', theirs, ours, origin])) throw new Error('the host proves nothing')
      origins.push(origin)
      proved.add(socket)
      if (options.deaf) socket.pause()
    }

    socket.on('data', (chunk: Buffer) => {
      raw.push(chunk)
      let rest = chunk
      while (!proved.has(socket)) {
        text = Buffer.concat([text, rest])
        const end = text.indexOf('\n')
        if (end < 0) return
        rest = text.subarray(end + 1)
        const line = text.subarray(0, end).toString()
        text = Buffer.alloc(0)
        takeLine(line)
      }
      for (const body of reader.push(rest)) {
        const frame = JSON.parse(body.toString()) as ReceivedFrame
        received.push(frame)
        const said = answer(frame, socket)
        if (said) socket.write(frameOf(said))
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  if (options.writesFile !== false) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(contactFile(dataDir), JSON.stringify({ port, token }))
    await chmod(contactFile(dataDir), options.mode ?? 0o600)
  }

  const kill = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.resetAndDestroy()
    })
  return {
    port,
    token,
    received,
    raw,
    origins,
    sockets,
    tell(message) {
      for (const socket of proved) socket.write(frameOf(message))
    },
    kill,
    async stop() {
      await rm(contactFile(dataDir), { force: true })
      await kill()
    },
  }
}
