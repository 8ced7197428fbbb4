import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { pathOf } from '#tests/system.ts'
import { OFFICE, temporaryDirectory } from '../../relay/support/relay.ts'
import { isListening } from './programs.ts'

/** Starts the command again whenever it ends, as Restart=always does, with the same socket each time. */
const KEEP_STARTING = `
while [ ! -e "$0" ]; do
  sh -c 'echo "{\\"pid\\":$$}"; LISTEN_PID=$$ exec "$@"' sh "$@"
  echo "{\\"code\\":$?}"
done`

export interface SocketManager {
  url: string
  /** Ends the running relay by SIGTERM, and waits until the next one listens. */
  restart(): Promise<void>
  /** Ends it for good. */
  stop(): Promise<void>
  /** Exit codes of the relays that ended. */
  codes(): number[]
}

/** A relay whose socket is opened by systemd's own program, and stays open while relays come and go. */
export async function startSocketManager(command: readonly string[]): Promise<SocketManager> {
  const port = await freePort()
  const end = join(await temporaryDirectory(), 'end')
  const environment = `--setenv=RELAY_OFFICE=${JSON.stringify(OFFICE)}`
  const shell = ['sh', '-c', KEEP_STARTING, end, ...command]
  const child = spawn(
    pathOf('systemd-socket-activate'),
    [`--listen=127.0.0.1:${port}`, environment, '--', ...shell],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const exited = once(child, 'exit')
  const lines: { pid?: number; code?: number; listening?: string }[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))

  const valuesOf = <K extends 'pid' | 'code' | 'listening'>(key: K) =>
    lines.flatMap((line) => line[key] ?? [])
  const untilListening = async (times: number) => {
    await expect.poll(() => valuesOf('listening').length, { message: stderr }).toBe(times)
  }
  const signal = (name: NodeJS.Signals) => {
    const pid = valuesOf('pid').at(-1)
    if (pid !== undefined && valuesOf('pid').length > valuesOf('code').length) process.kill(pid, name)
  }
  onTestFinished(async () => {
    writeFileSync(end, '')
    signal('SIGKILL')
    child.kill('SIGKILL')
    await exited
  })

  await expect.poll(() => isListening(port)).toBe(true)
  // The program is started for the first connection.
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .end()
  await untilListening(1)
  return {
    url: `http://127.0.0.1:${port}`,
    async restart() {
      const before = valuesOf('listening').length
      signal('SIGTERM')
      await untilListening(before + 1)
    },
    async stop() {
      writeFileSync(end, '')
      signal('SIGTERM')
      await exited
    },
    codes: () => valuesOf('code'),
  }
}
