import type { Clock } from '#shared/server/clock.ts'

/** When each PC was last heard of, written down now and then: not every request is worth a commit. */
export interface Presence {
  seen(deviceId: string): void
  /** `null` if it has not been heard of in this run. */
  seenAt(deviceId: string): number | null
  /** What has not been written down; it counts as written afterwards. */
  take(): { deviceId: string; at: number }[]
}

export function createPresence(clock: Pick<Clock, 'now'>): Presence {
  const lastSeen = new Map<string, number>()
  const unwritten = new Set<string>()
  return {
    seen(deviceId) {
      lastSeen.set(deviceId, clock.now())
      unwritten.add(deviceId)
    },
    seenAt: (deviceId) => lastSeen.get(deviceId) ?? null,
    take() {
      const seen = [...unwritten].map((deviceId) => ({ deviceId, at: lastSeen.get(deviceId) ?? 0 }))
      unwritten.clear()
      return seen
    },
  }
}
