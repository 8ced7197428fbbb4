import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '#relay/doctor/database.ts'
import { openDataSet } from '#relay/store/postgres/data-set.ts'
import { makeKeyFile, readKeyFile } from '#relay/store/postgres/secrets.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { type PostgresServer, startPostgres } from '#tests/fakes/postgres-server.ts'
import { examine } from '../relay/support/doctor.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { temporaryDirectory } from '../relay/support/relay.ts'
import { admin } from '../relay/support/store.ts'

const log = { info: () => {}, error: () => {} }
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

test('a node over a database has nothing wrong, and is tried from outside', async () => {
  const directory = await temporaryDirectory()
  const [port, opsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const options = [`--public-url=${url}`, `--ops-port=${opsPort}`]
  await spawnRelay(directory, [`--port=${port}`, ...options])
  const { wrong, of } = await examine(directory, options)
  expect(wrong).toEqual([])
  for (const check of ['server', 'connections', 'transactions', 'clock', 'schema', 'months', 'key'])
    expect(of(check)).toMatchObject({ check, outcome: 'fine' })
  for (const check of ['offices', 'running relay', 'canary', 'stream'])
    expect(of(check)).toMatchObject({ check, outcome: 'fine' })
  expect(of('standby')).toMatchObject({ outcome: 'note' })
  const without = await examine(directory)
  expect([without.wrong, without.of('running relay')?.outcome]).toEqual([[], 'skipped'])
})

test('a node that is gone is found at its port for operators', async () => {
  const directory = await temporaryDirectory()
  const opsPort = await freePort()
  const node = await spawnRelay(directory, [`--ops-port=${opsPort}`])
  node.kill('SIGKILL')
  await node.exited
  expect((await examine(directory, [`--ops-port=${opsPort}`])).wrong).toEqual(['running relay'])
})

/** A server whose settings the tests change. */
let server: PostgresServer
beforeAll(async () => void (server = await startPostgres(['max_connections=20'])))
afterAll(() => server.remove())

/** A relay's database without a node. */
async function emptyRelay(on = server) {
  const keyFile = join(await temporaryDirectory(), 'key')
  makeKeyFile(keyFile)
  const name = `doctor_${Math.random().toString(36).slice(2)}`
  await on.create(name)
  const url = on.url(name)
  const ask = async (more: Partial<Parameters<typeof checkDatabase>[0]> = {}) => {
    const given = { url, keyFile, connections: 6, officeName: null, now: Date.now, ...more }
    const { findings } = await checkDatabase(given)
    const wrong = findings.filter(({ outcome }) => outcome === 'wrong').map(({ check }) => check)
    // It has no office yet, and is to make nothing.
    return { findings, wrong: wrong.filter((check) => check !== 'offices') }
  }
  return { name, url, keyFile, ask, open: () => openDataSet(url, readKeyFile(keyFile), log) }
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a database on which no node has started is left as it is', async () => {
  const { url, ask } = await emptyRelay()
  const { wrong, findings } = await ask()
  expect(wrong).toEqual([])
  expect(findings).toContainEqual(expect.objectContaining({ check: 'schema', outcome: 'note' }))
  const client = await connected(url)
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")
  expect(rows).toEqual([])
})

test('a key of other data, and months without partitions, are found', async () => {
  const { ask, open } = await emptyRelay()
  await open()
  // No node has made them: this is what a database looks like that no node tends.
  expect((await ask()).wrong).toEqual(['months'])
  const other = join(await temporaryDirectory(), 'key')
  expect((await ask({ keyFile: other })).wrong).toEqual(['months', 'key'])
  makeKeyFile(other)
  expect((await ask({ keyFile: other })).wrong).toEqual(['months', 'key'])
})

test('a clock that is a minute off, a schema of a later version and a lost server are found', async () => {
  const { name, ask, open } = await emptyRelay()
  await open()
  for (const offMs of [MINUTE_MS, -MINUTE_MS])
    expect((await ask({ now: () => Date.now() + offMs })).wrong).toContain('clock')
  expect((await ask({ now: () => Date.now() + 90 * DAY_MS })).wrong).toContain('months')
  await admin(server.adminUrl(name), 'UPDATE relay_schema SET version = 99, minimum = 99')
  expect((await ask()).wrong).toEqual(['schema'])
  const nowhere = `postgres://relay@127.0.0.1:${await freePort()}/relay`
  expect((await ask({ url: nowhere })).wrong).toEqual(['server'])
})

test('too few connections for another node, and an old transaction, are found', async () => {
  const { url, ask, open } = await emptyRelay()
  await open()
  const held = await connected(url)
  await held.query('BEGIN')
  await held.query('SELECT 1')
  const { findings } = await ask()
  expect(findings.filter(({ check }) => check === 'transactions')).toMatchObject([{ outcome: 'fine' }])
  await expect.poll(async () => (await ask({ longTransactionS: 1 })).wrong).toContain('transactions')
  await held.query('COMMIT')
  expect((await ask({ longTransactionS: 1 })).wrong).not.toContain('transactions')
  for (let index = 0; index < 12; index++) await connected(url)
  await expect.poll(async () => (await ask()).wrong).toContain('connections')
})

test('a standby that commits wait for and that is not there is found', async () => {
  const own = await startPostgres()
  onTestFinished(own.remove)
  const { name, ask, open } = await emptyRelay(own)
  await open()
  const client = await connected(own.adminUrl(name))
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
  await client.query('SELECT pg_reload_conf()')
  await expect.poll(async () => (await ask()).wrong).toContain('standby')
})

test('a synchronous standby is said, and is no place for events itself', async () => {
  const own = await startPostgres()
  onTestFinished(own.remove)
  const { name, keyFile, ask, open } = await emptyRelay(own)
  await open()
  const standby = await own.standby()
  onTestFinished(standby.remove)
  const outcome = async () => (await ask()).findings.find(({ check }) => check === 'standby')?.outcome
  await expect.poll(outcome).toBe('fine')
  const { findings } = await checkDatabase({
    url: standby.url(name),
    keyFile,
    connections: 6,
    officeName: null,
    now: Date.now,
  })
  expect(findings[0]).toMatchObject({
    check: 'server',
    outcome: 'wrong',
    detail: expect.stringContaining('standby'),
  })
})

test('a server that does not wait for its disk is found', async () => {
  const own = await startPostgres(['fsync=off'])
  onTestFinished(own.remove)
  const { ask } = await emptyRelay(own)
  expect((await ask()).wrong).toEqual(['server'])
})
