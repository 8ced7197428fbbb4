import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { makeKeyFile } from '#relay/store/postgres/sealed.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { type PostgresServer, startPostgres } from '#tests/fakes/postgres-server.ts'
import { ensurePrograms } from '#tests/system.ts'
import { deviceOf, officeRow } from './bench-offices.ts'
import { cpuSeconds, familySeconds } from './processor-time.ts'
import { relayEntry } from './relay-target.ts'

const DATABASE = 'relay'
/** What a server of this kind is usually given, on a small machine. Each commit waits for the disk. */
const SETTINGS = ['shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=15min']
/** As its service does. */
const RESTART_MS = 1_000

/** Nodes of the built relay over a PostgreSQL of the bench's own, all of them with real disks. */
export interface BenchNodes {
  server: PostgresServer
  ports: number[]
  /** Runs a statement as the server's administrator. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Processor time of all nodes, and of the server with all of its processes, in seconds. */
  nodeSeconds(): number
  serverSeconds(): Promise<number>
  /** Makes that many offices, each with some PCs. */
  addOffices(count: number, pcs?: number): Promise<void>
  /** Ends everything and removes its data. */
  remove(): Promise<void>
}

/**
 * @param through address by which the nodes reach the database, in the place of the server's own
 * @param isRestarted a node that ends is started again, as a service manager does
 */
export async function startBenchNodes(
  count: number,
  {
    through,
    isRestarted = false,
  }: { through?: (server: PostgresServer) => Promise<string>; isRestarted?: boolean } = {},
): Promise<BenchNodes> {
  const why = await ensurePrograms('postgres')
  if (why !== null) throw new Error(`this part needs PostgreSQL: ${why}`)
  const server = await startPostgres(SETTINGS)
  await server.create(DATABASE)
  const directory = mkdtempSync(join(tmpdir(), 'relay-bench-nodes-'))
  const keyFile = join(directory, 'key')
  makeKeyFile(keyFile)
  const url = (await through?.(server)) ?? server.url(DATABASE)
  let isOver = false

  async function startNode(port: number) {
    // As docs/relay/nodes.md starts them: with the options of `npm run relay`, which keep a small relay small, a third
    // of the processor went into collecting young objects.
    const options = [`--port=${port}`, '--inbox-rate=0', `--key-file=${keyFile}`]
    const child = spawn(process.execPath, [relayEntry, ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, MALLOC_ARENA_MAX: '1', RELAY_DATABASE: url },
    })
    const node = { child, gone: once(child, 'exit') }
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), node.gone])
    return node
  }
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  const ports: number[] = []
  async function keepStarted(index: number): Promise<void> {
    while (!isOver) {
      await nodes[index]?.gone
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
      if (!isOver) nodes[index] = await startNode(ports[index] ?? 0)
    }
  }
  for (let index = 0; index < count; index++) {
    ports.push(await freePort())
    nodes.push(await startNode(ports[index] ?? 0))
    if (isRestarted) void keepStarted(index)
  }

  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client(server.adminUrl(DATABASE))
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    server,
    ports,
    query,
    nodeSeconds: () => nodes.reduce((sum, { child }) => sum + cpuSeconds(child.pid ?? 0), 0),
    async serverSeconds() {
      const [row] = await query<{ path: string }>("SELECT current_setting('data_directory') AS path")
      return familySeconds(
        Number(readFileSync(join(row?.path ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]),
      )
    },
    async addOffices(offices, pcs = 0) {
      const rows = Array.from({ length: offices }, (_, index) => officeRow(index))
      const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
      await query(
        `INSERT INTO office (id, name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms)
         SELECT ordinality, name, admin, inbox, header, hash, 'enforce', 0
         FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[], $5::bytea[])
           WITH ORDINALITY AS g(name, admin, inbox, header, hash, ordinality)`,
        [
          column('name'),
          column('adminHash'),
          column('inboxHash'),
          column('headerName'),
          column('headerHash'),
        ],
      )
      const devices = rows.flatMap((_, office) =>
        Array.from({ length: pcs }, (__, index) => ({ office: office + 1, ...deviceOf(office, index) })),
      )
      await query(
        `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, acked)
         SELECT id, office, 'PC', hash, false, 0, 0
         FROM unnest($1::text[], $2::int[], $3::bytea[]) AS g(id, office, hash)`,
        [
          devices.map(({ id }) => id),
          devices.map(({ office }) => office),
          devices.map(({ tokenHash }) => tokenHash),
        ],
      )
      await query('ANALYZE')
    },
    async remove() {
      isOver = true
      for (const { child } of nodes) child.kill('SIGKILL')
      await Promise.all(nodes.map(({ gone }) => gone))
      rmSync(directory, { recursive: true, force: true })
      await server.remove()
    },
  }
}
