import type { PageError } from '#shared/bridge/diagnosis.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface LastResortDeps {
  process: Pick<NodeJS.Process, 'on'>
  log: Log
  /** Reports an unexpected failure on screen. */
  onUnexpected: () => void
  /** Called after many failures in a short time: ending with an explanation is better than continuing. */
  onHopeless: () => void
  now?: () => number
}

/** This many failures within `HOPELESS_WITHIN_MS` are no accident. */
const MANY = 20
const HOPELESS_WITHIN_MS = 10_000

/**
 * Catches uncaught exceptions, reports and logs them, and lets the process continue. Exiting at once would lose all
 * other work. Continuing is safe: paid and irreversible requests are stored before they begin, and every change of
 * the store is atomic.
 */
export function catchUnexpected(deps: LastResortDeps): void {
  const { process, log, onUnexpected, onHopeless, now = () => performance.now() } = deps
  let recent: number[] = []
  let hopeless = false

  function handleFailure(what: string, reason: unknown): void {
    if (hopeless) return
    log.error(`process: ${what}`, reason)
    recent = [...recent.filter((at) => now() - at < HOPELESS_WITHIN_MS), now()]
    hopeless = recent.length >= MANY
    if (hopeless) log.error('process: this goes on and on, it ends')
    ;(hopeless ? onHopeless : onUnexpected)()
  }

  process.on('uncaughtException', (error) => handleFailure('an exception that nothing caught', error))
  process.on('unhandledRejection', (reason) => handleFailure('a rejection that nothing handled', reason))
}

export interface PageErrorsDeps {
  clock: Clock
  log: Log
  /** Reports an unexpected failure on screen. */
  onUnexpected: () => void
  /** True if another version is in the place of the files of this one. A page then misses what it loads later. */
  isReplaced: () => boolean
}

/** Failed import of a part of the page, in Chromium, Firefox and Safari. */
const MISSING_PART = /dynamically imported module|module script failed/i

/**
 * Limit of errors written within `PAGE_ERRORS_WITHIN_MS`. A page that fails in a loop must not push other lines out
 * of the log.
 */
const MAX_LINES = 10
const PAGE_ERRORS_WITHIN_MS = 60_000

/** Writes the errors of pages to the log, at a limited rate. */
export function createPageErrors(deps: PageErrorsDeps): (error: PageError) => void {
  const { clock, log, onUnexpected, isReplaced } = deps
  let recent: number[] = []
  let dropped = 0

  return ({ where, text }) => {
    const now = clock.elapsed()
    recent = recent.filter((at) => now - at < PAGE_ERRORS_WITHIN_MS)
    if (recent.length >= MAX_LINES) {
      dropped++
      return
    }
    if (dropped > 0) log.warn(`page: ${dropped} more errors were not written`)
    dropped = 0
    recent.push(now)
    if (MISSING_PART.test(text) && isReplaced()) {
      log.warn(`page: a part of this version is missing, because another one replaced it: ${text}`)
      return
    }
    log.error(`page: an error in the ${where} that nothing caught: ${text}`)
    onUnexpected()
  }
}
