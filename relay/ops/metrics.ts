/** Figures of the relay in the text format of Prometheus: a dozen of them need no library. */
export interface Metrics {
  ingest(result: 'stored' | 'duplicate' | 'quarantined' | 'canary' | 'refused' | 'unavailable'): void
  commit(writes: number, ms: number): void
  refused(): void
  /** Sent on to the relay that an office was moved to. */
  forwarded(result: 'answered' | 'failed'): void
  /** Cut because it read too slowly. */
  slowStream(): void
  text(gauges: Readonly<Record<string, number>>): string
}

const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 250, 1_000, 3_000]

export function createMetrics(): Metrics {
  const ingested = new Map<string, number>()
  const buckets = BOUNDS_MS.map(() => 0)
  const sentOn = new Map<string, number>()
  let [commits, commitMs, written, refusals, slow] = [0, 0, 0, 0, 0]

  const counter = (name: string, value: number) => `# TYPE ${name} counter\n${name} ${value}\n`
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
    forwarded: (result) => void sentOn.set(result, (sentOn.get(result) ?? 0) + 1),
    slowStream: () => void (slow += 1),
    text(gauges) {
      const results = [...ingested].map(
        ([result, count]) => `relay_ingest_total{result="${result}"} ${count}\n`,
      )
      const seconds = BOUNDS_MS.map(
        (bound, index) => `relay_commit_seconds_bucket{le="${bound / 1_000}"} ${buckets[index]}\n`,
      )
      return [
        '# TYPE relay_ingest_total counter\n',
        ...results,
        '# TYPE relay_commit_seconds histogram\n',
        ...seconds,
        `relay_commit_seconds_bucket{le="+Inf"} ${commits}\n`,
        `relay_commit_seconds_sum ${commitMs / 1_000}\nrelay_commit_seconds_count ${commits}\n`,
        counter('relay_written_total', written),
        counter('relay_auth_fail_total', refusals),
        counter('relay_slow_streams_total', slow),
        '# TYPE relay_forwarded_total counter\n',
        ...[...sentOn].map(([result, count]) => `relay_forwarded_total{result="${result}"} ${count}\n`),
        ...Object.entries(gauges).map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`),
      ].join('')
    },
  }
}
