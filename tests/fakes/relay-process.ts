import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PAIRING_VERSION, pairingStateWire, type PairingState, pairingWire } from '#shared/api/relay.ts'
import { answerPairing } from '#shared/sealing/compared-words.ts'
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
  ask(method: string, path: string, body?: object): Promise<unknown>
  /** Kills it as the system does. */
  kill(): Promise<void>
  again(): Promise<void>
  stop(): Promise<void>
}

export async function startRelayProcess(
  build: keyof typeof ENTRIES = 'application',
  { nodeOptions = [], args = [] }: { nodeOptions?: readonly string[]; args?: readonly string[] } = {},
): Promise<RelayProcess> {
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
      [...nodeOptions, entry, `--port=${port}`, '--min-free-mb=0', `--data-dir=${directory.path}`, ...args],
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
    async ask(method, path, body) {
      const headers = {
        authorization: `Bearer ${adminToken}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
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

/** Calls of a relay's administrator. */
export type AskRelay = (method: string, path: string, body?: object) => Promise<unknown>

/** A code for a new PC. */
export const newPairing = async (ask: AskRelay) =>
  pairingWire.parse(await ask('POST', '/v1/pairings', { version: PAIRING_VERSION }))

/** The administrator's half of a pairing, up to the words: the PC has to be there, or to come. */
export async function comparePairing(ask: AskRelay, { id, code }: { id: string; code: string }) {
  const after = async (known: PairingState['state']): Promise<PairingState> => {
    const state = pairingStateWire.parse(await ask('GET', `/v1/pairings/${id}?wait=25&state=${known}`))
    return state.state === known ? after(known) : state
  }
  const committed = await after('waiting')
  if (committed.key === undefined) throw new Error(`pairing: ${committed.state}`)
  const answer = answerPairing(code, committed.key, null)
  await ask('POST', `/v1/pairings/${id}/nonce`, { nonce: answer.adminNonce })
  const words = answer.words((await after('answered')).key)
  if (words === null) throw new Error('pairing: another key')
  return words
}

/** PC that is paired. */
interface PairedPc {
  value(name: 'relay.confirm-words', args: object): Promise<unknown>
}

/** Admits the PC that gave the code, without looking at the words. */
export async function admitPc(
  ask: AskRelay,
  pairing: { id: string; code: string },
  pc?: PairedPc,
): Promise<void> {
  await comparePairing(ask, pairing)
  await pc?.value('relay.confirm-words', {})
  await ask('POST', `/v1/pairings/${pairing.id}/confirm`)
}
