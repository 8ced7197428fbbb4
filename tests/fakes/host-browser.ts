import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createFrameReader, frameHeader, NATIVE_ORDER } from '#electron/core/instance/message-frames.ts'
import { CHROME_ID } from '#shared/host-protocol/protocol.ts'

/** As `tests/build-processes.ts` builds it. */
export const builtHost = fileURLToPath(new URL('../../out/tests/native-host.cjs', import.meta.url))
export const CHROME_ORIGIN = `chrome-extension://${CHROME_ID}/`

export interface HostMessage {
  id?: number
  ok?: boolean
  value?: unknown
  error?: { code: string }
  topic?: string
  payload?: unknown
}

export interface BrowserSide {
  readonly child: ChildProcess
  readonly pid: number
  readonly received: HostMessage[]
  readonly errors: () => string
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  write(bytes: Buffer): boolean
  ask(command: string, args?: unknown): Promise<HostMessage>
  /** The next message that fits, among those that came already too. */
  until(fits: (message: HostMessage) => boolean): Promise<HostMessage>
  /** Closes stdin, and waits. */
  close(): Promise<{ code: number | null; signal: string | null }>
}

export const nativeFrame = (message: unknown): Buffer => {
  const body = Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message))
  return Buffer.concat([frameHeader(body.length, NATIVE_ORDER), body])
}

export interface HostStart {
  command?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Does not read: `child.stdout` is left alone. */
  reads?: boolean
}

/** The built host, started and spoken to as a browser does. */
export function startHost(
  dataDir: string | null,
  { command, env, reads = true }: HostStart = {},
): BrowserSide {
  const [program = '', ...args] = command ?? [
    process.execPath,
    builtHost,
    ...(dataDir === null ? [] : [`--data-dir=${dataDir}`]),
    CHROME_ORIGIN,
  ]
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...env } })
  const reader = createFrameReader(NATIVE_ORDER)
  const received: HostMessage[] = []
  let errors = ''
  let wake: (() => void)[] = []
  let nextId = 1
  const notify = () => {
    for (const one of wake.splice(0)) one()
  }
  if (reads)
    child.stdout.on('data', (chunk: Buffer) => {
      for (const body of reader.push(chunk)) received.push(JSON.parse(body.toString()) as HostMessage)
      notify()
    })
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.stdin.on('error', () => undefined)
  const exited = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
    const end = { code: code as number | null, signal: signal as string | null }
    notify()
    return end
  })
  const ended = () => child.exitCode !== null || child.signalCode !== null

  async function until(fits: (message: HostMessage) => boolean): Promise<HostMessage> {
    for (;;) {
      const found = received.find(fits)
      if (found) return found
      if (ended()) throw new Error(`the host ended (${child.exitCode ?? child.signalCode}): ${errors}`)
      await new Promise<void>((resolve) => wake.push(resolve))
    }
  }
  return {
    child,
    pid: child.pid ?? 0,
    received,
    errors: () => errors,
    exited,
    write: (bytes) => child.stdin.write(bytes),
    until,
    ask(name, given = {}) {
      const id = nextId++
      child.stdin.write(nativeFrame({ id, command: name, args: given }))
      return until((message) => message.id === id)
    },
    close() {
      child.stdin.end()
      return exited
    },
  }
}
