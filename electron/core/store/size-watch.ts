import type { Clock } from '../runtime/clock.ts'
import type { Store } from './store.ts'

/** Interval between measurements of the store's size. */
const SIZE_EVERY_MS = 2_000

export interface SizeWatchDeps {
  store: Pick<Store, 'refreshSize'>
  clock: Pick<Clock, 'sleep'>
  /** Aborted when the account is closed. */
  signal: AbortSignal
}

/**
 * Measures the stored size, for Ajustes: not worth a query for every change.
 * @returns to be called after each change; one measurement follows many of them
 */
export function createSizeWatch({ store, clock, signal }: SizeWatchDeps): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    void clock
      .sleep(SIZE_EVERY_MS, signal)
      .then(() => (signal.aborted ? undefined : store.refreshSize()))
      .catch(() => undefined)
      .finally(() => {
        isDue = false
      })
  }
}
