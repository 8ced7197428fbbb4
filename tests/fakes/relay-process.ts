import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { temporaryDataDir } from './application.ts'
import { freePort } from './free-port.ts'

/** As the application is built, and as `build-processes.ts` does. */
const ENTRIES = { application: '../../out/main/relay.js', tests: '../../out/tests/relay.js' } as const

/** The built relay of an office, which keeps its address when it is started again. */
export interface RelayProcess {
  readonly url: string
  /** What the operator is given. */
  readonly inbox: { url: string; header: { name: string; value: string } }
  /** A call of its administrator. */
  ask(method: string, path: string): Promise<unknown>
  /** Kills it as the system does. */
  kill(): Promise<void>
  again(): Promise<void>
  stop(): Promise<void>
}

export async function startRelayProcess(build: keyof typeof ENTRIES = 'application'): Promise<RelayProcess> {
  const entry = fileURLToPath(new URL(ENTRIES[build], import.meta.url))
  const directory = await temporaryDataDir()
  const port = await freePort()
  const secret = () => randomBytes(24).toString('base64url')
  const adminToken = secret()
  const given = {
    name: 'Gestoría Ribera',
    adminToken,
    inboxKey: secret(),
    header: { name: 'X-Relay-Secret', value: secret() },
  }
  const start = async () => {
    const child = spawn(
      process.execPath,
      [entry, `--port=${port}`, '--min-free-mb=0', `--data-dir=${directory.path}`],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, RELAY_OFFICE: JSON.stringify(given) },
      },
    )
    const gone = once(child, 'exit')
    await once(createInterface({ input: child.stdout }), 'line')
    return { child, gone }
  }
  let now = await start()
  const end = async (signal: NodeJS.Signals) => {
    now.child.kill(signal)
    await now.gone
  }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    inbox: { url: `${url}/in/${given.inboxKey}`, header: given.header },
    async ask(method, path) {
      const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${adminToken}` } })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer.status === 204 ? null : answer.json()
    },
    kill: () => end('SIGKILL'),
    async again() {
      now = await start()
    },
    async stop() {
      await end('SIGTERM')
      await directory.remove()
    },
  }
}
