import type { Clock } from '../../runtime/clock.ts'

/** Canaries of self-tests, as they arrive by the stream. */
export interface Canaries {
  arrived(id: string): void
  /** `performance.now()` at its arrival; `null` if it has not come in time. */
  waitFor(id: string, ms: number, signal: AbortSignal): Promise<number | null>
}

/** It may arrive before the answer that names it. */
const REMEMBERED = 20

export function createCanaries({ sleep }: Pick<Clock, 'sleep'>): Canaries {
  const seen = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  return {
    arrived(id) {
      seen.set(id, performance.now())
      const [oldest] = seen.keys()
      if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
      waiting.get(id)?.()
    },
    async waitFor(id, ms, signal) {
      if (!seen.has(id)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.set(id, resolve)
        const enough = new AbortController()
        await Promise.race([promise, sleep(ms, AbortSignal.any([signal, enough.signal]))])
        enough.abort()
        waiting.delete(id)
      }
      return seen.get(id) ?? null
    },
  }
}
