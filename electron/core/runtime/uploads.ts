import type { Clock } from './clock.ts'

/** Between two words about how far one has come. */
const TELL_EVERY_MS = 200

/** How far what is being uploaded has come. In memory: after a restart it begins again. */
export interface Uploads<T> {
  /** @returns whether it is time to say so */
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
