import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPostgresStore, type PostgresDeps } from '#relay/store/postgres/open-store.ts'
import { makeKeyFile, readKeyFile } from '#relay/store/postgres/secrets.ts'
import { openSqliteStore } from '#relay/store/sqlite/open-store.ts'
import { lockDirectory } from '#relay/store/sqlite/open.ts'
import type { Store } from '#relay/store/store.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { PostgresServer } from '#tests/fakes/postgres-server.ts'

/** The driver that this run is about: the project `postgres` runs the same tests as `integration`. */
export const isPostgres = process.env['RELAY_STORE'] === 'postgres'

const inFiles = new Set<string>()
/** The data that this directory names are in files, whatever this run is about: for an office that goes from one driver to the other. */
export const keepInFiles = (directory: string) => void inFiles.add(directory)
export const isDatabase = (directory: string) => isPostgres && !inFiles.has(directory)

export interface StoreOptions extends Partial<Pick<PostgresDeps, 'connections' | 'onLost'>> {
  writerEntry?: URL
  commitDeadlineMs?: number
}

const writer = fileURLToPath(new URL('../../../../out/tests/relay-writer.js', import.meta.url))

/** Opens the store that this run is about, on the data that a directory names. */
export async function openTestStore(
  deps: { directory: string; clock: Clock; log: Log } & StoreOptions,
): Promise<{ store: Store; release: () => void }> {
  // A commit that is late is another test's: the disk of a busy machine may take seconds.
  const { directory, clock, log, writerEntry = pathToFileURL(writer), commitDeadlineMs = 30_000 } = deps
  if (!isDatabase(directory)) {
    const release = lockDirectory(join(directory, 'relay.lock'))
    return { store: openSqliteStore({ directory, clock, log, writerEntry, commitDeadlineMs }), release }
  }
  const { url, keyFile } = await databaseOf(directory)
  const { connections = 6, onLost = (error: unknown) => log.error('lost', error) } = deps
  const sealingKey = readKeyFile(keyFile)
  const store = await openPostgresStore({
    url,
    sealingKey,
    clock,
    log,
    connections,
    onLost,
    commitDeadlineMs,
  })
  return { store, release: () => {} }
}

/** The options and environment of a relay as a process on the data that a directory names. */
export async function processStore(directory: string): Promise<{ args: string[]; env: NodeJS.ProcessEnv }> {
  if (!isDatabase(directory)) return { args: [`--data-dir=${directory}`], env: {} }
  const { url, keyFile } = await databaseOf(directory)
  return { args: [`--key-file=${keyFile}`], env: { RELAY_DATABASE: url } }
}

interface TestDatabase {
  url: string
  keyFile: string
  name: string
}
const databases = new Map<string, Promise<TestDatabase>>()

/** The database of that directory, made when it is first asked for and dropped with the test. */
export function databaseOf(directory: string): Promise<TestDatabase> {
  const made = databases.get(directory) ?? makeDatabase(directory)
  databases.set(directory, made)
  return made
}

const servers = new Map<string, Pick<PostgresServer, 'url' | 'adminUrl'>>()
/** The data that this directory names are in a database of that server, which the test kills. */
export const keepAt = (directory: string, server: PostgresServer) => void servers.set(directory, server)

async function makeDatabase(directory: string): Promise<TestDatabase> {
  const { url, adminUrl } = servers.get(directory) ?? serverOfRun()
  const name = `t_${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`
  const keyFile = join(directory, 'key')
  makeKeyFile(keyFile)
  const asAdmin = adminUrl('postgres')
  onTestFinished(() => admin(asAdmin, `DROP DATABASE ${name} WITH (FORCE)`))
  await admin(asAdmin, `CREATE DATABASE ${name} OWNER relay`)
  return { url: url(name), keyFile, name }
}

function serverOfRun(): Pick<PostgresServer, 'url' | 'adminUrl'> {
  const { url, adminUrl } = inject('postgres')
  return { url: (name) => url.replace('DATABASE', name), adminUrl: () => adminUrl }
}

/** Everything that is kept there, as text. */
export async function storedText(directory: string): Promise<string> {
  if (!isDatabase(directory))
    return readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join('\n')
  const client = new Client((await databaseOf(directory)).url)
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    let text = ''
    for (const { name } of tables.rows)
      text += JSON.stringify((await client.query(`SELECT row::text FROM ${name} AS row`)).rows)
    return text
  } finally {
    await client.end()
  }
}

export async function admin(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
