import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { pathOf } from '../system.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL of the tests' own, in a temporary directory. */
export interface PostgresServer {
  /** Address of a database that is there: a user without rights of its own owns it. */
  url(database: string): string
  /** Of the user who may do everything. */
  adminUrl(database: string): string
  create(database: string): Promise<void>
  drop(database: string): Promise<void>
  /** Kills every process of it, as the system does. */
  kill(): Promise<void>
  /** Starts it again after a kill, on the same data and port. */
  again(): Promise<void>
  /** A standby that has every commit of this server before that is answered. */
  standby(): Promise<PostgresServer>
  /** Makes a standby take over. */
  promote(): Promise<void>
  /** The end of what it has logged. */
  said(): string
  /** Stops and removes it. */
  remove(): Promise<void>
}

/** Where a server keeps its tables and its log of writes, when not in one temporary directory. */
export interface Disks {
  tables?: string
  wal?: string
}

const OWNER = 'relay'
const PASSWORD = 'of-the-tests'
/** For ten seconds. */
const STARTS = 20
const AGAIN_MS = 500
/** Characters kept of what it says. */
const SAID = 50_000
const program = (name: string) => join(dirname(pathOf('postgres')), name)

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function run(command: string, args: string[], options: object): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command}: ${said}`)
}

/** @param settings such as `fsync=off` */
export const startPostgres = (settings: readonly string[] = [], disks: Disks = {}): Promise<PostgresServer> =>
  startServer(settings, null, disks)

/** @param primary address of the server that this one is a standby of; `null` for one of its own */
async function startServer(
  settings: readonly string[],
  primary: string | null,
  disks: Disks = {},
): Promise<PostgresServer> {
  const user = unprivileged()
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-postgres-'))
  const { tables = directory, wal = directory } = disks
  const [data, passwords] = [join(tables, 'data'), join(directory, 'password')]
  writeFileSync(passwords, PASSWORD, { mode: 0o600 })
  if ('uid' in user)
    for (const path of [directory, passwords, tables, wal]) chownSync(path, user.uid, user.gid)
  const how = { ...user, cwd: directory }
  const made = [
    ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwords}`],
    ['-E', 'UTF8', '--no-locale', '-N'],
    // In files of 1 MB, so that a small disk is soon full.
    tables === wal ? [] : [`--waldir=${join(wal, 'wal')}`, '--wal-segsize=1'],
  ].flat()
  if (primary === null) await run(program('initdb'), made, how)
  else
    await run(program('pg_basebackup'), ['-d', primary, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], how)
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=200',
    'shared_buffers=64MB',
    ...settings,
  ]
  const addressOf = (name: string) => (database: string) =>
    `postgres://${name}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const adminUrl = addressOf('postgres')

  async function admin(...statements: string[]): Promise<void> {
    const client = new Client(adminUrl('postgres'))
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  let child: ChildProcess | null = null
  let said = ''
  let gone: Promise<unknown> = Promise.resolve()
  /** After a kill it may refuse until what was left of the former one has ended. */
  async function start(tries = STARTS): Promise<void> {
    const args = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])]
    const own = spawn(program('postgres'), args, { ...how, stdio: ['ignore', 'ignore', 'pipe'] })
    own.stderr.on('data', (chunk) => (said = `${said}${String(chunk)}`.slice(-SAID)))
    child = own
    gone = once(own, 'exit')
    while (own.exitCode === null && own.signalCode === null) {
      const isUp = await admin('SELECT 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    if (tries === 1) throw new Error(`PostgreSQL ended: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    await start(tries - 1)
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    child?.kill(signal)
    await gone
  }
  await start()
  if (primary === null) await admin(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${PASSWORD}'`)
  return {
    url: addressOf(OWNER),
    adminUrl,
    create: (database) => admin(`CREATE DATABASE ${database} OWNER ${OWNER}`),
    drop: (database) => admin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
    kill: () => end('SIGKILL'),
    again: () => start(),
    async standby() {
      const other = await startServer(settings, adminUrl('postgres'))
      await admin("ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()')
      return other
    },
    promote: () => admin('SELECT pg_promote()'),
    said: () => said,
    async remove() {
      await end('SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
