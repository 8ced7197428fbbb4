import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts the web host of `npm run dev` as a child process, from its sources. */

/** Sources that only the desktop host uses. */
const NOT_OF_THE_WEB_HOST = /^electron[\\/](shell[\\/]|main\.ts|preload\.ts|start\.ts)/
/** Debounce: an editor writes a file in several steps. */
const SETTLE_MS = 40
/** Grace period before SIGKILL. A kill loses nothing, because the store survives one at any moment. */
const STOP_PATIENCE_MS = 700

export interface HostOptions {
  /** Folder of the repository. */
  root: string
  dataDir: string
  args: readonly string[]
  printLine: (line: string) => void
}

/** A running host, and the session of the development server on that host. */
export interface Host {
  host: string
  origin: string
  port: number
  cookie: string
}

/** Starts the host, and restarts it after each change of its sources. */
export function runHost({ root, dataDir, args: hostArgs, printLine }: HostOptions) {
  let child: ChildProcess | null = null
  let next = Promise.withResolvers<Host>()
  let isEnding = false
  let restarting: Promise<void> | null = null

  function begin(): void {
    const coming = next
    const args = [
      join(root, 'electron', 'web.ts'),
      '--no-open',
      '--port=0',
      `--data-dir=${dataDir}`,
      ...hostArgs,
    ]
    const started = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The compile cache halves the time of the next start.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') },
    })
    child = started
    started.once('error', (error) => printLine(`dev: the core cannot start: ${error.message}`))
    started.once('exit', (code) => {
      if (child === started && !isEnding)
        printLine(`dev: the core ended (${code}); it starts again with the next change`)
    })
    createInterface({ input: started.stdout }).on('line', (line) => {
      const { listening, entry } = readLine(line)
      if (listening === undefined || entry === undefined) return
      enter(listening, entry).then(coming.resolve, (error: unknown) => printLine(`dev: ${String(error)}`))
    })
    createInterface({ input: started.stderr }).on('line', (line) => {
      // Only errors are printed: the host's address is not the one to open.
      if (/ error |^\s+at |Error/.test(line)) printLine(line)
    })
  }

  async function end(): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    const timer = setTimeout(() => ending.kill('SIGKILL'), STOP_PATIENCE_MS)
    await gone
    clearTimeout(timer)
  }

  async function restart(): Promise<void> {
    const before = performance.now()
    const earlier = next
    next = Promise.withResolvers<Host>()
    const coming = next
    // Requests that waited for a host that never answered go to the new host.
    void coming.promise.then(earlier.resolve)
    await end()
    if (isEnding) return
    begin()
    void coming.promise.then(() =>
      printLine(`dev: the core started again in ${Math.round(performance.now() - before)} ms`),
    )
  }

  begin()
  return {
    /** Resolves to the running host, or to the next host while that one starts. */
    current: () => next.promise,
    async restart() {
      // A change during a restart queues one more restart.
      restarting = (restarting ?? Promise.resolve()).then(restart)
      await restarting
    },
    async close() {
      isEnding = true
      await end()
    },
  }
}

function readLine(line: string): { listening?: string; entry?: string } {
  try {
    return JSON.parse(line) as { listening?: string; entry?: string }
  } catch {
    return {}
  }
}

/** Enters the host with its one-time entry, as a browser does. */
async function enter(origin: string, file: string): Promise<Host> {
  const { host, port } = new URL(origin)
  const path = new URL(/url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? origin)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: path.pathname + path.search, headers: { host } }, resolve)
      .once('error', reject)
      .end()
  })
  answer.resume()
  const cookie = answer.headers['set-cookie']?.[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error('the core gave no session')
  return { host, origin, port: Number(port), cookie }
}

/** Watches folders and debounces their changes into one call. @returns a function that stops watching */
export function watchSources(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      const path = join(basename(folder), name ?? '')
      if (!/\.(ts|json|sql)$/.test(path) || NOT_OF_THE_WEB_HOST.test(path)) return
      clearTimeout(timer)
      timer = setTimeout(onChange, SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
