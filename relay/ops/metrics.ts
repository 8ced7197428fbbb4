import { headOf, type MetricName } from './metric-table.ts'

const RESULTS = [
  'stored',
  'duplicate',
  'quarantined',
  'too_large',
  'canary',
  'refused',
  'unavailable',
] as const

/** Values of metrics that are read when they are asked for. */
export type Readings = Partial<Record<MetricName, number>>

/** Figures of the relay in the text format of Prometheus: two dozen of them need no library. */
export interface Metrics {
  ingest(result: (typeof RESULTS)[number]): void
  commit(writes: number, ms: number): void
  refused(): void
  /** Cut because it read too slowly. */
  slowStream(): void
  text(readings: Readings): string
}

const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 250, 1_000, 3_000]

export function createMetrics(): Metrics {
  // From the start: a rate sees only what is counted on from a value that is there.
  const ingested = new Map<string, number>(RESULTS.map((result) => [result, 0]))
  const buckets = BOUNDS_MS.map(() => 0)
  let [commits, commitMs, written, refusals, slow] = [0, 0, 0, 0, 0]

  const line = (name: MetricName, value: number) => `${headOf(name)}${name} ${value}\n`
  return {
    ingest: (result) => void ingested.set(result, (ingested.get(result) ?? 0) + 1),
    commit(writes, ms) {
      commits += 1
      commitMs += ms
      written += writes
      for (const [index, bound] of BOUNDS_MS.entries())
        if (ms <= bound) buckets[index] = (buckets[index] ?? 0) + 1
    },
    refused: () => void (refusals += 1),
    slowStream: () => void (slow += 1),
    text(readings) {
      const results = [...ingested].map(
        ([result, count]) => `relay_ingest_total{result="${result}"} ${count}\n`,
      )
      const seconds = BOUNDS_MS.map(
        (bound, index) => `relay_commit_seconds_bucket{le="${bound / 1_000}"} ${buckets[index]}\n`,
      )
      return [
        headOf('relay_ingest_total'),
        ...results,
        headOf('relay_commit_seconds'),
        ...seconds,
        `relay_commit_seconds_bucket{le="+Inf"} ${commits}\n`,
        `relay_commit_seconds_sum ${commitMs / 1_000}\nrelay_commit_seconds_count ${commits}\n`,
        line('relay_written_total', written),
        line('relay_auth_fail_total', refusals),
        line('relay_slow_streams_total', slow),
        ...Object.entries(readings).map(([name, value]) => line(name as MetricName, value)),
      ].join('')
    },
  }
}
