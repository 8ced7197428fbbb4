import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Post {
  path: string
  headers: Record<string, string>
}

export interface OpenRequest {
  port: number
  /** In turn; `text` shows that a stream is where it should be. */
  requests: (Post & { text: string })[]
  /** Streams of each of these. */
  each: number
  /** They read nothing after that text. */
  isStalled?: boolean
}

export interface SteadyRequest {
  /** Nodes, in turn. */
  ports: number[]
  /** Inboxes, in turn; the streams that are open are those of the first ones. */
  posts: Post[]
  perSecond: number
  seconds: number
  /** Inboxes without a stream that get events too, at a rate of their own. */
  noise?: { posts: Post[]; perSecond: number }
}

export interface BurstRequest {
  /** Nodes, in turn. */
  ports: number[]
  /** Inboxes, in turn. */
  posts: Post[]
  connections: number
  /** Requests under way on each connection. */
  depth: number
  seconds: number
  /** Number of the first event. */
  first: number
  /** Indexes of the inboxes of all events, in the place of all inboxes in turn: with the last one it ends. */
  order?: number[]
}

export interface BurstResult {
  /** Numbers of the events that were answered with 200. */
  acknowledged: number[]
  refused: number
  sent: number
  /** Until the last 200. */
  seconds: number
  /** Longest time between one 200 and the next. */
  longestGapMs: number
  /** Processor time of the load itself. */
  cpuSeconds: number
}

/** Methods of the process of `relay-load-process.ts`. */
export interface LoadMethods {
  open(request: OpenRequest): Promise<{ ms: number; times: number[]; failures: number }>
  watch(request: { text: string; waitMs: number }): Promise<{ at: number[]; missing: number }>
  steady(request: SteadyRequest): Promise<{ latencies: number[]; refused: number; missing: number }>
  /** As many events as are taken. */
  burst(request: BurstRequest): Promise<BurstResult>
  /** From now on, the numbers of every stream are looked at. */
  follow(): Promise<void>
  /** What those streams have shown, once they have shown so many events or `waitMs` has passed. */
  followed(request: { events: number; waitMs: number }): Promise<{ events: number; gaps: number }>
  close(): Promise<void>
}

export interface Load extends LoadMethods {
  end(): Promise<void>
}

/** Starts a generator of streams. */
export async function startLoad(): Promise<Load> {
  const child = fork(fileURLToPath(new URL('relay-load-process.ts', import.meta.url)))
  await once(child, 'message')
  const waiting = new Map<number, (result: never) => void>()
  let last = 0
  child.on('message', ({ n, result }: { n: number; result: never }) => {
    waiting.get(n)?.(result)
    waiting.delete(n)
  })
  const call = <M extends keyof LoadMethods>(method: M): LoadMethods[M] =>
    // One way through for all of them: the types are those of the table.
    ((args: unknown) =>
      new Promise((resolve) => {
        const n = ++last
        waiting.set(n, resolve)
        child.send({ n, method, args })
      })) as LoadMethods[M]
  return {
    open: call('open'),
    watch: call('watch'),
    steady: call('steady'),
    burst: call('burst'),
    follow: call('follow'),
    followed: call('followed'),
    close: call('close'),
    async end() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
