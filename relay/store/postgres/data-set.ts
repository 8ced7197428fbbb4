import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '#shared/server/log.ts'
import { newEpoch } from '../store.ts'
import { buildConnectionConfig, type Session, createSession } from './database.ts'
import { MINIMUM, migrations } from './migrations.ts'
import { seal, unseal } from './secrets.ts'

/** Identity of the data, read before a node uses them. */
export interface DataSet {
  epoch: string
  /** Key of the HMACs. */
  key: Buffer
}

/** Advisory lock that a starting node takes while it checks the schema. */
export const SETUP = 8_200_457_000
const OLDEST_SERVER = 150_000
const KEY_NAME = 'hmac-key'

/** Timeout of a start. Another node may be migrating the schema. */
const SETUP_MS = 60_000
/** A start may wait longer for a connection than a running node, because no webhook waits for a start. */
const SETUP_CONNECT_MS = 10_000

/**
 * Identity of the data: server, timeline, database and table. A restored copy, or a standby that took over, has
 * another identity. Such data may lack the last events.
 */
const IDENTITY = `SELECT concat_ws(':', system_identifier,
  substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
  (SELECT oid FROM pg_database WHERE datname = current_database()), 'office'::regclass::oid) AS identity
  FROM pg_control_system()`

const readMeta = async (session: Session, name: string) =>
  (
    await session.query<{ value: string }>({ text: 'SELECT value FROM meta WHERE name = $1', values: [name] })
  )[0]?.value ?? null

async function writeMeta(session: Session, name: string, value: string): Promise<void> {
  await session.query({
    text: 'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    values: [name, value],
  })
}

const readIdentity = async (session: Session) =>
  (await session.query<{ identity: string }>({ text: IDENTITY }))[0]?.identity ?? ''

/** Connection settings of operations on which no webhook waits. */
export const buildSetupConfig = (url: string): ClientConfig => ({
  ...buildConnectionConfig(url),
  lock_timeout: SETUP_MS,
  statement_timeout: SETUP_MS,
  query_timeout: SETUP_MS,
  connectionTimeoutMillis: SETUP_CONNECT_MS,
  idle_in_transaction_session_timeout: SETUP_MS,
})

/** Migrates the schema, or throws an error with advice. Several nodes may start at once. */
export async function openDataSet(
  url: string,
  sealingKey: Buffer,
  log: Log,
  isNewEpoch = false,
): Promise<DataSet> {
  const client = new Client(buildSetupConfig(url))
  client.on('error', () => {})
  await client.connect()
  const session = createSession(client)
  try {
    await requireSafeSettings(session)
    await session.query({ text: 'BEGIN' })
    await session.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [SETUP] })
    await migrate(session)
    const epoch = await ensureEpoch(session, log, isNewEpoch)
    const key = await ensureKey(session, sealingKey)
    await session.query({ text: 'COMMIT' })
    return { epoch, key }
  } finally {
    await client.end()
  }
}

/** Settings of this session on which the promise of a 200 depends, by name. */
export async function readSafetySettings(session: Session): Promise<Map<string, string>> {
  const rows = await session.query<{ name: string; setting: string }>({
    text: `SELECT name, setting FROM pg_settings
      WHERE name IN ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  })
  return new Map(rows.map((row) => [row.name, row.setting]))
}

/** Explains why the server cannot keep the promise of a 200, or returns `null`. */
export function explainUnsafe(settings: ReadonlyMap<string, string>): string | null {
  if (Number(settings.get('server_version_num')) < OLDEST_SERVER)
    return 'the database is older than PostgreSQL 15'
  const bad = ['fsync', 'full_page_writes', 'synchronous_commit'].find((name) => settings.get(name) !== 'on')
  if (bad === undefined) return null
  return `${bad} is ${settings.get(bad)} in the database: a power loss would lose events that were answered. Set ${bad} = on in postgresql.conf and reload it`
}

async function requireSafeSettings(session: Session): Promise<void> {
  const why = explainUnsafe(await readSafetySettings(session))
  if (why !== null) throw new Error(why)
}

async function migrate(session: Session): Promise<void> {
  await session.query({
    text: 'CREATE TABLE IF NOT EXISTS relay_schema (version int NOT NULL, minimum int NOT NULL)',
  })
  const [there] = await session.query<{ version: number; minimum: number }>({
    text: 'SELECT version, minimum FROM relay_schema',
  })
  if (there !== undefined && there.minimum > migrations.length)
    throw new Error('the data were written by a newer version of the relay, which this one cannot run beside')
  const version = there?.version ?? 0
  if (version >= migrations.length) return
  for (const text of migrations.slice(version)) await session.query({ text })
  const text =
    there === undefined
      ? 'INSERT INTO relay_schema VALUES ($1, $2)'
      : 'UPDATE relay_schema SET version = $1, minimum = $2'
  await session.query({ text, values: [migrations.length, MINIMUM] })
}

async function ensureEpoch(session: Session, log: Log, isNewEpoch: boolean): Promise<string> {
  const [stored, known] = [await readMeta(session, 'epoch'), await readMeta(session, 'identity')]
  const identity = await readIdentity(session)
  if (stored !== null && known === identity && !isNewEpoch) return stored
  const epoch = newEpoch()
  await writeMeta(session, 'epoch', epoch)
  await writeMeta(session, 'identity', identity)
  await session.query({ text: 'UPDATE office SET epoch = NULL WHERE epoch IS NOT NULL' })
  log.info('a new epoch: every PC looks at its open files again')
  return epoch
}

async function ensureKey(session: Session, sealingKey: Buffer): Promise<Buffer> {
  const stored = await readKey(session, sealingKey)
  if (stored !== null) return stored
  const key = randomBytes(32)
  await writeMeta(session, KEY_NAME, seal(sealingKey, KEY_NAME, key).toString('base64'))
  return key
}

/** Reads the key of the HMACs; `null` if there is none. Throws if the key was sealed with another key. */
export async function readKey(session: Session, sealingKey: Buffer): Promise<Buffer | null> {
  const stored = await readMeta(session, KEY_NAME)
  if (stored === null) return null
  try {
    return unseal(sealingKey, KEY_NAME, Buffer.from(stored, 'base64'))
  } catch {
    throw new Error('the key file is not the one that the secrets of this database were sealed with')
  }
}

/** Creates the check of each new connection. It throws if the connection leads to other data than at the start. */
export const createIdentityCheck = ({ epoch }: DataSet) => {
  const text = `SELECT (SELECT value FROM meta WHERE name = 'epoch') AS epoch,
    (SELECT value FROM meta WHERE name = 'identity') AS known, identity FROM (${IDENTITY}) AS here`
  return async (session: Session): Promise<void> => {
    const [row] = await session.query<{ epoch: string; known: string; identity: string }>({ text })
    if (row?.epoch !== epoch || row.known !== row.identity)
      throw new Error('the database is another one, or an older copy of it: this node starts anew')
  }
}
