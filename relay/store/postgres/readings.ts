import type { Readings } from '../../ops/metrics.ts'
import type { Session } from './database.ts'

const READINGS = `SELECT pg_database_size(current_database()) AS relay_database_bytes,
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    - (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS relay_database_connections_free,
  (current_setting('synchronous_standby_names') <> '')::int AS relay_database_synchronous,
  (SELECT count(*) FROM pg_stat_replication) AS relay_database_standbys,
  CASE WHEN pg_has_role('pg_monitor', 'member')
    THEN (SELECT coalesce(extract(epoch FROM max(replay_lag)), 0)::float8 FROM pg_stat_replication)
  END AS relay_replication_lag_seconds`

/** Figures of the server. How far a standby is behind is only for members of `pg_monitor`. */
export async function databaseReadings(session: Session): Promise<Readings> {
  const [row] = await session.query<Record<string, number | null>>({ text: READINGS })
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}
