import {
  answerFrameSchema,
  type HostArgs,
  type HostCommand,
  type HostError,
  hostCommands,
  type HostPayload,
  type HostResult,
  type HostTopic,
  hostTopics,
  localCommands,
  localTopics,
  topicFrameSchema,
} from '#shared/host-protocol/messages.ts'
import { HOST_NAME, REQUEST_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import type { ConnectionView, RequestError, RequestResult } from '../page-messages.ts'
import { CLOSED, type ConnectionEvent, nextConnection, refusalOf } from './connection-state.ts'

export type DropReason = 'missing' | 'forbidden' | 'ended'

/** Port to the native host. */
interface NativePort {
  send(message: object): void
  close(): void
}

export interface NativePortEvents {
  onMessage(message: unknown): void
  /** Called at most once, and never after `close`. */
  onDrop(why: DropReason): void
}

export type OpenNativePort = (events: NativePortEvents) => NativePort

/**
 * Classifies the reason why the port ended. Firefox puts the reason in the port, and Chrome in `lastError`. Both
 * write it in English in every language.
 */
export function dropReason(message: string): DropReason {
  if (/not found|no such native application/i.test(message)) return 'missing'
  if (/forbidden|not have permission/i.test(message)) return 'forbidden'
  return 'ended'
}

/** Opens the port with the API of the browser. */
export const openNativePort =
  (runtime: typeof chrome.runtime): OpenNativePort =>
  ({ onMessage, onDrop }) => {
    const port: chrome.runtime.Port & { error?: { message?: string } | null } =
      runtime.connectNative(HOST_NAME)
    port.onMessage.addListener(onMessage)
    port.onDisconnect.addListener(() =>
      onDrop(dropReason(port.error?.message ?? runtime.lastError?.message ?? '')),
    )
    return { send: (message) => port.postMessage(message), close: () => port.disconnect() }
  }

type Asked = HostCommand | keyof typeof localCommands
const commands = { ...hostCommands, ...localCommands }

/** Delays in ms before each attempt. The last delay is used for all later attempts. */
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Time in ms after which a start without an answer counts as failed. */
export const START_TIMEOUT_MS = 60_000

export interface NativeConnectionDeps {
  open: OpenNativePort
  hello: () => Promise<HostArgs<'hello'>>
  onView: (view: ConnectionView) => void
  onTopic: <T extends Exclude<HostTopic, 'state'>>(topic: T, payload: HostPayload<T>) => void
}

export interface NativeConnection {
  view(): ConnectionView
  /** Opens the connection if it is closed. */
  connect(): void
  /**
   * Registers a page that is open. While a page is open, a lost connection is retried. @returns a function that ends
   * this
   */
  look(): () => void
  retry(): void
  start(): Promise<RequestResult<object>>
  request<C extends HostCommand>(command: C, args: HostArgs<C>): Promise<RequestResult<HostResult<C>>>
}

interface OpenRequest {
  command: Asked
  settle(result: RequestResult): void
}

/**
 * The only connection to the application, through the native host. The first request opens it. After a loss it is
 * reopened only while a page is open. A request is sent at most once: the caller decides whether to retry.
 */
export function createNativeConnection({
  open,
  hello,
  onView,
  onTopic,
}: NativeConnectionDeps): NativeConnection {
  let view: ConnectionView = { connection: CLOSED, session: 0 }
  let port: NativePort | null = null
  let nextId = 1
  let attempts = 0
  /** Number of `hello` requests sent. Only the answer to the last one counts. */
  let hellos = 0
  let lookers = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let starting: ReturnType<typeof setTimeout> | undefined
  const requests = new Map<number, OpenRequest>()
  /** Callbacks of requests that wait until the connection is made or has failed. */
  let waiting: (() => void)[] = []

  const become = (event: ConnectionEvent, session = view.session) => {
    const connection = nextConnection(view.connection, event)
    const changed = JSON.stringify(connection) !== JSON.stringify(view.connection)
    if (!changed && session === view.session) return
    view = { connection, session }
    if (connection.kind !== 'not-running') clearTimeout(starting)
    if (connection.kind !== 'connecting') {
      const ready = waiting
      waiting = []
      for (const go of ready) go()
    }
    onView(view)
  }

  const connect = () => {
    if (port !== null) return
    clearTimeout(again)
    become({ type: 'opened' })
    const mine: NativePort = open({
      onMessage: (message) => {
        if (port === mine) receive(message)
      },
      onDrop: (why) => {
        if (port !== mine) return
        port = null
        become({ type: 'dropped', why })
        dropRequests()
        tryLater()
      },
    })
    port = mine
    void sayHello(mine)
  }

  const dropRequests = () => {
    const lost = [...requests.values()]
    requests.clear()
    for (const { settle } of lost) settle({ ok: false, error: { code: 'dropped' } })
  }

  const tryLater = () => {
    clearTimeout(again)
    if (lookers === 0) return
    const wait = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)]
    attempts += 1
    again = setTimeout(() => {
      if (port === null) connect()
      else void sayHello(port)
    }, wait)
  }

  const sayHello = async (to: NativePort) => {
    hellos += 1
    const mine = hellos
    const args = await hello()
    if (port !== to || mine !== hellos) return
    const answer = await send('hello', args)
    if (port !== to || mine !== hellos) return
    if (answer.ok) {
      attempts = 0
      return become({ type: 'told', state: answer.value as HostResult<'hello'> }, view.session + 1)
    }
    become({ type: 'hello-failed', error: hostErrorOf(answer.error) })
    // Other failures are not retried here. The host reports when a closed application starts, and a retry does not
    // update an older end.
    if (view.connection.kind === 'not-answering') tryLater()
  }

  const send = (command: Asked, args: unknown, timeout = REQUEST_TIMEOUT_MS): Promise<RequestResult> =>
    new Promise((resolve) => {
      const to = port
      if (to === null) return resolve({ ok: false, error: { code: 'dropped' } })
      const id = nextId
      nextId += 1
      const settle = (result: RequestResult) => {
        clearTimeout(deadline)
        requests.delete(id)
        resolve(result)
      }
      const deadline = setTimeout(() => settle({ ok: false, error: { code: 'timeout' } }), timeout)
      requests.set(id, { command, settle })
      try {
        to.send({ id, command, args })
      } catch {
        // The port has ended, but its event has not arrived yet.
        settle({ ok: false, error: { code: 'dropped' } })
      }
    })

  const receive = (message: unknown) => {
    const answer = answerFrameSchema.safeParse(message)
    if (answer.success) {
      const request = requests.get(answer.data.id)
      if (!request) return
      if (!answer.data.ok) return request.settle({ ok: false, error: answer.data.error })
      const value = commands[request.command].result.safeParse(answer.data.value)
      return request.settle(
        value.success ? { ok: true, value: value.data } : { ok: false, error: { code: 'failed' } },
      )
    }
    const frame = topicFrameSchema.safeParse(message)
    if (frame.success) hear(frame.data.topic, frame.data.payload)
  }

  const hear = (topic: string, payload: unknown) => {
    if (topic === 'host') {
      const application = localTopics.host.payload.safeParse(payload)
      if (!application.success) return
      become({ type: 'application', connected: application.data.connected })
      if (application.data.connected && port !== null) void sayHello(port)
      return
    }
    if (!Object.hasOwn(hostTopics, topic)) return
    const parsed = hostTopics[topic as HostTopic].payload.safeParse(payload)
    if (!parsed.success) return
    if (topic === 'state') become({ type: 'told', state: parsed.data as HostPayload<'state'> })
    else if (view.connection.kind === 'approved')
      onTopic(topic as 'verdicts', parsed.data as HostPayload<'verdicts'>)
  }

  /** Waits until the connection is made or has failed, at most `REQUEST_TIMEOUT_MS`. */
  const settled = (): Promise<void> => {
    connect()
    if (view.connection.kind !== 'connecting') return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, REQUEST_TIMEOUT_MS)
      waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  const look = () => {
    lookers += 1
    connect()
    let done = false
    return () => {
      if (done) return
      done = true
      lookers -= 1
      if (lookers > 0) return
      clearTimeout(again)
      if (port === null) become({ type: 'closed' })
    }
  }

  return {
    view: () => view,
    connect,
    look,
    retry() {
      attempts = 0
      clearTimeout(again)
      if (port === null) connect()
      else void sayHello(port)
    },
    async start() {
      await settled()
      if (view.connection.kind !== 'not-running' || view.connection.start === 'running')
        return { ok: true, value: {} }
      become({ type: 'start', state: 'running' })
      clearTimeout(starting)
      starting = setTimeout(() => become({ type: 'start', state: 'failed' }), START_TIMEOUT_MS)
      const answer = await send('host.start', {})
      if (!answer.ok) become({ type: 'start', state: 'failed' })
      return answer as RequestResult<object>
    },
    async request<C extends HostCommand>(command: C, args: HostArgs<C>) {
      await settled()
      const refusal = refusalOf(view.connection)
      const asksApproval = command === 'approval.ask' && view.connection.kind === 'not-approved'
      if (refusal !== null && !asksApproval) return { ok: false, error: { code: refusal } } as const
      if (view.connection.kind === 'connecting') return { ok: false, error: { code: 'timeout' } } as const
      const answer = (await send(command, args)) as RequestResult<HostResult<C>>
      if (answer.ok && command === 'approval.ask')
        become({ type: 'told', state: answer.value as HostResult<'approval.ask'> })
      const error = answer.ok ? null : hostErrorOf(answer.error)
      if (error) become({ type: 'request-failed', error })
      return answer
    },
  }
}

/** @returns null for errors that this end created, such as a timeout */
function hostErrorOf({ code, update }: RequestError): Pick<HostError, 'code' | 'update'> | null {
  if (code === 'dropped' || code === 'timeout' || code === 'not-installed') return null
  return { code, ...(update && { update }) }
}
