import type { Clock } from './clock.ts'

/** Interval between progress reports, in milliseconds. */
const TELL_EVERY_MS = 200

/** Progress of the uploads. In memory: after a restart an upload starts again. */
export interface Uploads<T> {
  /** @returns true if a report is due */
  sent(id: string, upload: T): boolean
  get(id: string): T | undefined
  forget(id: string): void
}

export function createUploads<T>(clock: Clock): Uploads<T> {
  const uploads = new Map<string, { upload: T; toldAt: number }>()
  return {
    sent(id, upload) {
      const toldAt = uploads.get(id)?.toldAt ?? 0
      const now = clock.now()
      const isDue = Math.abs(now - toldAt) >= TELL_EVERY_MS
      uploads.set(id, { upload, toldAt: isDue ? now : toldAt })
      return isDue
    },
    get: (id) => uploads.get(id)?.upload,
    forget: (id) => void uploads.delete(id),
  }
}
