import type { App } from 'electron'
import type { Log } from '../core/runtime/log/log.ts'
import { STOP_MS } from '../stop-time.ts'
import type { QuitAnswer } from './quit-question.ts'

export interface ShutdownDeps {
  app: Pick<App, 'on' | 'exit' | 'quit'>
  platform: NodeJS.Platform
  log: Log
  /** Number of things being sent. */
  sending: () => number
  /** Asks the user what to do with them. Settles when `signal` aborts. */
  ask: (sending: number, signal: AbortSignal) => Promise<QuitAnswer>
  /** It ends for good: from here on windows close. */
  onEnding: () => void
  /** Ends everything that must end before the process does. */
  stop: () => Promise<void>
}

export interface Shutdown {
  /** Ends without a question: the session of the user ends. */
  now(): void
}

const LOOK_MS = 200
/** Waited for at most this long; it then goes on at the next start. */
const WAIT_MS = 60_000

/**
 * Ends the application once and in order: windows first, then the core, and at once when that takes too long.
 * While something is being sent the user decides first, except when the session or the process is ended from
 * outside.
 */
export function followQuit(deps: ShutdownDeps): Shutdown {
  const { app, platform, log, sending, ask, onEnding, stop } = deps
  let isForced = false
  let isAsking = false
  let isEnding = false
  let isStopping = false
  let waiting: NodeJS.Timeout | undefined

  function now(): void {
    isForced = true
    clearInterval(waiting)
    app.quit()
  }

  /** Ends as soon as nothing is being sent any more. */
  function endWhenSent(limitMs: number, onSent: () => void): void {
    clearInterval(waiting)
    const until = Date.now() + limitMs
    waiting = setInterval(() => {
      if (sending() > 0 && Date.now() < until) return
      onSent()
      now()
    }, LOOK_MS)
  }

  async function decide(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const sent = new AbortController()
    endWhenSent(Number.POSITIVE_INFINITY, () => sent.abort())
    const answer = await ask(sending(), sent.signal).catch((error: unknown): QuitAnswer => {
      log.error('shell: the question about quitting failed', error)
      return 'wait'
    })
    isAsking = false
    clearInterval(waiting)
    if (answer === 'now') now()
    if (answer === 'wait') endWhenSent(WAIT_MS, () => undefined)
  }

  app.on('before-quit', (event) => {
    if (isEnding) return
    if (!isForced && sending() > 0) {
      event.preventDefault()
      void decide()
      return
    }
    isEnding = true
    clearInterval(waiting)
    onEnding()
  })
  app.on('window-all-closed', () => {
    // On macOS an application without a window stays in the Dock.
    if (platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      log.error('shell: stopping took too long')
      app.exit(1)
    }, STOP_MS).unref()
    stop().then(
      () => app.exit(0),
      (error: unknown) => {
        log.error('shell: it did not stop well', error)
        app.exit(1)
      },
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, now)
  return { now }
}
