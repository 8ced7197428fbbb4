import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

const webHost = fileURLToPath(new URL('../../out/main/web.js', import.meta.url))

/** Same command as `npm start`, with its Node options. */
const start = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
).scripts.start
/** Options of Node that the web host runs with. */
export const nodeOptions = start.split(' ').filter((word) => word.startsWith('--'))

/** The built web host as a process of its own. */
export interface Application {
  readonly dataDir: string
  readonly pid: number
  /** Origin of its pages. */
  readonly origin: string
  /** One-time redirect file that a browser opens. */
  readonly entry: string
  readonly errors: string[]
  /** Exit code, once it has ended for any reason. */
  readonly exited: Promise<number | null>
  /** Ends it as the user does. */
  stop(): Promise<number | null>
  /** Kills it as the system does. */
  kill(): Promise<void>
}

export async function temporaryDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'ventanilla-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** @param args of its command line; the demonstration is empty unless they ask for its sample office */
export async function startApplication(
  dataDir: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Application> {
  const child = spawn(
    process.execPath,
    [...nodeOptions, webHost, '--no-open', '--no-sample-office', `--data-dir=${dataDir}`, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    },
  )
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const first = await firstLine(child, errors)
  const { listening, entry } = JSON.parse(first) as { listening: string; entry: string }
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  let asked = false
  // Otherwise the test that lost it says only what its page was waiting for.
  void exited.then(([code, signal]) => {
    if (!asked && code !== 0)
      process.stderr.write(`the web host ended by itself (${code ?? signal}): ${errors.join('\n')}\n`)
  })
  return {
    dataDir,
    pid: child.pid ?? 0,
    origin: listening,
    entry: pathToFileURL(entry).href,
    errors,
    exited: exited.then(([code]) => code),
    async stop() {
      asked = true
      if (child.exitCode === null) child.kill('SIGTERM')
      return (await exited)[0]
    },
    async kill() {
      asked = true
      const children = await childrenOf(child.pid ?? 0)
      child.kill('SIGKILL')
      await exited
      await whenGone(children)
    },
  }
}

/** Waits until a killed process's children have ended: they may still write until then. */
export async function whenGone(pids: readonly number[], ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms
  while (pids.some(isAlive) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

function firstLine(child: ChildProcess, errors: string[]): Promise<string> {
  const { stdout } = child
  if (!stdout) throw new Error('no stdout')
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the web host ended (${code}): ${errors.join('\n')}`)))
  })
}

/** Our processes that are children of `pid`. */
export async function childrenOf(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  const { readFile } = await import('node:fs/promises')
  return (await readFile(path, 'utf8').catch(() => '')).trim().split(' ').filter(Boolean).map(Number)
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
