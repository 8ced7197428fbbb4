import type { Clock } from '#shared/server/clock.ts'
import type { Seen } from '../store/writes.ts'

/** When each PC was last heard of, written down now and then: not every request is worth a commit. */
export interface Presence {
  seen(deviceId: string): void
  /** `null` if it has not been heard of in this run. */
  seenAt(deviceId: string): number | null
  /** What has not been written down; it counts as written afterwards. */
  take(): Seen[]
}

/** @param isStreaming true for a PC that has a stream at this process */
export function createPresence(
  clock: Pick<Clock, 'now'>,
  isStreaming: (deviceId: string) => boolean,
): Presence {
  const lastSeen = new Map<string, number>()
  const unwritten = new Set<string>()
  /** Written down as streaming. */
  const streaming = new Set<string>()
  return {
    seen(deviceId) {
      lastSeen.set(deviceId, clock.now())
      unwritten.add(deviceId)
    },
    seenAt: (deviceId) => lastSeen.get(deviceId) ?? null,
    take() {
      for (const deviceId of streaming) if (!isStreaming(deviceId)) unwritten.add(deviceId)
      const seen = [...unwritten].map((deviceId) => ({
        deviceId,
        at: lastSeen.get(deviceId) ?? 0,
        isStreaming: isStreaming(deviceId),
      }))
      unwritten.clear()
      for (const { deviceId, isStreaming: streams } of seen)
        if (streams) streaming.add(deviceId)
        else streaming.delete(deviceId)
      return seen
    },
  }
}
