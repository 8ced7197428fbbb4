import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { ForkOptions } from 'electron'
import { app } from './app.ts'

const boot = new URL('utility-boot.ts', import.meta.url).href

/** Real process, with `parentPort` like a utility process. */
class FakeUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess
  pid: number | undefined

  constructor(path: string, args: string[], { env, stdio }: ForkOptions) {
    super()
    const given = (typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio) as
      ('pipe' | 'ignore' | 'inherit')[] | undefined
    const [, out = 'inherit', err = out] = given ?? []
    this.#child = fork(path, args, {
      env: (env as NodeJS.ProcessEnv | undefined) ?? process.env,
      execArgv: ['--import', boot],
      stdio: ['ignore', out, err, 'ipc'],
    })
    this.#child.on('spawn', () => {
      this.pid = this.#child.pid
      this.emit('spawn')
    })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code ?? 1)
    })
  }

  get stdout() {
    return this.#child.stdout
  }

  get stderr() {
    return this.#child.stderr
  }

  postMessage(message: unknown) {
    if (this.#child.connected) this.#child.send(message as object, () => undefined)
  }

  kill = (): boolean => this.#child.kill('SIGTERM')
}

export const utilityProcess = {
  fork(path: string, args: string[] = [], options: ForkOptions = {}) {
    app.mustBeReady('utilityProcess.fork')
    return new FakeUtilityProcess(path, args, options)
  },
}
