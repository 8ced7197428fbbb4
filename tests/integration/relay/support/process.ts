import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { builtFile, OFFICE } from './relay.ts'
import { processStore } from './store.ts'

export interface RelayProcess {
  url: string
  ops: string
  pid: number
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  stderr(): string
  /** What it wrote to stdout: the address line and nothing else. */
  stdout(): string
  kill(signal: NodeJS.Signals): void
}

export const environment = (office: object | null) => ({
  ...process.env,
  ...(office !== null && { RELAY_OFFICE: JSON.stringify(office) }),
})

/**
 * The built relay in a process of its own. Rejects with its stderr when it does not listen.
 * @param launcher command that becomes the relay's process, such as `sh -c 'ulimit -n 256; exec "$@"' sh`
 */
export async function spawnRelay(
  directory: string,
  args: string[] = [],
  office: object | null = OFFICE,
  launcher: readonly string[] = [],
): Promise<RelayProcess> {
  const store = await processStore(directory)
  const all = [
    '--port=0',
    '--inbox-rate=0',
    '--min-free-mb=0',
    '--alarm-networks=127.0.0.0/8',
    ...store.args,
    ...args,
  ]
  const command = [...launcher, process.execPath, builtFile('relay'), ...all]
  return spawnRelayCommand(command, { ...environment(office), ...store.env })
}

/** A relay that is started by another command, whose first line on stdout is the relay's. */
export async function spawnRelayCommand(
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = environment(OFFICE),
): Promise<RelayProcess> {
  const child = spawn(command, args, { env })
  let [stdout, stderr] = ['', '']
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text))
  const first = await Promise.race([line, exited.then(() => null)])
  if (first === null) throw new Error(`the relay ended: ${stderr}`)
  const { listening, ops } = JSON.parse(first) as { listening: string; ops: string }
  return {
    url: listening,
    ops,
    pid: child.pid ?? 0,
    exited,
    stderr: () => stderr,
    stdout: () => stdout,
    kill: (signal) => void child.kill(signal),
  }
}

/** Runs one of its commands to the end. */
export const runRelay = async (directory: string, args: string[], input = '', env: NodeJS.ProcessEnv = {}) =>
  (await startCommand(directory, args, input, env)).ended

/** Starts one of its commands. */
export async function startCommand(
  directory: string,
  args: string[],
  input = '',
  env: NodeJS.ProcessEnv = {},
) {
  const store = await processStore(directory)
  const child = spawn(process.execPath, [builtFile('relay'), ...args, ...store.args], {
    env: { ...environment(null), ...store.env, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { child, ended }
}
