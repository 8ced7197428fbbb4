import type { Store } from '../store/store.ts'
import type { Streams } from '../stream/streams.ts'
import type { Health } from './health.ts'
import type { Readings } from './metrics.ts'

/** An older commit is a late one; `/readyz` says the same. */
const LATE_MS = 1_000

/**
 * What `/metrics` reads when it is asked. What cannot be read is left out, so that the others are there when they are
 * needed most: while the store does not answer.
 */
export function createReadings(deps: {
  store: Store
  streams: Streams
  health: Health
  unattended: () => Promise<number>
  closedBecause: () => string | null
  /** Of the data directory; `null` where the disk is another machine's matter. */
  disk: { minFreeBytes: number; freeBytes: () => number } | null
}): () => Promise<Readings> {
  const { store, streams, health, unattended, closedBecause, disk } = deps
  const { writer } = store
  return async () => {
    const [leads, offices, ofStore] = await Promise.allSettled([
      store.leads(),
      unattended(),
      store.readings(),
    ])
    const isOpen = closedBecause() === null && writer.commitAgeMs() < LATE_MS
    const { user, system } = process.cpuUsage()
    return {
      relay_ready: isOpen && ofStore.status === 'fulfilled' ? 1 : 0,
      ...(leads.status === 'fulfilled' && { relay_leads: leads.value ? 1 : 0 }),
      relay_queue_rows: writer.queued(),
      relay_commit_age_seconds: writer.commitAgeMs() / 1_000,
      relay_streams: streams.count(),
      relay_stream_buffered_bytes: streams.buffered(),
      ...(offices.status === 'fulfilled' && { relay_offices_unattended: offices.value }),
      ...(disk !== null && {
        relay_disk_free_bytes: disk.freeBytes(),
        relay_disk_min_free_bytes: disk.minFreeBytes,
      }),
      relay_database_up: ofStore.status === 'fulfilled' ? 1 : 0,
      ...(ofStore.status === 'fulfilled' && ofStore.value),
      nodejs_eventloop_lag_p99_seconds: health.loopDelayMs() / 1_000,
      process_resident_memory_bytes: process.memoryUsage.rss(),
      process_cpu_seconds_total: (user + system) / 1e6,
    }
  }
}
