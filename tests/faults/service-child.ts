import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../out/tests/service.js', import.meta.url))

/** A process that can be killed: no code of ours runs in it any more. */
export interface Killable {
  kill(): Promise<void>
}

/** The service over a directory of its own; the same port again keeps its address. */
export async function startServiceChild(
  directory: string,
  port: number,
  key: string,
  args: readonly string[] = [],
): Promise<Killable & { url: string }> {
  const child = spawn(process.execPath, [entry, `--port=${port}`, `--data-dir=${directory}`, ...args], {
    env: { ...process.env, SERVICE_API_KEYS: `${key}=B12345674` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { listening } = JSON.parse(line) as { listening: string }
  return { url: listening, kill: () => killed(child) }
}

/** Kills a process like the system does; resolves when it has gone. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Resolves once a process has sent its first message.
 * @throws when it ends before, with its exit code or signal
 */
export async function ready(child: ChildProcess): Promise<void> {
  const watching = new AbortController()
  const { signal } = watching
  const ended = once(child, 'exit', { signal }).then(([code, by]: (number | string | null)[]) => {
    throw new Error(`the process ended before it was ready: ${by ?? code}`)
  })
  await Promise.race([once(child, 'message', { signal }), ended])
  ended.catch(() => undefined)
  watching.abort()
}
