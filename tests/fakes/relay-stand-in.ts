import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  cursorText,
  type PairingState,
  parseCursor,
  type RelayEvent,
  type RelayOffice,
} from '#shared/api/relay.ts'
import { newPairingNonce, pairingCommitment, wordsOfPairing } from '#shared/sealing/compared-words.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { type CoreFixture, waitUntil } from './core-fixture.ts'
import { json } from './fault-service.ts'

/**
 * Small relay over real HTTP (shared/api/relay.ts), for the faults that the real one cannot produce: silence, buffering,
 * cuts, wrong numbers. It keeps its list in memory and has no limits.
 */
export interface RelayStandIn {
  readonly url: string
  readonly epoch: string
  readonly head: number
  /** Requests, as `GET /v1/stream?after=…`. */
  readonly seen: string[]
  /** Tokens that came with them. */
  readonly tokens: Set<string>
  readonly acks: string[]
  /** Of the last pairing: what the PC gave, and its words. */
  readonly paired: { publicKey: string; commitment: string; nonce: string; words: readonly string[] } | null
  /** Words of the PC that this relay plays for an invitation. */
  readonly invitedWords: readonly string[]
  /** Streams open now. */
  readonly streams: number
  readonly options: StandInOptions
  /** Numbers an event and sends it to the streams; returns its number. */
  push(event: unknown, over?: Partial<RelayEvent>): number
  /** Adds events without sending them. */
  store(...events: unknown[]): void
  /** Writes a frame to every stream as it is. */
  raw(frame: string): void
  /** Forgets the numbers below. */
  forget(below: number): void
  /** Begins another list, with these events. */
  restart(epoch: string, events?: readonly unknown[]): void
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

export interface StandInOptions {
  /** Time between heartbeats. */
  beatMs: number
  /** The streams show nothing any more, heartbeats neither. */
  isSilent: boolean
  /** A stream's body is held back, as by a proxy that buffers. */
  isBuffering: boolean
  /** Not even the headers of a stream are passed on. */
  holdsHeaders: boolean
  /** A stream is cut after so many events. */
  cutAfter: number
  /** Every token is refused. */
  refuses: boolean
  /** Longest wait of a long poll and of a claim. */
  waitMs: number
  /** The pairing is confirmed at once; otherwise see `confirmation`. */
  confirmation: 'at-once' | 'waiting' | 'refused'
  admin: boolean
  /** The relay's clock minus the true one. */
  skewMs: number
  /** Bodies that it could not read. */
  unreadable: RelayOffice['unreadable']
  /** A self-test's step that fails. */
  broken: string | null
  /** A new PC's list begins after this number. */
  beginsAt: number | null
  inboxUrl: string
  /** Another PC of the office is paired. */
  others: number
  /** Of another pairing version: it refuses every code. */
  isOld: boolean
}

interface Listener {
  response: ServerResponse
  sent: number
}

export const CODE = 'K7QF-9M2T'

/** Pairs a PC with the stand-in, without looking at the words. */
export async function pairPc(core: CoreFixture, address: string, code = CODE): Promise<void> {
  await core.value('relay.pair', { address, code, name: 'Mostrador' })
  await waitUntil(
    () => core.slice('relay'),
    ({ pairing }) => pairing?.state !== 'asking',
  )
  await core.value('relay.confirm-words', {})
}
export const TOKEN = `rly_${'a'.repeat(43)}`

export async function startRelayStandIn(given: Partial<StandInOptions> = {}): Promise<RelayStandIn> {
  const options: StandInOptions = {
    beatMs: 100,
    isSilent: false,
    isBuffering: false,
    holdsHeaders: false,
    cutAfter: Infinity,
    refuses: false,
    waitMs: 1_000,
    confirmation: 'at-once',
    admin: true,
    skewMs: 0,
    unreadable: null,
    broken: null,
    beginsAt: null,
    inboxUrl: 'https://relay.example/in/1',
    others: 0,
    isOld: false,
    ...given,
  }
  let epoch = 'abcd'
  let floor = 1
  let events: RelayEvent[] = []
  let polls: (() => void)[] = []
  const listeners = new Set<Listener>()
  const seen: string[] = []
  const tokens = new Set<string>()
  const acks: string[] = []
  const adminNonce = newPairingNonce()
  let paired: RelayStandIn['paired'] = null
  /** The pairing of another PC: the relay plays that PC, which gives its code at once. */
  let invitation: (PairingState & { key: NonNullable<PairingState['key']> }) | null = null
  let invitedWords: readonly string[] = []
  const invited = { code: CODE, publicKey: newKeyPair().publicKey, nonce: newPairingNonce() }

  const head = () => events.at(-1)?.seq ?? floor - 1
  const time = () => new Date(Date.now() + options.skewMs).toISOString()
  const position = () => ({ epoch, floor, head: head(), time: time() })
  const numbered = (event: unknown, over: Partial<RelayEvent> = {}): RelayEvent => ({
    seq: head() + 1,
    receivedAt: new Date().toISOString(),
    event: event as RelayEvent['event'],
    ...over,
  })
  const frame = (name: string, data: unknown, id?: string) =>
    `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
  const isHeld = () => options.isSilent || options.isBuffering

  function send(listener: Listener, event: RelayEvent): void {
    if (isHeld() || listener.sent >= options.cutAfter) return
    const isLast = ++listener.sent >= options.cutAfter
    const text = frame('change', event, cursorText({ epoch, seq: event.seq }))
    listener.response.write(text, () => isLast && listener.response.destroy())
  }

  function stream(response: ServerResponse, after: number): void {
    if (options.holdsHeaders) return
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    const listener = { response, sent: 0 }
    listeners.add(listener)
    response.on('close', () => listeners.delete(listener))
    response.on('error', () => undefined)
    if (isHeld()) return
    response.write(frame('hb', position()))
    if (after < floor - 1)
      response.write(frame('gap', { from: after + 1, to: floor - 1, reason: 'retention' }))
    for (const event of events) if (event.seq > after && !response.destroyed) send(listener, event)
  }

  async function page(response: ServerResponse, after: number, limit: number, waitMs: number) {
    if (head() <= after && waitMs > 0)
      await Promise.race([
        new Promise<void>((resolve) => polls.push(resolve)),
        new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, options.waitMs))),
      ])
    const gap = after < floor - 1 ? { gap: { from: after + 1, to: floor - 1, reason: 'retention' } } : {}
    const found = events.filter(({ seq }) => seq > after).slice(0, limit)
    json(response, 200, { ...position(), ...gap, events: found })
  }

  async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    seen.push(`${method} ${url}`)
    const { pathname, searchParams } = new URL(url, 'http://relay')
    const body = await bodyOf(request)
    const route = `${method} ${pathname}`
    if (route === 'POST /v1/pair') {
      if (options.isOld) return json(response, 400, { code: 'bad_request', message: '' })
      if (body['code'] !== CODE) return json(response, 404, { code: 'code', message: 'No such code.' })
      const { publicKey = '', commitment = '' } = body
      paired = { publicKey, commitment, nonce: '', words: [] }
      return json(response, 202, { claim: 'claim-1' })
    }
    if (route === 'POST /v1/pair/claim' && body['nonce'] === undefined)
      return json(response, 202, { nonce: adminNonce })
    if (route === 'POST /v1/pair/claim') {
      const { nonce = '' } = body
      if (paired) {
        const committed = { code: CODE, publicKey: paired.publicKey, nonce }
        paired = { ...paired, nonce, words: wordsOfPairing(committed, adminNonce) }
      }
      if (options.confirmation === 'refused') return json(response, 403, { code: 'refused', message: '' })
      if (options.confirmation === 'waiting') {
        await new Promise((resolve) => setTimeout(resolve, Math.min(options.waitMs, 100)))
        response.writeHead(202)
        return void response.end()
      }
      const cursor = cursorText({ epoch, seq: options.beginsAt ?? head() })
      const { admin } = options
      return json(response, 200, { token: TOKEN, deviceId: 'pc-1', office: 'Gestoría Ribera', admin, cursor })
    }
    const [, token = ''] = (headers.authorization ?? '').split(' ')
    tokens.add(token)
    if (options.refuses || token !== TOKEN)
      return json(response, 401, { code: 'unauthorized', message: 'No such PC.' })
    const after = parseCursor(searchParams.get('after') ?? '')
    if (route === 'GET /v1/stream' || route === 'GET /v1/events') {
      if (!after || after.epoch !== epoch || after.seq > head()) return json(response, 409, position())
      if (route === 'GET /v1/stream') return stream(response, after.seq)
      const wait = Number(searchParams.get('wait') ?? 0) * 1_000
      return page(response, after.seq, Number(searchParams.get('limit') ?? 100), wait)
    }
    await administer(route, pathname, body, response)
  }

  async function administer(
    route: string,
    pathname: string,
    body: Record<string, string>,
    response: ServerResponse,
  ): Promise<void> {
    if (route === 'POST /v1/ack') {
      acks.push(body['cursor'] ?? '')
      return json(response, 200, {})
    }
    if (route === 'GET /v1/office')
      return json(response, 200, {
        ...position(),
        name: 'Gestoría Ribera',
        lastReceivedAt: events.at(-1)?.receivedAt ?? null,
        duplicates: 0,
        quarantined: options.unreadable?.count ?? 0,
        unreadable: options.unreadable,
        inbox: options.admin
          ? {
              url: options.inboxUrl,
              header: { name: 'X-Relay-Secret', value: 'whk_1' },
              mode: 'enforce',
            }
          : null,
      })
    if (route === 'GET /v1/devices') {
      const device = (id: string, self: boolean) => ({
        id,
        name: id,
        admin: self,
        self,
        pairedAt: time(),
        seenAt: null,
        acked: 0,
        streaming: self,
      })
      const others = Array.from({ length: options.others }, (_, index) => device(`pc-${index + 2}`, false))
      return json(response, 200, { devices: [device('pc-1', true), ...others] })
    }
    if (!options.admin) return json(response, 403, { code: 'not-admin', message: '' })
    if (route === 'POST /v1/pairings') {
      if (options.isOld) return json(response, 400, { code: 'bad_request', message: '' })
      const key = { publicKey: invited.publicKey, commitment: pairingCommitment(invited) }
      invitation = { state: 'committed', name: 'Mostrador', key }
      return json(response, 201, { id: 'inv-1', code: CODE, expiresAt: time() })
    }
    if (pathname.startsWith('/v1/pairings/')) {
      const decision = pathname.split('/')[4]
      if (!invitation) return json(response, 404, { code: 'gone', message: '' })
      if (decision === 'nonce') {
        invitedWords = wordsOfPairing(invited, body['nonce'] ?? '')
        invitation = { ...invitation, state: 'claimed', key: { ...invitation.key, nonce: invited.nonce } }
      } else if (decision !== undefined) invitation.state = decision === 'confirm' ? 'confirmed' : 'refused'
      return json(response, 200, invitation)
    }
    if (route.startsWith('DELETE /v1/devices/')) {
      response.writeHead(204)
      return void response.end()
    }
    if (route === 'POST /v1/selftest') {
      const id = randomBytes(4).toString('hex')
      const steps = ['name', 'tls', 'address', 'header', 'stored'].map((step) => ({
        step,
        outcome: step === options.broken ? 'failed' : 'ok',
        ms: 1,
      }))
      if (options.broken === null && !isHeld())
        for (const { response: to } of listeners)
          to.write(frame('canary', { id, receivedAt: new Date().toISOString() }))
      return json(response, 200, { id, steps, time: time() })
    }
    json(response, 404, { code: 'unknown', message: route })
  }

  const beats = () => {
    if (!isHeld()) for (const { response } of listeners) response.write(frame('hb', position()))
    beat = setTimeout(beats, options.beatMs)
  }
  let beat = setTimeout(beats, options.beatMs)

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    get epoch() {
      return epoch
    },
    get head() {
      return head()
    },
    seen,
    tokens,
    acks,
    get paired() {
      return paired
    },
    get invitedWords() {
      return invitedWords
    },
    get streams() {
      return listeners.size
    },
    options,
    push(event, over) {
      const one = numbered(event, over)
      events.push(one)
      for (const listener of listeners) send(listener, one)
      for (const wake of polls.splice(0)) wake()
      return one.seq
    },
    store(...more) {
      for (const event of more) events.push(numbered(event))
    },
    raw(text) {
      for (const { response } of listeners) response.write(text)
    },
    forget(below) {
      floor = below
      events = events.filter(({ seq }) => seq >= below)
    },
    restart(next, more = []) {
      epoch = next
      floor = 1
      events = []
      for (const event of more) events.push(numbered(event))
      for (const { response } of listeners) response.destroy()
    },
    cut() {
      server.closeAllConnections()
    },
    close: () =>
      new Promise<void>((resolve) => {
        clearTimeout(beat)
        for (const wake of polls.splice(0)) wake()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
