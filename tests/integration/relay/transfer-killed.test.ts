import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { startCommand } from './support/process.ts'
import { allEvents, call, inboxOf, OFFICE, OTHER, pageOf, post, startRelay } from './support/relay.ts'
import { pause, upTo } from './support/site.ts'
import { databaseOf, isPostgres } from './support/store.ts'
import { done, fill, newFile, openAgain, rowsOf, stoppedOffice, transferIn } from './support/transfer.ts'

vi.setConfig({ testTimeout: 300_000 })

/** True if the office is one of this relay's: not one that has left. */
async function isHere(directory: string): Promise<boolean> {
  const query = `SELECT name FROM office WHERE name = '${OFFICE.name}' AND state IS NULL`
  if (isPostgres) return asDatabase(directory, query)
  const db = new Database(join(directory, 'relay.db'), { readonly: true })
  const row = db.prepare(query).get()
  db.close()
  return row !== undefined
}

const asDatabase = async (directory: string, query: string) => {
  const client = new Client((await databaseOf(directory)).url)
  await client.connect()
  try {
    return (await client.query(query)).rows.length > 0
  } finally {
    await client.end()
  }
}
const OTHERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ventanilla-relay'`

/** Starts a command, and kills it as soon as `isDue`, or when it ends by itself before. */
async function killed(
  directory: string,
  args: string[],
  isDue: () => boolean | Promise<boolean>,
): Promise<void> {
  const { child, ended } = await startCommand(directory, args)
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver && !(await isDue())) await pause(1)
  child.kill('SIGKILL')
  await ended
  // What the server was doing for it ends a moment later.
  if (isPostgres) await expect.poll(() => asDatabase(directory, OTHERS)).toBe(false)
}

/** Any time of what takes so long. */
function anyTime(lastsMs: number): () => boolean {
  const until = performance.now() + lastsMs * Math.random()
  return () => performance.now() >= until
}

async function lasts(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const KILLS = 6 * ROUNDS

test('an export that is killed is no file, or the file of an office that has left', async () => {
  const { directory, epoch } = await stoppedOffice(1_000)
  const file = await newFile()
  const { importOffice } = await transferIn(directory)
  const lastsMs = await lasts(() => done('export', directory, file))
  const wanted = rowsOf(file)
  for (let kill = 0; kill < KILLS; kill++) {
    if (existsSync(file)) {
      expect(await isHere(directory)).toBe(false)
      expect(rowsOf(file)).toEqual(wanted)
      await importOffice(file)
      rmSync(file)
    }
    // At the first sight of what it writes, and at any time.
    const isDue = kill % 2 === 0 ? () => existsSync(`${file}.part`) : anyTime(lastsMs)
    await killed(directory, ['export', file], isDue)
    if (existsSync(file) || !(await isHere(directory))) continue
    const relay = await openAgain(directory)
    expect(await pageOf(relay.url)).toMatchObject({ epoch, head: 1_000 })
    await relay.stop()
  }
  if (!existsSync(file)) await done('export', directory, file)
  expect(rowsOf(file)).toEqual(wanted)
  expect(readdirSync(join(file, '..'))).toEqual(['office'])
})

test('an import that is killed is no office, or a whole one', async () => {
  const { directory: own, epoch } = await stoppedOffice(1_000, 'files')
  const file = await newFile()
  await done('export', own, file)
  const newTarget = async () => {
    const relay = await startRelay({ offices: [OTHER] })
    await relay.stop()
    return relay.directory
  }
  async function isWriting(directory: string): Promise<boolean> {
    if (isPostgres)
      return asDatabase(directory, `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'INSERT INTO event %'`)
    return (statSync(join(directory, 'relay.db-wal'), { throwIfNoEntry: false })?.size ?? 0) > 100_000
  }
  async function expectWhole(directory: string): Promise<void> {
    const relay = await openAgain(directory)
    await relay.relay.offices.finishInterrupted()
    expect((await allEvents(relay.url)).map(({ seq: number }) => number)).toEqual(upTo(1_000))
    await fill(relay.url, 1, 'later')
    expect(await pageOf(relay.url)).toMatchObject({ epoch, head: 1_001 })
    await fill(relay.url, 1, 'p', OTHER)
    const office = await (await call(`${relay.url}/v1/office`, 'GET', OFFICE.adminToken)).json()
    expect(office).toMatchObject({ inbox: { url: inboxOf(relay.url) } })
    await relay.stop()
  }
  const first = await newTarget()
  const lastsMs = await lasts(() => done('import', first, file))
  let target = await newTarget()
  for (let kill = 0; kill < KILLS; kill++) {
    const directory = target
    const isDue = kill % 2 === 0 ? () => isWriting(directory) : anyTime(lastsMs)
    await killed(directory, ['import', file, '--min-free-mb=0'], isDue)
    if (await isHere(directory)) {
      await expectWhole(directory)
      target = await newTarget()
      continue
    }
    const relay = await openAgain(directory)
    expect((await post(relay.url, '{}')).status).toBe(404)
    // As every start does: nothing of its secrets is left.
    await relay.relay.offices.finishInterrupted()
    expect(await relay.relay.store.secrets.offices()).toHaveLength(1)
    await relay.stop()
  }
  await done('import', target, file)
  await expectWhole(target)
})
