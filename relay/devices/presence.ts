import type { Clock } from '#shared/server/clock.ts'

/** When each PC was last heard of, written down now and then: not every request is worth a commit. */
export interface Presence {
  seen(deviceId: string): void
  /** `null` if it has not been heard of since the last time that this was written down. */
  seenAt(deviceId: string): number | null
  /** What has not been written down; it counts as written afterwards. */
  take(): { deviceId: string; at: number }[]
}

export function createPresence(clock: Pick<Clock, 'now'>): Presence {
  const unwritten = new Map<string, number>()
  return {
    seen: (deviceId) => void unwritten.set(deviceId, clock.now()),
    seenAt: (deviceId) => unwritten.get(deviceId) ?? null,
    take() {
      const seen = [...unwritten].map(([deviceId, at]) => ({ deviceId, at }))
      unwritten.clear()
      return seen
    },
  }
}
