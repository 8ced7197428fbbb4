import type { Socket } from 'node:net'
import * as z from 'zod'
import type { Result } from '#shared/bridge/result.ts'
import {
  hostCommands,
  requestFrameSchema,
  type Batch,
  type HostError,
  type HostPayload,
  type HostState,
  type HostTopic,
  type RequestFrame,
} from '#shared/host-protocol/messages.ts'
import { MAX_FRAME_BYTES, PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Approvals } from './approvals.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { createMessageReader, encodeFrame } from './frames.ts'
import {
  isApprovedCommand,
  type HostHandlers,
  type HostInterest,
  type HostQuestions,
} from './host-commands.ts'
import { toHostError, toVerdictSummary } from './host.rules.ts'

/** Disconnect a slow reader when its queue in our process exceeds this many bytes. The system has a queue too. */
const MAX_UNSENT_BYTES = MAX_FRAME_BYTES
const MAX_IN_FLIGHT = 32
/** Least time between two sends of topics, ten a second. Changes in between are sent together. */
const TELL_EVERY_MS = 100
/** Limit of a connection that is not approved. */
const STRANGER_PACE = { perSecond: 10, burst: 30 }
/**
 * Limit of any connection. A peer that keeps sending although it is refused is disconnected before it takes the
 * core's time.
 */
const FLOOD_PACE = { perSecond: 100, burst: 1_000 }
/** Number of plates in one request that cost as much as another request. */
const PLATES_PER_COST = 100

/** Connection of one native host: one profile of one browser. */
export interface HostConnection {
  /** Key of the browser, once it has sent `hello`. */
  readonly key: string | null
  /** The state that the browser received may have changed. */
  stateChanged(): void
  /** Another account is on screen. Nothing that the browser received is valid any more. */
  accountChanged(): void
  platesChanged(vrms: readonly string[]): void
  batchChanged(batch: Batch): void
  /** Reads bytes that arrived before this connection object was made. */
  receive(bytes: Uint8Array): void
  end(): void
}

/** State of the application, without what depends on the browser. */
export interface HostFacts {
  locked: boolean
  demo: boolean
  online: boolean
  unread: number
}

export interface HostConnectionDeps {
  socket: Socket
  origin: string
  version: string
  clock: Clock
  log: Log
  approvals: Approvals
  getFacts: () => HostFacts
  handlers: HostHandlers
  questions: Pick<HostQuestions, 'views'>
  /** Limits of an approved browser, for all of its connections. */
  getAllowance: (key: string) => { all: Allowance; lookups: Allowance }
  /** Called when the browser has sent `hello`. */
  onHello: () => void
  /** Called when the browser asks for approval. */
  onAsked: () => void
}

const helloSchema = z.object({ protocol: z.number().int() })
const WRONG_ORDER: HostError = { code: 'invalid-request' }

