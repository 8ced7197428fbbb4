import type { PageError } from '#shared/bridge/diagnosis.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log/log.ts'

export interface PageErrorsDeps {
  clock: Clock
  log: Log
  /** Reports an unexpected failure on screen. */
  onUnexpected: () => void
}

/** So many in so long are written; a page that fails in a loop must not push everything else out of the log. */
const MAX_LINES = 10
const WITHIN_MS = 60_000

/** Writes the errors of pages in the log, at a limited rate. */
export function createPageErrors({ clock, log, onUnexpected }: PageErrorsDeps): (error: PageError) => void {
  let recent: number[] = []
  let dropped = 0

  return ({ where, text }) => {
    const now = clock.elapsed()
    recent = recent.filter((at) => now - at < WITHIN_MS)
    if (recent.length >= MAX_LINES) {
      dropped++
      return
    }
    if (dropped > 0) log.warn(`page: ${dropped} more errors were not written`)
    dropped = 0
    recent.push(now)
    log.error(`page: an error in the ${where} that nothing caught: ${text}`)
    onUnexpected()
  }
}
