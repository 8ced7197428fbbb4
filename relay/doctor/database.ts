import { Client } from 'pg'
import { secretProblems } from '../office/secret-problems.ts'
import { readKey, safetyOf } from '../store/postgres/data-set.ts'
import { connectionOf, openDatabase, type Session, sessionOf } from '../store/postgres/database.ts'
import { listReads } from '../store/postgres/reads.ts'
import { migrations } from '../store/postgres/migrations.ts'
import { monthsFrom, partitionsOf } from '../store/postgres/retention.ts'
import { createSecretTable, readKeyFile } from '../store/postgres/secrets.ts'
import { type DatabaseFacts, schemaFindings, type SchemaFacts, serverFindings } from './database.rules.ts'
import { leftFindings, officesFinding, unreadableFinding } from './directory.ts'
import { type Checked, fine, officeToTry, reasonOf, wrong } from './findings.ts'

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

/** Checks of a database and of the key that opens its secrets. Only reads: it makes no schema. */
export async function checkDatabase(deps: {
  url: string
  keyFile: string
  /** That a node may hold. */
  connections: number
  now: () => number
  /** Whose way is tried; `null` for any. */
  officeName: string | null
  /** Seconds after which a transaction is too old. */
  longTransactionS?: number
}): Promise<Checked> {
  const { url, keyFile, connections, now, officeName, longTransactionS } = deps
  const client = new Client(connectionOf(url))
  client.on('error', () => {})
  try {
    await client.connect()
    const session = sessionOf(client)
    const server = serverFindings(await readFacts(session, now), connections, longTransactionS)
    const facts = await readSchema(session, now())
    const own = [...server, ...schemaFindings(facts)]
    if (facts.schema === null || facts.schema.minimum > migrations.length)
      return { findings: own, office: null }
    const opened = await checkKey(session, url, keyFile, officeName)
    return { findings: [...own, ...opened.findings], office: opened.office }
  } catch (error) {
    const finding = wrong(
      'server',
      `it does not answer: ${reasonOf(error)}`,
      'see that it runs, that --database names it, and that pg_hba.conf lets this user in',
    )
    return { findings: [finding], office: null }
  } finally {
    await client.end().catch(() => {})
  }
}

async function readFacts(session: Session, now: () => number): Promise<DatabaseFacts> {
  const settings = await safetyOf(session)
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
  const partitions = await partitionsOf(session)
  const missingMonths = monthsFrom(now)
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
    return { findings: [wrong('key', reasonOf(error), advice)], office: null }
  }
  if (key === null) return { findings: [fine('key', 'nothing is sealed yet')], office: null }
  const database = openDatabase({ url, connections: 1, verify: async () => {}, plans: 'by index' })
  try {
    const secrets = createSecretTable(database, key, sealingKey)
    const reader = listReads(database, database)
    const { offices, problems } = await secretProblems(reader, secrets)
    return {
      findings: [
        fine('key', 'it opens the secrets of this database'),
        officesFinding(offices, problems),
        await unreadableFinding(reader),
        ...(await leftFindings(reader)),
      ],
      office: await officeToTry(secrets, officeName),
    }
  } finally {
    await database.close()
  }
}
