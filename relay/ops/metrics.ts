import type { Store } from '../store/store.ts'
import type { Streams } from '../stream/streams.ts'
import type { Health } from './ops-server.ts'

const RESULTS = [
  'stored',
  'duplicate',
  'quarantined',
  'too_large',
  'canary',
  'refused',
  'unavailable',
] as const

/** Values of metrics that are read for each request. */
export type Readings = Partial<Record<MetricName, number>>

/** Metrics in the text format of Prometheus. Two dozen metrics need no library. */
export interface Metrics {
  countIngest(result: (typeof RESULTS)[number]): void
  recordCommit(writes: number, ms: number): void
  countRefused(): void
  /** Counts a stream that was cut because its PC read too slowly. */
  countSlowStream(): void
  render(readings: Readings): string
}

const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 250, 1_000, 3_000]

export function createMetrics(): Metrics {
  // Start at zero: Prometheus computes a rate only from a known first value.
  const ingested = new Map<string, number>(RESULTS.map((result) => [result, 0]))
  const buckets = BOUNDS_MS.map(() => 0)
  let [commits, commitMs, written, refusals, slow] = [0, 0, 0, 0, 0]

  const formatMetric = (name: MetricName, value: number) => `${formatHead(name)}${name} ${value}\n`
  return {
    countIngest: (result) => void ingested.set(result, (ingested.get(result) ?? 0) + 1),
    recordCommit(writes, ms) {
      commits += 1
      commitMs += ms
      written += writes
      for (const [index, bound] of BOUNDS_MS.entries())
        if (ms <= bound) buckets[index] = (buckets[index] ?? 0) + 1
    },
    countRefused: () => void (refusals += 1),
    countSlowStream: () => void (slow += 1),
    render(readings) {
      const results = [...ingested].map(
        ([result, count]) => `relay_ingest_total{result="${result}"} ${count}\n`,
      )
      const seconds = BOUNDS_MS.map(
        (bound, index) => `relay_commit_seconds_bucket{le="${bound / 1_000}"} ${buckets[index]}\n`,
      )
      return [
        formatHead('relay_ingest_total'),
        ...results,
        formatHead('relay_commit_seconds'),
        ...seconds,
        `relay_commit_seconds_bucket{le="+Inf"} ${commits}\n`,
        `relay_commit_seconds_sum ${commitMs / 1_000}\nrelay_commit_seconds_count ${commits}\n`,
        formatMetric('relay_written_total', written),
        formatMetric('relay_auth_fail_total', refusals),
        formatMetric('relay_slow_streams_total', slow),
        ...Object.entries(readings).map(([name, value]) => formatMetric(name as MetricName, value)),
      ].join('')
    },
  }
}

/** Every metric of `/metrics`: its type and its help. Labels have fixed values, and none names an office or a PC. */
export const METRICS = {
  relay_ingest_total: ['counter', 'Webhooks by what became of them'],
  relay_commit_seconds: [
    'histogram',
    'Duration of a commit, from when the store takes a batch to its answer',
  ],
  relay_written_total: ['counter', 'Writes committed; divided by the commits, the size of a batch'],
  relay_auth_fail_total: ['counter', 'Requests with a wrong token, address or header'],
  relay_slow_streams_total: ['counter', 'Streams cut because their PC read too slowly'],
  relay_ready: [
    'gauge',
    '1 while it takes events: not stopping, room on the disk, no late commit, and the store answers',
  ],
  relay_leads: ['gauge', '1 if this process does retention and the alarm'],
  relay_queue_rows: ['gauge', 'Writes waiting or under way'],
  relay_commit_age_seconds: ['gauge', 'Age of the oldest commit under way'],
  relay_streams: ['gauge', 'Open streams of PCs'],
  relay_stream_buffered_bytes: ['gauge', 'Most bytes that one slow stream keeps in memory'],
  relay_offices_unattended: ['gauge', 'Offices whose events wait and whose PCs confirm none'],
  relay_disk_free_bytes: ['gauge', 'Room on the disk of the data directory'],
  relay_disk_min_free_bytes: ['gauge', 'Room below which events are refused (--min-free-mb)'],
  relay_database_up: ['gauge', '1 while the database answers'],
  relay_database_bytes: ['gauge', 'Size of the database'],
  relay_database_wal_bytes: ['gauge', 'Size of the log that is not yet in the database file'],
  relay_database_connections_free: ['gauge', 'Connections that users of the server may still open'],
  relay_database_synchronous: ['gauge', '1 if a commit waits for a standby (synchronous_standby_names)'],
  relay_database_standbys: ['gauge', 'Standbys that are connected to the server'],
  relay_replication_lag_seconds: [
    'gauge',
    'Longest time until a standby has replayed a commit; for pg_monitor',
  ],
  nodejs_eventloop_lag_p99_seconds: ['gauge', 'Delay of the event loop, 99th percentile'],
  process_resident_memory_bytes: ['gauge', 'Memory of the process'],
  process_cpu_seconds_total: ['counter', 'Processor time of the process'],
} as const satisfies Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>

type MetricName = keyof typeof METRICS

const formatHead = (name: MetricName): string =>
  `# HELP ${name} ${METRICS[name][1]}\n# TYPE ${name} ${METRICS[name][0]}\n`

/** Age of a late commit. `/readyz` uses the same limit. */
const LATE_MS = 1_000

/**
 * Creates the function that reads the values for `/metrics`. A value that cannot be read is left out. The other
 * values are needed most while the store does not answer.
 */
export function createReadings(deps: {
  store: Store
  streams: Streams
  health: Health
  countRaised: () => Promise<number>
  findCloseReason: () => string | null
  /** Disk of the data directory. `null`: the disk belongs to another machine. */
  disk: { minFreeBytes: number; freeBytes: () => number } | null
}): () => Promise<Readings> {
  const { store, streams, health, countRaised, findCloseReason, disk } = deps
  const { writer } = store
  return async () => {
    const [leads, offices, ofStore] = await Promise.allSettled([
      store.isLeader(),
      countRaised(),
      store.readings(),
    ])
    const isOpen = findCloseReason() === null && writer.commitAgeMs() < LATE_MS
    const { user, system } = process.cpuUsage()
    return {
      relay_ready: isOpen && ofStore.status === 'fulfilled' ? 1 : 0,
      ...(leads.status === 'fulfilled' && { relay_leads: leads.value ? 1 : 0 }),
      relay_queue_rows: writer.queued(),
      relay_commit_age_seconds: writer.commitAgeMs() / 1_000,
      relay_streams: streams.count(),
      relay_stream_buffered_bytes: streams.countBufferedBytes(),
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
