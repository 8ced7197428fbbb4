import { Client } from 'pg'
import { readKey, readSafetySettings, explainUnsafe } from '../store/postgres/data-set.ts'
import {
  buildConnectionConfig,
  openDatabase,
  type Session,
  createSession,
} from '../store/postgres/database.ts'
import { migrations } from '../store/postgres/migrations.ts'
import { createListReads } from '../store/postgres/reads.ts'
import { listMonths, listPartitions } from '../store/postgres/retention.ts'
import { createSecretTable, readKeyFile } from '../store/postgres/secrets.ts'
import {
  type Checked,
  type Finding,
  buildFine,
  findLeftOffices,
  buildNote,
  judgeSecrets,
  findOfficeToTry,
  readReason,
  findSecretProblems,
  findUnreadable,
  buildWrong,
} from './findings.ts'

const FACTS = `SELECT pg_is_in_recovery() AS "isStandby",
  current_setting('synchronous_standby_names') AS "standbyNames",
  (SELECT count(*) FROM pg_stat_replication) AS standbys,
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    AS "maxConnections",
  (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid())
    AS "usedConnections",
  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"`

const LONGEST = `SELECT pid::bigint, extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
  FROM pg_stat_activity WHERE xact_start IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()
  ORDER BY xact_start LIMIT 1`

/** Checks a database and the key of its secrets. Read-only: no schema is created. */
export async function checkDatabase(deps: {
  url: string
  keyFile: string
  /** Connections per node. */
  connections: number
  now: () => number
  /** Office for the test from outside; `null` for any. */
  officeName: string | null
  /** Age limit of a transaction, in seconds. */
  longTransactionS?: number
}): Promise<Checked> {
  const { url, keyFile, connections, now, officeName, longTransactionS } = deps
  const client = new Client(buildConnectionConfig(url))
  client.on('error', () => {})
  try {
    await client.connect()
    const session = createSession(client)
    const server = checkServer(await readFacts(session, now), connections, longTransactionS)
    const facts = await readSchema(session, now())
    const own = [...server, ...checkSchema(facts)]
    if (facts.schema === null || facts.schema.minimum > migrations.length)
      return { findings: own, office: null }
    const opened = await checkKey(session, url, keyFile, officeName)
    return { findings: [...own, ...opened.findings], office: opened.office }
  } catch (error) {
    const finding = buildWrong(
      'server',
      `it does not answer: ${readReason(error)}`,
      'see that it runs, that --database names it, and that pg_hba.conf lets this user in',
    )
    return { findings: [finding], office: null }
  } finally {
    await client.end().catch(() => {})
  }
}

async function readFacts(session: Session, now: () => number): Promise<DatabaseFacts> {
  const settings = await readSafetySettings(session)
  const began = now()
  const [row] = await session.query<
    Omit<DatabaseFacts, 'settings' | 'longest' | 'clockMs'> & { nowMs: number }
  >({ text: FACTS })
  if (row === undefined) throw new Error('it says nothing of itself')
  const { nowMs, ...facts } = row
  const [longest] = await session.query<{ pid: number; seconds: number }>({ text: LONGEST })
  return { ...facts, settings, longest: longest ?? null, clockMs: nowMs - (began + now()) / 2 }
}

async function readSchema(session: Session, now: number): Promise<SchemaFacts> {
  const [there] = await session.query<{ name: string | null }>({
    text: "SELECT to_regclass('relay_schema')::text AS name",
  })
  if (there?.name === null || there === undefined) return { schema: null, missingMonths: [] }
  const [schema] = await session.query<{ version: number; minimum: number }>({
    text: 'SELECT version, minimum FROM relay_schema',
  })
  const partitions = await listPartitions(session)
  const missingMonths = listMonths(now)
    .map(({ name }) => name)
    .filter((name) => !partitions.has(name))
  return { schema: schema ?? null, missingMonths }
}

async function checkKey(
  session: Session,
  url: string,
  keyFile: string,
  officeName: string | null,
): Promise<Checked> {
  let [sealingKey, key]: (Buffer | null)[] = [null, null]
  try {
    sealingKey = readKeyFile(keyFile)
    key = await readKey(session, sealingKey)
  } catch (error) {
    const advice = 'give this node a copy of the key file that the other nodes have'
    return { findings: [buildWrong('key', readReason(error), advice)], office: null }
  }
  if (key === null) return { findings: [buildFine('key', 'nothing is sealed yet')], office: null }
  const database = openDatabase({ url, connections: 1, verify: async () => {}, plans: 'by index' })
  try {
    const secrets = createSecretTable(database, key, sealingKey)
    const reader = createListReads(database, database)
    const { offices, problems } = await findSecretProblems(reader, secrets)
    return {
      findings: [
        buildFine('key', 'it opens the secrets of this database'),
        judgeSecrets(offices, problems),
        await findUnreadable(reader),
        ...(await findLeftOffices(reader)),
      ],
      office: await findOfficeToTry(reader, secrets, officeName),
    }
  } finally {
    await database.close()
  }
}

