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
  port: number
  posts: Post[]
  perSecond: number
  seconds: number
}

/** Methods of the process of `relay-load-process.ts`. */
export interface LoadMethods {
  open(request: OpenRequest): Promise<{ ms: number; times: number[]; failures: number }>
  watch(request: { text: string; waitMs: number }): Promise<{ at: number[]; missing: number }>
  steady(request: SteadyRequest): Promise<{ latencies: number[]; refused: number; missing: number }>
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
    close: call('close'),
    async end() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
