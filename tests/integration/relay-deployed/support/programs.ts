import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A file that an office is given. */
export const given = (name: string) => `${root}/build/relay/${name}`

/** A program that ends with the test. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env = process.env, signal = 'SIGTERM' }: { env?: NodeJS.ProcessEnv; signal?: NodeJS.Signals } = {},
): { child: ChildProcess; output(): string } {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  })
  return { child, output: () => output }
}

/** Whether a connection to the port is taken. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isTaken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isTaken
}