/** State of a database server. */
export interface DatabaseFacts {
  /** Settings on which the promise of a 200 depends, by name. */
  settings: ReadonlyMap<string, string>
  /** The server is a standby, which accepts no writes. */
  isStandby: boolean
  /** Setting `synchronous_standby_names`; empty without a synchronous standby. */
  standbyNames: string
  /** Connected standbys. */
  standbys: number
  /** Connections that users may open, and those in use by others. */
  maxConnections: number
  usedConnections: number
  /** The longest visible transaction; `null` without one. */
  longest: { pid: number; seconds: number } | null
  /** Clock of the server minus clock of this machine, in milliseconds. */
  clockMs: number
}

/** State of the relay's schema. */
export interface SchemaFacts {
  /** `null`: no node has started on this database. */
  schema: { version: number; minimum: number } | null
  /** Months that need a partition and have none. */
  missingMonths: readonly string[]
}

/** The relay's own transactions end within three seconds. */
const LONG_TRANSACTION_S = 60
/** Event times and retention use the clocks of the nodes. */
const CLOCK_MS = 5_000

/**
 * @param connections connections per node
 * @param longS age limit of a transaction, in seconds
 */
export function checkServer(
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
  const why = explainUnsafe(settings)
  if (why !== null) return buildWrong(check, why, 'no node starts on this server until that is done')
  if (isStandby)
    return buildWrong(
      check,
      'it is a standby, which takes no events',
      'lead --database to the primary, or promote this server',
    )
  const version = Number(settings.get('server_version_num'))
  return buildFine(
    check,
    `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}, where an answered event is on the disk`,
  )
}

function checkStandby({ standbyNames, standbys }: DatabaseFacts): Finding {
  const check = 'standby'
  if (standbyNames === '')
    return buildNote(
      check,
      `no synchronous one (${standbys} connected): if this server is lost, so are the last events`,
    )
  if (standbys === 0)
    return buildWrong(
      check,
      `synchronous_standby_names is ${standbyNames}, and no standby is connected: no commit ends`,
      'start the standby, or take its name out of synchronous_standby_names and reload',
    )
  return buildFine(check, `synchronous: ${standbyNames}, ${standbys} connected`)
}

function checkConnections({ maxConnections, usedConnections }: DatabaseFacts, connections: number): Finding {
  const check = 'connections'
  const left = maxConnections - usedConnections
  const detail = `${usedConnections} of ${maxConnections} are open`
  if (left < connections)
    return buildWrong(
      check,
      `${detail}: another node, as when one is replaced, needs ${connections}`,
      'raise max_connections of the server, or lower --database-connections of the nodes',
    )
  return buildFine(
    check,
    `${detail}: room for ${Math.floor(left / connections)} more nodes of ${connections}`,
  )
}

function checkTransactions({ longest }: DatabaseFacts, longS: number): Finding {
  const check = 'transactions'
  if (longest === null || longest.seconds < longS) return buildFine(check, `none is older than ${longS} s`)
  return buildWrong(
    check,
    `one of process ${longest.pid} is ${Math.round(longest.seconds)} s old, and may hold up events and retention`,
    `if it is no backup, end it: SELECT pg_terminate_backend(${longest.pid})`,
  )
}

function checkClock({ clockMs }: DatabaseFacts): Finding {
  const check = 'clock'
  const seconds = (Math.abs(clockMs) / 1_000).toFixed(1)
  if (Math.abs(clockMs) < CLOCK_MS) return buildFine(check, `${seconds} s from the server's`)
  return buildWrong(
    check,
    `this machine's is ${seconds} s ${clockMs > 0 ? 'behind' : 'ahead of'} the server's`,
    'let both be set by NTP: timedatectl set-ntp true',
  )
}

export function checkSchema({ schema, missingMonths }: SchemaFacts): Finding[] {
  if (schema === null)
    return [buildNote('schema', 'there is none yet: the first node that starts, or init, makes it')]
  const { version, minimum } = schema
  const own = migrations.length
  if (minimum > own)
    return [
      buildWrong(
        'schema',
        `it is version ${version}, and this relay knows ${own}`,
        'run the version of the relay that the other nodes have',
      ),
    ]
  return [
    version < own
      ? buildNote('schema', `version ${version}: the first node of this version that starts makes it ${own}`)
      : buildFine('schema', `version ${version}`),
    missingMonths.length > 0
      ? buildWrong(
          'months',
          `no partition for ${missingMonths.join(', ')}: their events cannot leave the disk by month`,
          'see that a node leads (relay_leads of /metrics): it makes them within an hour',
        )
      : buildFine('months', 'this one and the next two have their partitions'),
  ]
}
