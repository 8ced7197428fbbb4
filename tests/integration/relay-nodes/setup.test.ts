import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDataSet } from '#relay/store/postgres/data-set.ts'
import { migrations } from '#relay/store/postgres/migrations.ts'
import { openPostgresStore } from '#relay/store/postgres/open-store.ts'
import { makeKeyFile, readKeyFile, seal, unseal } from '#relay/store/postgres/secrets.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { startPostgres } from '#tests/fakes/postgres-server.ts'
import { runRelay, spawnRelay } from '../relay/support/process.ts'
import {
  allEvents,
  call,
  OFFICE,
  pageOf,
  postMany,
  startRelay,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { admin, databaseOf, openTestStore, storedText } from '../relay/support/store.ts'

const REFUSED = 'unable to authenticate data'
const log = { info: () => {}, error: () => {} }

test('several nodes that start at once on an empty database make it once', async () => {
  const { url, keyFile } = await databaseOf(await temporaryDirectory())
  const key = readKeyFile(keyFile)
  const sets = await Promise.all([1, 2, 3].map(() => openDataSet(url, key, log)))
  expect(new Set(sets.map(({ epoch }) => epoch)).size).toBe(1)
  expect(new Set(sets.map((set) => set.key.toString('hex'))).size).toBe(1)
})

test('a node runs beside a later schema that still lets it, and refuses one that does not', async () => {
  const { url, keyFile, name } = await databaseOf(await temporaryDirectory())
  const key = readKeyFile(keyFile)
  const { epoch } = await openDataSet(url, key, log)
  const as = inject('postgres').adminUrl.replace(/postgres$/, name)
  const later = migrations.length + 1
  await admin(as, `UPDATE relay_schema SET version = ${later}`)
  expect((await openDataSet(url, key, log)).epoch).toBe(epoch)
  await admin(as, `UPDATE relay_schema SET minimum = ${later}`)
  await expect(openDataSet(url, key, log)).rejects.toThrow('newer version')
})

test('a node starts although the server is slow to take its first connections', async () => {
  const { url, keyFile } = await databaseOf(await temporaryDirectory())
  const { port } = new URL(url)
  let slow = 4
  const between = createServer((socket) => {
    const there = connect({ host: '127.0.0.1', port: Number(port) })
    socket.on('error', () => there.destroy())
    there.on('error', () => socket.destroy())
    there.pipe(socket)
    // Longer than a webhook may wait for a connection.
    setTimeout(() => socket.pipe(there), slow-- > 0 ? 1_500 : 0)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void between.close())
  const store = await openPostgresStore({
    url: url.replace(port, String((between.address() as AddressInfo).port)),
    sealingKey: readKeyFile(keyFile),
    clock: createSystemClock(),
    log,
    connections: 6,
    onLost: () => {},
  })
  onTestFinished(() => store.close())
  expect(slow).toBeLessThan(0)
  expect(await store.reader.listOffices()).toEqual([])
})

test('a copy of the database opens nothing: secrets are sealed with a key that it does not have', async () => {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory })
  await postMany(url, 1)
  const office = (await (await call(`${url}/v1/office`, 'GET', OFFICE.adminToken)).json()) as {
    inbox: { header: { value: string } }
  }
  expect(office.inbox.header.value).toBe(OFFICE.header.value)
  const text = await storedText(directory)
  expect(text).toContain(OFFICE.name)
  for (const secret of [OFFICE.adminToken, OFFICE.inboxKey, OFFICE.header.value])
    expect(text).not.toContain(secret)

  const { url: database, keyFile } = await databaseOf(directory)
  const other = join(directory, 'other-key')
  makeKeyFile(other)
  await expect(openDataSet(database, readKeyFile(other), log)).rejects.toThrow('the key file is not the one')
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
})