export function createHostConnection(deps: HostConnectionDeps): HostConnection {
  const { socket, origin, version, clock, log, approvals, getFacts, handlers, questions } = deps
  const strangerPace = createAllowance(clock.elapsed, STRANGER_PACE)
  const flood = createAllowance(clock.elapsed, FLOOD_PACE)
  const interests = createInterests()
  const pulse = createPulse(clock, TELL_EVERY_MS, sendChanges)
  let identity: { key: string; browser: z.infer<typeof hostCommands.hello.args>['browser'] } | null = null
  let wrongVersion: HostError | null = null
  let inFlight = 0
  /** Last sent state, as JSON; `null` forces the next send. */
  let told: string | null = null

  const isApproved = () => identity !== null && approvals.isApproved(identity.key)

  function buildState(): HostState {
    const { locked, demo, online, unread } = getFacts()
    const approved = isApproved()
    const isOpen = approved && !locked
    return {
      application: version,
      approved,
      words: locked || !identity ? null : approvals.getWords(identity.key),
      locked,
      demo,
      online: isOpen ? online : null,
      unread: isOpen ? unread : null,
    }
  }

  function send(message: object): boolean {
    const frame = encodeFrame(message)
    if (!frame) return false
    if (socket.destroyed) return true
    if (socket.writableLength > MAX_UNSENT_BYTES) {
      log.warn('extension: a browser reads nothing and is cut')
      socket.destroy()
    } else socket.write(frame)
    return true
  }

  const sendTopic = <T extends HostTopic>(topic: T, payload: HostPayload<T>) => send({ topic, payload })
  const refuse = (id: number, error: HostError) => void send({ id, ok: false, error })

  function sendAnswer(id: number, value: unknown): void {
    if (!send({ id, ok: true, value })) refuse(id, { code: 'too-large' })
  }

  function sendState(id: number): void {
    const state = buildState()
    told = JSON.stringify(state)
    sendAnswer(id, state)
  }

  /** Sends what has changed since the last send. */
  async function sendChanges(): Promise<void> {
    if (!identity || socket.destroyed) return
    const state = buildState()
    if (told !== JSON.stringify(state)) {
      told = JSON.stringify(state)
      sendTopic('state', state)
    }
    // A change during the send is sent by the next one.
    if (!isOpen()) return
    for (const batch of interests.takeBatches()) sendTopic('batch', batch)
    const vrms = interests.takePlates()
    if (vrms.length === 0) return
    try {
      const rows = (await questions.views(vrms)).map(toVerdictSummary)
      if (isOpen()) sendTopic('verdicts', { rows })
      else interests.platesChanged(vrms)
    } catch (error) {
      // The store is being reopened. The verdicts are sent with the next change.
      interests.platesChanged(vrms)
      if (!(error instanceof StoreError)) log.error('extension: verdicts could not be read', error)
      return
    }
    if (interests.isBehind()) pulse.request()
  }

  const isOpen = () => isApproved() && !getFacts().locked

  function handleMessage(message: unknown): void {
    // The connection has ended, so requests that arrived before are not answered.
    if (socket.destroyed) return
    if (flood.spend() > 0) {
      log.warn('extension: a browser sends without end and is cut')
      return void socket.destroy()
    }
    const parsed = requestFrameSchema.safeParse(message)
    // A frame without an id cannot be answered. The peer does not speak this protocol.
    if (!parsed.success) return void socket.destroy()
    const request = parsed.data
    const { id, command } = request
    const pace = isApproved() && identity ? deps.getAllowance(identity.key) : { all: strangerPace }
    const wait =
      pace.all.spend(computeCost(request)) ||
      ('lookups' in pace && command === 'lookup.start' ? pace.lookups.spend() : 0)
    if (wait > 0) return refuse(id, { code: 'rate-limited', retryAfterMs: wait })
    if (command === 'hello') return handleHello(request)
    if (wrongVersion) return refuse(id, wrongVersion)
    if (!identity) return refuse(id, WRONG_ORDER)
    if (command === 'approval.ask') return askApproval(id, identity)
    if (!isApproved()) return refuse(id, { code: 'not-approved' })
    if (getFacts().locked) return refuse(id, { code: 'locked' })
    if (inFlight >= MAX_IN_FLIGHT) return refuse(id, { code: 'rate-limited', retryAfterMs: TELL_EVERY_MS })
    void runRequest(request)
  }

  function handleHello({ id, args }: RequestFrame): void {
    const { data: begun } = helloSchema.safeParse(args)
    if (begun && begun.protocol !== PROTOCOL_VERSION) {
      identity = null
      wrongVersion = {
        code: 'wrong-version',
        update: begun.protocol < PROTOCOL_VERSION ? 'extension' : 'application',
      }
      return refuse(id, wrongVersion)
    }
    const { data } = hostCommands.hello.args.safeParse(args)
    if (!data) return refuse(id, { code: 'invalid-request' })
    wrongVersion = null
    identity = { key: approvals.hashBrowserKey(data.secret, origin), browser: data.browser }
    approvals.recordSeen(identity.key)
    sendState(id)
    deps.onHello()
  }

  function askApproval(id: number, { key, browser }: NonNullable<typeof identity>): void {
    if (getFacts().locked) return refuse(id, { code: 'locked' })
    const wasWaiting = approvals.isApproved(key) || approvals.getWords(key) !== null
    const retryAfterMs = approvals.ask(key, browser)
    if (retryAfterMs > 0) return refuse(id, { code: 'rate-limited', retryAfterMs })
    sendState(id)
    if (!wasWaiting) deps.onAsked()
  }

  async function runRequest({ id, command, args }: RequestFrame): Promise<void> {
    if (!isApprovedCommand(command)) return refuse(id, { code: 'invalid-request' })
    const parsed = hostCommands[command].args.safeParse(args)
    if (!parsed.success) return refuse(id, { code: 'invalid-request' })
    inFlight++
    try {
      // Only here can TypeScript not infer that the arguments belong to the command.
      const handler = handlers[command] as (
        args: unknown,
        interest: typeof interests,
      ) => Promise<Result<unknown>> | Result<unknown>
      const result = await handler(parsed.data, interests)
      // The application was locked, or the approval removed, while the command ran. Its effects stay, and its result
      // is withheld.
      if (!isApproved()) refuse(id, { code: 'not-approved' })
      else if (getFacts().locked) refuse(id, { code: 'locked' })
      else if (result.ok) sendAnswer(id, result.value)
      else refuse(id, toHostError(result.error))
    } catch (error) {
      if (!(error instanceof StoreError)) log.error(`extension: ${command}`, error)
      refuse(id, { code: error instanceof StoreError ? 'unavailable' : 'failed' })
    } finally {
      inFlight--
    }
  }

  const reader = createMessageReader(handleMessage, (why) => {
    log.warn(`extension: a browser sent what is no message (${why}) and is cut`)
    socket.destroy()
  })
  socket.on('data', (chunk: Buffer) => reader.push(chunk))
  socket.on('close', () => pulse.stop())

  return {
    get key() {
      return identity?.key ?? null
    },
    stateChanged: pulse.request,
    accountChanged() {
      told = ''
      interests.addAllPlates()
      pulse.request()
    },
    platesChanged(vrms) {
      if (interests.platesChanged(vrms)) pulse.request()
    },
    batchChanged(batch) {
      if (interests.batchChanged(batch)) pulse.request()
    },
    receive: reader.push,
    end: () => void socket.destroy(),
  }
}

