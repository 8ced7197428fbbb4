import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { freeBytesOf } from '../ops/free-bytes.ts'
import { MIN_CONNECTIONS } from '../store/postgres/connections.ts'
import { connectionOf, openDatabase, type Session, sessionOf } from '../store/postgres/database.ts'
import { listReads } from '../store/postgres/list.reads.ts'
import { migrations } from '../store/postgres/migrations.ts'
import { openPostgresStore } from '../store/postgres/open-store.ts'
import type { RestoreParts } from './rehearse.ts'

/** The copy of a large database takes minutes to make and to drop. */
const ADMIN_MS = 3_600_000
/** Key of the lock that one rehearsal at a time holds on the server of the copy. */
const REHEARSAL = 8_200_457_002
/** Marks the databases that a rehearsal may drop. */
const MARK = 'Copy of a rehearsal of ventanilla-relay: it may be dropped.'
const NO_RIGHT = '42501'
const NO_TABLE = '42P01'

/**
 * A rehearsal over PostgreSQL: `pg_dump` of the database in use, and `pg_restore` into one beside it. Throws with what
 * to do when it cannot begin.
 * @param url of the database in use
 * @param scratchUrl database of a server on which the copy is made, by a user who may create databases
 * @param scratch folder for the dump
 */
export async function openDatabaseRehearsal(deps: {
  url: string
  scratchUrl: string
  scratch: string
  sealingKey: Buffer
  clock: Clock
  log: Log
}): Promise<RestoreParts> {
  const { url, scratchUrl, scratch, sealingKey, clock, log } = deps
  const admin = new Client({
    ...connectionOf(scratchUrl),
    statement_timeout: ADMIN_MS,
    query_timeout: ADMIN_MS,
    lock_timeout: ADMIN_MS,
  })
  admin.on('error', () => {})
  await admin.connect()
  const session = sessionOf(admin)
  const live = openDatabase({ url, connections: 2, verify: async () => {}, plans: 'by index' })
  const end = async () => {
    await live.close()
    await admin.end()
  }
  try {
    await lock(session)
    const { epoch, name, bytes } = await lookAt(live)
    if (freeBytesOf(scratch) < bytes)
      throw new Error(`${scratch} has no room for a dump: choose another disk with --scratch-dir`)
    const copy = `${name.slice(0, 52)}_rehearsal`
    const folder = mkdtempSync(join(scratch, 'rehearsal-'))
    const dump = join(folder, 'relay.dump')
    let isMade = false
    return {
      live: { epoch, reader: listReads(live, live) },
      async backUp() {
        await run('pg_dump', url, ['--format=custom', `--file=${dump}`])
        return { bytes: statSync(dump).size, how: 'pg_dump' }
      },
      async restore() {
        await createCopy(session, copy)
        isMade = true
        const copyUrl = withDatabase(scratchUrl, copy)
        await run('pg_restore', copyUrl, ['--no-owner', '--no-privileges', '--exit-on-error', dump])
        return openPostgresStore({
          url: copyUrl,
          sealingKey,
          clock,
          log,
          connections: MIN_CONNECTIONS,
          onLost: (error) => log.error('the copy was lost', error),
        })
      },
      async remove() {
        rmSync(folder, { recursive: true, force: true })
        try {
          if (isMade) await dropCopy(session, copy)
        } finally {
          await end()
        }
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function lock(session: Session): Promise<void> {
  const [row] = await session.query<{ got: boolean }>({
    text: 'SELECT pg_try_advisory_lock($1) AS got',
    values: [REHEARSAL],
  })
  if (row?.got !== true) throw new Error('another rehearsal is running')
}

async function lookAt(live: Session): Promise<{ epoch: string; name: string; bytes: number }> {
  const rows = await live
    .query<{ epoch: string; version: number; name: string; bytes: number }>({
      text: `SELECT (SELECT value FROM meta WHERE name = 'epoch') AS epoch, version,
        current_database()::text AS name, pg_database_size(current_database()) AS bytes FROM relay_schema`,
    })
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === NO_TABLE) return []
      throw error
    })
  const [row] = rows
  if (row === undefined) throw new Error('there is no relay in that database')
  if (row.version !== migrations.length)
    throw new Error('the data are of another version of the relay: use the one that runs on them')
  return row
}

async function createCopy(session: Session, name: string): Promise<void> {
  await dropCopy(session, name)
  try {
    await session.query({ text: `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0` })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NO_RIGHT)
      throw new Error(
        'that user may not create databases: ALTER ROLE … CREATEDB lets it, or RELAY_SCRATCH_DATABASE names a server and a user who may',
        { cause: error },
      )
    throw error
  }
  await session.query({ text: `COMMENT ON DATABASE ${escapeIdentifier(name)} IS '${MARK}'` })
}

/** Drops the copy that this rehearsal made, or that a killed one left; never a database that no rehearsal made. */
async function dropCopy(session: Session, name: string): Promise<void> {
  const [there] = await session.query<{ mark: string | null }>({
    text: "SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1",
    values: [name],
  })
  if (there === undefined) return
  if (there.mark !== MARK)
    throw new Error(`there is a database ${name} that no rehearsal made: rename it or drop it`)
  await session.query({ text: `DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)` })
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}

/** Runs one of PostgreSQL's programs on a database. The password goes by the environment, which others do not see. */
async function run(program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(new Error(`${program} is not installed: it is in the package postgresql-client`)),
    )
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${said.trim()}`))))
  })
}
