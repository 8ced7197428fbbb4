import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createRelay, type Relay, type RelayDeps } from '#relay/create-relay.ts'
import {
  claimNonceWire,
  type EventPage,
  eventPageWire,
  PAIRING_VERSION,
  pairWire,
} from '#shared/api/relay.ts'
import { newPairingNonce, pairingCommitment, wordsOfPairing } from '#shared/sealing/compared-words.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/lifecycle.ts'
import { admitPc, type AskRelay, newPairing } from '#tests/fakes/relay-process.ts'
import { openTestStore, type StoreOptions } from './store.ts'

export const builtFile = (name: string) =>
  fileURLToPath(new URL(`../../../../out/tests/${name}.js`, import.meta.url))

export const OFFICE = {
  name: 'Gestoría Ribera',
  adminToken: 'admin-token-of-ribera',
  inboxKey: 'inbox-key-of-ribera-office',
  header: { name: 'X-Relay-Secret', value: 'header-of-ribera' },
}
export const OTHER = {
  name: 'Gestoría Soto',
  adminToken: 'admin-token-of-soto-office',
  inboxKey: 'inbox-key-of-the-soto-office',
  header: { name: 'X-Own', value: 'header-of-soto' },
}
export type Office = typeof OFFICE

/** Directory removed with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-relay-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export interface RunningRelay {
  url: string
  ops: string
  directory: string
  relay: Relay
  logged: string[]
  stop(): Promise<void>
}

export interface StartOptions extends Partial<Omit<RelayDeps, 'store' | 'log'>>, StoreOptions {
  /** Names the data: a relay that is started with the same one again finds them. */
  directory?: string
  offices?: readonly Office[]
}

