/** Every metric of `/metrics`: its type, and what it is. Labels are of a fixed set; none names an office or a PC. */
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
  nodejs_eventloop_lag_seconds: ['gauge', 'Delay of the event loop, 99th percentile'],
  process_resident_memory_bytes: ['gauge', 'Memory of the process'],
  process_cpu_seconds_total: ['counter', 'Processor time of the process'],
} as const satisfies Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>

export type MetricName = keyof typeof METRICS

export const headOf = (name: MetricName): string =>
  `# HELP ${name} ${METRICS[name][1]}\n# TYPE ${name} ${METRICS[name][0]}\n`
