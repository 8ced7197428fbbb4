import type { Clock } from '#shared/server/clock.ts'
import type { Seen } from '../store/writes.ts'

/** When each PC was last heard of, written down now and then: not every request is worth a commit. */
export interface Presence {
  seen(deviceId: string): void
  /** `null` if it has not been heard of in this run. */
  seenAt(deviceId: string): number | null
  /** Times that have not been written. */
  unwritten(): Seen[]
  /** These have been written down. A PC that was heard of since stays unwritten. */
  written(seen: readonly Seen[]): void
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
    unwritten() {
      for (const deviceId of streaming) if (!isStreaming(deviceId)) unwritten.add(deviceId)
      return [...unwritten].map((deviceId) => ({
        deviceId,
        at: lastSeen.get(deviceId) ?? 0,
        isStreaming: isStreaming(deviceId),
      }))
    },
    written(seen) {
      for (const { deviceId, at, isStreaming: streams } of seen) {
        if (lastSeen.get(deviceId) === at) unwritten.delete(deviceId)
        if (streams) streaming.add(deviceId)
        else streaming.delete(deviceId)
      }
    },
  }
}