/** The relay in this process over a real store, with both offices unless others are given. */
export async function startRelay(options: StartOptions = {}): Promise<RunningRelay> {
  const {
    directory = await temporaryDirectory(),
    clock = createSystemClock(),
    offices = [OFFICE, OTHER],
    ...deps
  } = options
  const logged: string[] = []
  const log = {
    info: (message: string) => logged.push(message),
    error: (message: string, cause?: unknown) => logged.push(`${message}: ${String(cause)}`),
  }
  const { store, release } = await openTestStore({ directory, clock, log, ...deps })
  const relay = createRelay({ store, clock, log, inboxRate: 0, alarmNetworks: ['127.0.0.0/8'], ...deps })
  for (const office of offices) {
    // With a short deadline the first commits of a busy machine may be late; keeping an office twice is the same.
    while (!(await relay.offices.ensure(office).catch(() => null))) continue
  }
  const url = await relay.app.listen({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((resolve) => relay.ops.listen(0, '127.0.0.1', resolve))
  let isStopped = false
  async function stop(): Promise<void> {
    if (isStopped) return
    isStopped = true
    await relay.stop()
    release()
  }
  onTestFinished(stop)
  return { url, ops: listeningUrl({ server: relay.ops }), directory, relay, logged, stop }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A call with a token, and a JSON body if there is one. */
export const call = (url: string, method: string, token: string, body?: object) =>
  fetch(url, {
    method,
    headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

export const inboxOf = (url: string, office: Office = OFFICE) => `${url}/in/${office.inboxKey}`

/** Posts to the inbox as the operator does. */
export const post = (url: string, body: string | Uint8Array, office: Office = OFFICE) =>
  fetch(inboxOf(url, office), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [office.header.name]: office.header.value },
    body: body as BodyInit,
  })

let made = 0
/** An event about a procedure, different from every other. */
export const eventOf = (id: string, more: object = {}) => ({
  event: 'procedure.status_changed',
  data: {
    id,
    path: `/v1/procedures/${id}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + made++ * 1_000).toISOString(),
    status: 'IN_PROGRESS',
    ...more,
  },
})

/** Posts an event until it is taken: the relay answers 503 for what its sender should send again, as on a slow disk. */
async function postUntilTaken(url: string, body: string, office: Office): Promise<void> {
  for (;;) {
    const { status } = await post(url, body, office)
    if (status === 200) return
    if (status !== 503) throw new Error(`inbox: ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Posts that many events one after another, and expects them to be taken. */
export async function postMany(url: string, count: number, prefix = 'p', office: Office = OFFICE) {
  for (let index = 0; index < count; index += 50) {
    const some = Array.from({ length: Math.min(50, count - index) }, (_, i) => `${prefix}${index + i}`)
    await Promise.all(some.map((id) => postUntilTaken(url, JSON.stringify(eventOf(id)), office)))
  }
}

export async function pageOf(url: string, query = '', token = OFFICE.adminToken): Promise<EventPage> {
  const answer = await fetch(`${url}/v1/events${query}`, { headers: bearer(token) })
  if (answer.status !== 200) throw new Error(`events: ${answer.status}`)
  return eventPageWire.parse(await answer.json())
}

/** Every event there is, page by page. */
export async function allEvents(url: string, token = OFFICE.adminToken) {
  const events: EventPage['events'] = []
  for (;;) {
    const page = await pageOf(url, `?limit=500${afterOf(events)}`, token)
    if (page.events.length === 0) return events
    events.push(...page.events)
    epochs.set(events, page.epoch)
  }
}
const epochs = new WeakMap<object, string>()
const afterOf = (events: EventPage['events']) => {
  const last = events.at(-1)
  return last === undefined ? '' : `&after=${epochs.get(events)}.${last.seq}`
}

const BUSY_MS = 60_000

/** Calls of an office's administrator. */
export const askAs =
  (url: string, { adminToken }: Pick<Office, 'adminToken'> = OFFICE): AskRelay =>
  async (method, path, body) => {
    const deadline = performance.now() + BUSY_MS
    for (;;) {
      const answer = await call(url + path, method, adminToken, body)
      // A busy database did not answer the relay in time: a client comes back.
      if (answer.status === 503 && performance.now() < deadline) {
        await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
        continue
      }
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer.status === 204 ? null : answer.json()
    }
  }

/** The half of a pairing of the PC that gives a code. */
export function newPc(code: string, name: string, publicKey = newKeyPair().publicKey) {
  const nonce = newPairingNonce()
  const commitment = pairingCommitment({ code, publicKey, nonce })
  const body = { version: PAIRING_VERSION, code, name, publicKey, commitment } as const
  return {
    body,
    nonce,
    words: (adminNonce: string) => wordsOfPairing({ code, publicKey, nonce }, adminNonce),
  }
}

/** A PC gives the code and reveals its nonce to the administrator, who has seen no words yet. */
export async function givePc(url: string, { code }: { code: string }, name: string, publicKey?: string) {
  const pc = newPc(code, name, publicKey)
  const { claim } = pairWire.parse(await (await call(`${url}/v1/pair`, 'POST', 'none', pc.body)).json())
  const claimed = (at: string, nonce?: string) =>
    call(`${at}/v1/pair/claim`, 'POST', 'none', { claim, ...(nonce !== undefined && { nonce }) })
  /** Waits at a node for the administrator's nonce. @returns the words that the PC shows */
  const words = async (at = url) => pc.words(claimNonceWire.parse(await (await claimed(at)).json()).nonce)
  /** Reveals the PC's nonce at a node, and waits for the decision. */
  const decided = (at = url) => claimed(at, pc.nonce)
  return {
    claim,
    words,
    decided,
    end: async (at = url) => ({ words: await words(at), answer: await decided(at) }),
  }
}

/** Pairs a PC by the whole exchange. */
export async function pairDevice(url: string, name: string, office: Office = OFFICE) {
  const pairing = await newPairing(askAs(url, office))
  const [{ answer }] = await Promise.all([
    (await givePc(url, pairing, name)).end(),
    admitPc(askAs(url, office), pairing),
  ])
  return (await answer.json()) as { token: string; deviceId: string; admin: boolean; cursor: string }
}

/** A request as it is written, and what comes back until the connection ends. */
export function rawRequest(url: string, headers: Record<string, string | string[]>, body: string) {
  return new Promise<number>((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })
}