/** Cost of a request. Reading a page of plates takes the store's thread as long as many small requests. */
function computeCost({ args }: RequestFrame): number {
  const vrms = typeof args === 'object' && args !== null && 'vrms' in args ? args.vrms : null
  return 1 + (Array.isArray(vrms) ? Math.floor(vrms.length / PLATES_PER_COST) : 0)
}

/** Runs work right after a request, but never more often than an interval. */
interface Pulse {
  request(): void
  stop(): void
}

function createPulse(clock: Pick<Clock, 'sleep'>, everyMs: number, work: () => Promise<void> | void): Pulse {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWanted = false
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // Requests made in the same tick share one run.
    await Promise.resolve()
    while (isWanted && !signal.aborted) {
      isWanted = false
      await work()
      await clock.sleep(everyMs, signal)
    }
    isRunning = false
  }

  return {
    request() {
      isWanted = true
      if (!isRunning && !signal.aborted) void run()
    },
    stop: () => stopping.abort(),
  }
}

/** Most plates of one connection: two whole pages of the largest batch. The oldest plates are forgotten first. */
const MAX_PLATES = 2_000
const MAX_BATCHES = 32
/** Plates in one message, which stays far below the size limit of a frame. */
const PAGE = 250

/** Plates and batches that a connection asked about, and which of them have changed since the last send. */
interface Interests extends HostInterest {
  /** @param vrms empty for any plate. @returns true if there is anything to send */
  platesChanged(vrms: readonly string[]): boolean
  batchChanged(batch: Batch): boolean
  /** Another account is on screen. Every plate is sent again, and no batch of the previous account. */
  addAllPlates(): void
  takePlates(): string[]
  takeBatches(): Batch[]
  isBehind(): boolean
}

function createInterests(): Interests {
  const plates = new Set<string>()
  const batches = new Set<string>()
  const changedPlates = new Set<string>()
  const changedBatches = new Map<string, Batch>()

  return {
    plates(vrms) {
      for (const vrm of vrms) {
        plates.delete(vrm)
        plates.add(vrm)
      }
      limitSize(plates, MAX_PLATES)
    },
    batch(id) {
      batches.delete(id)
      batches.add(id)
      limitSize(batches, MAX_BATCHES)
    },
    platesChanged(vrms) {
      for (const vrm of vrms.length === 0 ? plates : vrms) if (plates.has(vrm)) changedPlates.add(vrm)
      return changedPlates.size > 0
    },
    batchChanged(batch) {
      if (batches.has(batch.id)) changedBatches.set(batch.id, batch)
      return changedBatches.size > 0
    },
    addAllPlates() {
      changedBatches.clear()
      for (const vrm of plates) changedPlates.add(vrm)
    },
    takePlates() {
      const taken = [...changedPlates].slice(0, PAGE)
      for (const vrm of taken) changedPlates.delete(vrm)
      return taken
    },
    takeBatches() {
      const taken = [...changedBatches.values()]
      changedBatches.clear()
      return taken
    },
    isBehind: () => changedPlates.size > 0,
  }
}

function limitSize(names: Set<string>, max: number): void {
  for (const name of names) {
    if (names.size <= max) return
    names.delete(name)
  }
}
