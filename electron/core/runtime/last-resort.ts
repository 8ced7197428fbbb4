import type { Log } from './log/log.ts'

export interface LastResortDeps {
  process: Pick<NodeJS.Process, 'on'>
  log: Log
  /** Reports an unexpected failure on screen. */
  onUnexpected: () => void
  /** Repeated failures: continuing would be worse than ending with an explanation. */
  onHopeless: () => void
  now?: () => number
}

/** So many within so long are no accident. */
const MANY = 20
const WITHIN_MS = 10_000

/**
 * Catches uncaught exceptions. Paid and irreversible requests are stored before they begin, and every change
 * of the store is atomic: so the process continues, reports the failure and logs it, where exiting at once
 * would lose all other work.
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