test('a key is for its owner alone, has 32 bytes, and is never replaced', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'key')
  expect(() => readKeyFile(file)).toThrow('make it with new-key')
  makeKeyFile(file)
  expect(() => makeKeyFile(file)).toThrow('is there already')
  expect(readKeyFile(file)).toHaveLength(32)
  const open = join(directory, 'open')
  copyFileSync(file, open)
  writeFileSync(open, readKeyFile(file).toString('hex'), { mode: 0o600 })
  expect(readKeyFile(open)).toEqual(readKeyFile(file))
  writeFileSync(join(directory, 'short'), 'c2hvcnQ=', { mode: 0o600 })
  expect(() => readKeyFile(join(directory, 'short'))).toThrow('it has 32 bytes')
  writeFileSync(join(directory, 'public'), readKeyFile(file).toString('base64'), { mode: 0o644 })
  expect(() => readKeyFile(join(directory, 'public'))).toThrow('chmod 600')
})

test('what is sealed for one row opens in no other, nor when a bit of it changes', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = seal(key, 'office 1', 'secret')
  expect(unseal(key, 'office 1', sealed).toString()).toBe('secret')
  expect(() => unseal(key, 'office 2', sealed)).toThrow(REFUSED)
  expect(() => unseal(Buffer.alloc(32, 8), 'office 1', sealed)).toThrow(REFUSED)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, 'office 1', changed)).toThrow(REFUSED)
  }
})

test('a server that a power loss would cost answered events is refused, with what to do', async () => {
  const server = await startPostgres(['fsync=off'])
  onTestFinished(server.remove)
  await server.create('unsafe')
  await expect(openDataSet(server.url('unsafe'), Buffer.alloc(32), log)).rejects.toThrow('Set fsync = on')
})

test('a role whose commits do not wait for the disk is overruled', async () => {
  const directory = await temporaryDirectory()
  const { url, keyFile, name } = await databaseOf(directory)
  await admin(inject('postgres').adminUrl, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  await expect(openDataSet(url, readKeyFile(keyFile), log)).resolves.toMatchObject({
    epoch: expect.any(String) as string,
  })
})

test('its commands work on the database, whatever node runs', async () => {
  const directory = await temporaryDirectory()
  const made = await runRelay(directory, ['init', 'Gestoría Ribera', '--json'])
  expect([made.code, made.stderr]).toEqual([0, expect.any(String)])
  const { adminToken } = JSON.parse(made.stdout) as { adminToken: string }
  const node = await spawnRelay(directory, [], null)
  expect((await pageOf(node.url, '', adminToken)).head).toBe(0)
  const status = await runRelay(directory, ['status'])
  expect(status.stdout).toContain('Gestoría Ribera: in a database')
  const rotated = await runRelay(directory, ['rotate', '--json'])
  expect(JSON.parse(rotated.stdout)).toMatchObject({ header: { name: 'X-Relay-Secret' } })
  const { epoch } = await pageOf(node.url, '', adminToken)
  const fresh = await runRelay(directory, ['new-epoch'])
  expect(fresh.stdout).toMatch(/^Epoch: [a-z0-9]{8}\n$/)
  expect(fresh.stdout).not.toContain(epoch)
})

test('a database that was put back from an older copy has another epoch', async () => {
  const directory = await temporaryDirectory()
  const first = await startRelay({ directory })
  await postMany(first.url, 3)
  const { epoch } = await pageOf(first.url)
  await first.stop()
  const { name } = await databaseOf(directory)
  const as = inject('postgres').adminUrl
  const copy = `${name}_copy`
  await admin(as, `CREATE DATABASE ${copy} TEMPLATE ${name} OWNER relay`)
  await admin(as, `DROP DATABASE ${name} WITH (FORCE)`)
  await admin(as, `ALTER DATABASE ${copy} RENAME TO ${name}`)
  const again = await startRelay({ directory })
  expect((await pageOf(again.url)).epoch).not.toBe(epoch)
  expect((await allEvents(again.url)).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a node has the connections of its events before the first of them comes', async () => {
  const directory = await temporaryDirectory()
  const { store } = await openTestStore({ directory, clock: createSystemClock(), log })
  onTestFinished(() => store.close())
  const client = new Client(inject('postgres').adminUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const { name } = await databaseOf(directory)
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND application_name = 'ventanilla-relay'`,
    [name],
  )
  // One hears the other nodes, one is for PCs and has looked at the months, and two are for events.
  expect(rowCount).toBe(4)
})
