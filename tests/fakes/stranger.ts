import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('stranger-process.ts', import.meta.url))
/** The user `nobody`. */
const OTHER = { uid: 65_534, gid: 65_534 }

/** Reason why no process of another user can be started here, or `null`. */
export function noOtherUser(): string | null {
  if (process.getuid?.() !== 0) return 'only root can start a process as another user'
  const { status } = spawnSync(process.execPath, [PROGRAM, 'none'], { ...OTHER, stdio: 'ignore', env: {} })
  return status === 0 ? null : 'another user cannot run this copy of Node'
}

/** Process of another user of this PC or, where that is impossible and does not matter, of our own. */
export interface Stranger {
  /** Its next report. */
  told(): Promise<unknown>
  stop(): Promise<void>
}

export function startStranger(args: readonly string[], { ownUser = false } = {}): Stranger {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {},
    cwd: '/',
    ...(!ownUser && OTHER),
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = once(child, 'exit')
  return {
    async told() {
      const { value, done } = await lines.next()
      if (done === true) throw new Error('the stranger has gone')
      return JSON.parse(value) as unknown
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
