import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Writer } from '../store/write-queue.ts'

export interface Health {
  /** Reason to restart this process, or `null`. */
  findReasonNotAlive(): string | null
  /** Reason to send this process no events now, or `null`. */
  findReasonNotReady(): Promise<string | null>
  loopDelayMs(): number
  stop(): void
}

const LOOP_MS = 2_000
const COMMIT_AGE_MS = 5_000
const PROBE_MS = 1_000

/**
 * Alive: the event loop is responsive and no commit is stuck. Ready: a real commit within a second, free disk space,
 * and not stopping.
 */
export function createHealth(deps: { writer: Writer; findCloseReason: () => string | null }): Health {
  const { writer, findCloseReason } = deps
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const loopDelayMs = () => delay.percentile(99) / 1e6

  async function probe(): Promise<string | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('a commit takes more than a second'), PROBE_MS)
    })
    const commit = writer.write('probe', undefined).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : 'the store fails'),
    )
    return Promise.race([commit, late]).finally(() => clearTimeout(timer))
  }

  return {
    findReasonNotAlive() {
      if (writer.commitAgeMs() > COMMIT_AGE_MS) return 'a commit is stuck'
      const current = loopDelayMs()
      delay.reset()
      return current > LOOP_MS ? 'the event loop is late' : null
    },
    findReasonNotReady: async () => findCloseReason() ?? probe(),
    loopDelayMs,
    stop: () => delay.disable(),
  }
}

/** Serves `/livez`, `/readyz` and `/metrics` on a separate port that only this machine reaches. */
export function createOpsServer(deps: {
  findReasonNotAlive: () => string | null
  findReasonNotReady: () => Promise<string | null>
  metrics: () => Promise<string>
}): Server {
  const answers: Record<string, () => Promise<{ status: number; text: string }>> = {
    '/livez': async () => buildAnswer(deps.findReasonNotAlive()),
    '/readyz': async () => buildAnswer(await deps.findReasonNotReady()),
    '/metrics': async () => ({ status: 200, text: await deps.metrics() }),
  }
  return createServer((request, response) => {
    const answer = answers[request.url ?? '']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (answer === undefined || !isRead) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ({ status, text }) =>
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
}

const buildAnswer = (reason: string | null) =>
  reason === null ? { status: 200, text: 'ok\n' } : { status: 503, text: `${reason}\n` }
