import { whyUnsafe } from '../store/postgres/data-set.ts'
import { migrations } from '../store/postgres/migrations.ts'
import { fine, type Finding, note, wrong } from './findings.ts'

/** What one look at a server says. */
export interface DatabaseFacts {
  /** Settings on which a 200 depends, by name. */
  settings: ReadonlyMap<string, string>
  /** It only replays another server. */
  isStandby: boolean
  /** Setting `synchronous_standby_names`; empty without a synchronous standby. */
  standbyNames: string
  /** Standbys that are connected. */
  standbys: number
  /** Connections that users may open, and those that are open, without this command's. */
  maxConnections: number
  usedConnections: number
  /** The longest transaction that this user may see; `null` without one. */
  longest: { pid: number; seconds: number } | null
  /** The server's clock minus this machine's, in milliseconds. */
  clockMs: number
}

/** What the relay has in its database. */
export interface SchemaFacts {
  /** `null`: no node has started on it yet. */
  schema: { version: number; minimum: number } | null
  /** Months without a partition, of those that should have one. */
  missingMonths: readonly string[]
}

/** A relay's own transactions end within 3 s. In seconds. */
const LONG_TRANSACTION_S = 60
/** Times of events and retention are those of the nodes. */
const CLOCK_MS = 5_000

/**
 * @param connections that a node may hold
 * @param longS seconds after which a transaction is too old
 */
export function serverFindings(
  facts: DatabaseFacts,
  connections: number,
  longS = LONG_TRANSACTION_S,
): Finding[] {
  return [
    checkSafety(facts),
    checkStandby(facts),
    checkConnections(facts, connections),
    checkTransactions(facts, longS),
    checkClock(facts),
  ]
}

function checkSafety({ settings, isStandby }: DatabaseFacts): Finding {
  const check = 'server'
  const why = whyUnsafe(settings)
  if (why !== null) return wrong(check, why, 'no node starts on this server until that is done')
  if (isStandby)
    return wrong(
      check,
      'it is a standby, which takes no events',
      'lead --database to the primary, or promote this server',
    )
  const version = Number(settings.get('server_version_num'))
  return fine(
    check,
    `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}, where an answered event is on the disk`,
  )
}

function checkStandby({ standbyNames, standbys }: DatabaseFacts): Finding {
  const check = 'standby'
  if (standbyNames === '')
    return note(
      check,
      `no synchronous one (${standbys} connected): if this server is lost, so are the last events`,
    )
  if (standbys === 0)
    return wrong(
      check,
      `synchronous_standby_names is ${standbyNames}, and no standby is connected: no commit ends`,
      'start the standby, or take its name out of synchronous_standby_names and reload',
    )
  return fine(check, `synchronous: ${standbyNames}, ${standbys} connected`)
}

function checkConnections({ maxConnections, usedConnections }: DatabaseFacts, connections: number): Finding {
  const check = 'connections'
  const left = maxConnections - usedConnections
  const detail = `${usedConnections} of ${maxConnections} are open`
  if (left < connections)
    return wrong(
      check,
      `${detail}: another node, as when one is replaced, needs ${connections}`,
      'raise max_connections of the server, or lower --database-connections of the nodes',
    )
  return fine(check, `${detail}: room for ${Math.floor(left / connections)} more nodes of ${connections}`)
}

function checkTransactions({ longest }: DatabaseFacts, longS: number): Finding {
  const check = 'transactions'
  if (longest === null || longest.seconds < longS) return fine(check, `none is older than ${longS} s`)
  return wrong(
    check,
    `one of process ${longest.pid} is ${Math.round(longest.seconds)} s old, and may hold up events and retention`,
    `if it is no backup, end it: SELECT pg_terminate_backend(${longest.pid})`,
  )
}

function checkClock({ clockMs }: DatabaseFacts): Finding {
  const check = 'clock'
  const seconds = (Math.abs(clockMs) / 1_000).toFixed(1)
  if (Math.abs(clockMs) < CLOCK_MS) return fine(check, `${seconds} s from the server's`)
  return wrong(
    check,
    `this machine's is ${seconds} s ${clockMs > 0 ? 'behind' : 'ahead of'} the server's`,
    'let both be set by NTP: timedatectl set-ntp true',
  )
}

export function schemaFindings({ schema, missingMonths }: SchemaFacts): Finding[] {
  if (schema === null)
    return [note('schema', 'there is none yet: the first node that starts, or init, makes it')]
  const { version, minimum } = schema
  const own = migrations.length
  if (minimum > own)
    return [
      wrong(
        'schema',
        `it is version ${version}, and this relay knows ${own}`,
        'run the version of the relay that the other nodes have',
      ),
    ]
  return [
    version < own
      ? note('schema', `version ${version}: the first node of this version that starts makes it ${own}`)
      : fine('schema', `version ${version}`),
    missingMonths.length > 0
      ? wrong(
          'months',
          `no partition for ${missingMonths.join(', ')}: their events cannot leave the disk by month`,
          'see that a node leads (relay_leads of /metrics): it makes them within an hour',
        )
      : fine('months', 'this one and the next two have their partitions'),
  ]
}
