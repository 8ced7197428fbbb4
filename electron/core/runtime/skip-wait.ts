import { admit, type Admission } from './admission.ts'
import type { Permit } from './circuit-breaker.ts'

/** Retry delays that the user can skip. */
export interface SkippableWait {
  /** Ends the wait under way, or the next one. */
  skip(): void
  /** Signal for sleeps: aborted with the owner, or when the user skips. */
  signal(): AbortSignal
  /** Admits the next request; skipping makes it urgent. `null` once the owner is stopped. */
  admit(admission: Admission, resource: string, urgent: boolean): Promise<Permit | null>
}

/** @param stopping aborts when the owner stops */
export function createSkippableWait(stopping: AbortSignal): SkippableWait {
  let wake = new AbortController()
  const signal = () => AbortSignal.any([stopping, wake.signal])
  return {
    skip: () => wake.abort(),
    signal,
    async admit(admission, resource, urgent) {
      const permit = await admit(admission, resource, { signal: signal(), urgent })
      if (!wake.signal.aborted || stopping.aborted) return permit
      wake = new AbortController()
      return permit ?? admit(admission, resource, { signal: stopping, urgent: true })
    },
  }
}
