import type { HostArgs, HostCommand, HostResult } from '#shared/host-protocol/messages.ts'
import type {
  ConnectionView,
  PageAnswer,
  PageCommand,
  PageName,
  PagePayload,
  PagePush,
  PageRequest,
  PageTopic,
  RequestResult,
} from '../page-messages.ts'

/** Idempotent commands, which are repeated after a lost port. The user repeats the others. */
const REPEATABLE: ReadonlySet<PageCommand> = new Set([
  'lookup.get',
  'lookup.recent',
  'batch.get',
  'batch.start',
  'batch.stop',
  'approval.ask',
])
const MAX_REPEATS = 2
/**
 * Commands that a page sends without a press. While the application is still opening its data, they are retried
 * automatically.
 */
const READS: ReadonlySet<PageCommand> = new Set(['lookup.get', 'lookup.recent', 'batch.get'])
const READ_AGAIN_MS = 500
const MAX_READS = 60

export type Port = Pick<chrome.runtime.Port, 'postMessage' | 'onMessage' | 'onDisconnect'>

type Result<C extends PageCommand> = C extends HostCommand ? HostResult<C> : object
type Args<C extends PageCommand> = C extends HostCommand ? HostArgs<C> : object

export interface PageClient {
  request<C extends PageCommand>(command: C, args: Args<C>): Promise<RequestResult<Result<C>>>
  on<T extends Exclude<PageTopic, 'connection'>>(
    topic: T,
    listener: (payload: PagePayload<T>) => void,
  ): () => void
  /** Signature that `useSyncExternalStore` needs. */
  subscribe(listener: () => void): () => void
  view(): ConnectionView
}

interface Open {
  request: PageRequest
  repeats: number
  reads: number
  settle(result: RequestResult): void
}

/**
 * A page's end of its port to the background. The browser may stop the background at any time. The client then opens
 * a new port, which starts the background again, and repeats idempotent requests.
 */
export function createPageClient(connect: () => Port): PageClient {
  let view: ConnectionView = { connection: { kind: 'connecting' }, session: 0 }
  /** Number of sessions before the present background. */
  let before = 0
  let hasView = false
  let nextId = 1
  let port: Port
  const open = new Map<number, Open>()
  const listeners = new Map<PageTopic, Set<(payload: never) => void>>()
  const onView = new Set<() => void>()

  const receive = (message: PageAnswer | PagePush) => {
    if ('id' in message) {
      const { id, ...result } = message
      const asked = open.get(id)
      if (asked && !result.ok && result.error.code === 'unavailable' && mayReadAgain(asked)) readAgain(asked)
      else asked?.settle(result)
      return
    }
    if (message.topic !== 'connection') {
      for (const listener of listeners.get(message.topic) ?? []) listener(message.payload as never)
      return
    }
    const { connection, session } = message.payload
    // The first view is not a change of session: the requests so far belong to it.
    if (!hasView) before = -session
    hasView = true
    // `closed` means that the background has just started for this page and is connecting.
    view = {
      connection: connection.kind === 'closed' ? { kind: 'connecting' } : connection,
      session: session === 0 ? view.session : before + session,
    }
    for (const listener of onView) listener()
  }

  const mayReadAgain = ({ request, reads }: Open) => READS.has(request.command) && reads < MAX_READS
  const readAgain = (asked: Open) => {
    asked.reads += 1
    setTimeout(() => {
      // The answer may have come through another port meanwhile.
      if (open.get(asked.request.id) === asked) port.postMessage(asked.request)
    }, READ_AGAIN_MS)
  }

  const start = () => {
    port = connect()
    port.onMessage.addListener(receive as (message: unknown) => void)
    port.onDisconnect.addListener(() => {
      before = view.session
      const lost = [...open.values()]
      start()
      for (const { request, repeats, reads, settle } of lost) {
        if (!REPEATABLE.has(request.command) || repeats >= MAX_REPEATS)
          settle({ ok: false, error: { code: 'dropped' } })
        else {
          open.set(request.id, { request, repeats: repeats + 1, reads, settle })
          port.postMessage(request)
        }
      }
    })
  }
  start()

  return {
    request: <C extends PageCommand>(command: C, args: Args<C>) =>
      new Promise<RequestResult<Result<C>>>((resolve) => {
        const request: PageRequest = { id: nextId, command, args }
        nextId += 1
        const settle = (result: RequestResult) => {
          open.delete(request.id)
          resolve(result as RequestResult<Result<C>>)
        }
        open.set(request.id, { request, repeats: 0, reads: 0, settle })
        port.postMessage(request)
      }),
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    subscribe(listener) {
      onView.add(listener)
      return () => onView.delete(listener)
    },
    view: () => view,
  }
}

/** Creates the client of a page with the API of the browser. */
export const connectPage = (page: PageName): PageClient =>
  createPageClient(() => chrome.runtime.connect({ name: page }))
