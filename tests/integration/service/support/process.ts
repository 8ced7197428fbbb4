import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const MAIN = fileURLToPath(new URL('../../../../service/main.ts', import.meta.url))

interface Listening {
  listening: string
  apiKey?: string
  account?: string
}

export interface ServiceProcess {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  /** Line printed on listening. Rejects when the process ends first. */
  ready: Promise<Listening>
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface SpawnOptions {
  args?: readonly string[]
  keys?: string
  ipc?: boolean
  /** Registers the kill: `onTestFinished` by default, `afterAll` for a whole file. */
  until?: (end: () => Promise<void>) => void
}

/** `node service/main.ts` as a process of its own, killed with the test. */
export function spawnService(options: SpawnOptions = {}): ServiceProcess {
  const { args = ['--port=0'], keys, ipc = false, until = onTestFinished } = options
  const { SERVICE_API_KEYS: _, ...env } = process.env
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: keys === undefined ? env : { ...env, SERVICE_API_KEYS: keys },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const ready = new Promise<Listening>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (stdout.includes('\n')) resolve(JSON.parse(stdout.slice(0, stdout.indexOf('\n'))))
    })
    void exited.then(() => reject(new Error(`it ended first: ${stderr}`)))
  })
  ready.catch(() => {})
  until(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ready, exited }
}
