import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childrenOf, whenGone } from '../application.ts'

const runner = fileURLToPath(new URL('runner.ts', import.meta.url))
const built = fileURLToPath(new URL('../../../out/main/main.js', import.meta.url))

type Stand = typeof import('./index.ts')

/** The built desktop application over the stand-in, as a process of its own. */
export interface Desktop {
  readonly pid: number
  readonly errors: string[]
  /** Runs a function in its main process. It is sent as text: it sees only its arguments. */
  main<T, A = undefined>(run: (electron: Stand, arg: A) => T | Promise<T>, arg?: A): Promise<T>
  /** Runs in the page's world, with `ventanilla` and `bridge`. */
  page<T, A = undefined>(run: (arg: A) => T | Promise<T>, arg?: A): Promise<T>
  readonly exited: Promise<number | null>
  isRunning(): boolean
  /** Waits for its window to be on screen. */
  shown(): Promise<void>
  stop(): Promise<number | null>
  kill(): Promise<void>
}

export interface DesktopOptions {
  /** Main process of a packaged application; the one of this project without it. */
  entry?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
}

export function startDesktop(
  dataDir: string,
  { entry = built, args = [], env = {} }: DesktopOptions = {},
): Desktop {
  const child = fork(runner, [entry, '--no-sample-office', `--data-dir=${dataDir}`, ...args], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  })
  const errors: string[] = []
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const exited = once(child, 'exit').then(([code]) => code as number | null)

  let nextId = 1
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (message) => {
    const { id, ok, value, error } = message as { id: number; ok: boolean; value?: unknown; error?: string }
    if (ok) waiting.get(id)?.resolve(value)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  void exited.then((code) => {
    for (const { reject } of waiting.values()) reject(new Error(`it ended (${code}): ${errors.join('\n')}`))
  })
  const ask = (where: 'main' | 'page', run: (...given: never[]) => unknown, arg: unknown) => {
    const id = nextId++
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    child.send({ id, where, source: run.toString(), arg }, (error) => {
      if (error) answer.reject(error)
    })
    return answer.promise as Promise<never>
  }

  const desktop: Desktop = {
    pid: child.pid ?? 0,
    errors,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    main: (run, arg) => ask('main', run, arg),
    page: (run, arg) => ask('page', run, arg),
    async shown() {
      for (;;) {
        const visible = await desktop.main(
          ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false,
        )
        if (visible) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      const children = await childrenOf(child.pid ?? 0)
      child.kill('SIGKILL')
      await exited
      // The end of a test removes the files that they still write.
      await whenGone(children)
    },
  }
  return desktop
}
