import type { Log } from './log/log.ts'

export interface LastResortDeps {
  process: Pick<NodeJS.Process, 'on'>
  log: Log
  /** Says on screen that something failed which nothing had foreseen. */
  onUnexpected: () => void
  /** It fails over and over: going on would be worse than ending with words. */
  onHopeless: () => void
  now?: () => number
}

/** So many within so long are no accident. */
const MANY = 20
const WITHIN_MS = 10_000

/**
 * Takes what nothing else caught. Whatever is paid for or cannot be undone was written down before it was begun, and
 * every change of the store is whole or not at all: so the process goes on, says it and leaves a line in the log, where
 * ending at once would take the work of everything else with it.
 */
export function catchUnexpected(deps: LastResortDeps): void {
  const { process, log, onUnexpected, onHopeless, now = () => performance.now() } = deps
  let recent: number[] = []
  let hopeless = false

  function take(what: string, reason: unknown): void {
    if (hopeless) return
    log.error(`process: ${what}`, reason)
    recent = [...recent.filter((at) => now() - at < WITHIN_MS), now()]
    hopeless = recent.length >= MANY
    if (hopeless) log.error('process: this goes on and on, it ends')
    ;(hopeless ? onHopeless : onUnexpected)()
  }

  process.on('uncaughtException', (error) => take('an exception that nothing caught', error))
  process.on('unhandledRejection', (reason) => take('a rejection that nothing handled', reason))
}
