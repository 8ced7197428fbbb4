import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeKeyFile } from '#relay/store/postgres/sealed.ts'
import { lockDirectory } from '#relay/store/sqlite/open.ts'
import { runRelay, spawnRelay } from './support/process.ts'
import { eventOf, OFFICE, pageOf, pairDevice, post, postMany, temporaryDirectory } from './support/relay.ts'
import { admin, databaseOf, isPostgres } from './support/store.ts'

interface Rehearsal {
  ok: boolean
  steps: { step: string; detail: string; problems: string[] }[]
}

/** The user of the tests' database may not create others. */
const scratch = () => (isPostgres ? { RELAY_SCRATCH_DATABASE: inject('postgres').adminUrl } : {})

async function rehearse(directory: string, args: string[] = [], env: NodeJS.ProcessEnv = scratch()) {
  const options = isPostgres ? args : ['--min-free-mb=0', ...args]
  return runRelay(directory, ['rehearse-restore', ...options], '', env)
}

async function rehearsed(directory: string): Promise<Rehearsal> {
  const { code, stdout, stderr } = await rehearse(directory, ['--json'])
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Rehearsal
}

async function asAdmin<T extends object>(text: string): Promise<T[]> {
  const client = new Client(inject('postgres').adminUrl)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** What is where the copy is made: nothing of it may stay. */
async function leftOvers(directory: string): Promise<string[]> {
  if (!isPostgres) return readdirSync(directory).filter((name) => name === 'rehearsal')
  const { name } = await databaseOf(directory)
  const rows = await asAdmin<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname = '${name}_rehearsal'`,
  )
  return rows.map(({ datname }) => datname)
}

test('a backup of a relay that takes events is restored, compared and removed, and the relay goes on', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  await pairDevice(relay.url, 'PC 1')
  await postMany(relay.url, 100)
  const { epoch } = await pageOf(relay.url)
  let isOver = false
  let taken = 100
  const sending = (async () => {
    while (!isOver)
      if ((await post(relay.url, JSON.stringify(eventOf(`s${taken}`)))).status === 200) taken += 1
  })()
  const { ok, steps } = await rehearsed(directory)
  isOver = true
  await sending
  expect(steps.flatMap(({ problems }) => problems)).toEqual([])
  expect(ok).toBe(true)
  const detail = (name: string) => steps.find(({ step }) => step === name)?.detail
  expect(detail('offices')).toBe('1 of 1')
  expect(detail('PCs')).toBe('1 PCs of 1 offices')
  expect(detail('events')).toBe('40 events of 1 offices, beside the live ones')
  expect(detail('epoch')).toContain(`in the place of ${epoch}`)
  expect(await leftOvers(directory)).toEqual([])
  expect(await pageOf(relay.url)).toMatchObject({ epoch, head: taken })
})

test('a copy that a killed rehearsal left is removed first', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  await postMany(relay.url, 3)
  if (isPostgres) {
    const { name } = await databaseOf(directory)
    await asAdmin(`CREATE DATABASE ${name}_rehearsal`)
    await asAdmin(
      `COMMENT ON DATABASE ${name}_rehearsal IS 'Copy of a rehearsal of ventanilla-relay: it may be dropped.'`,
    )
  } else {
    mkdirSync(join(directory, 'rehearsal'))
    writeFileSync(join(directory, 'rehearsal', 'relay.db'), 'half a copy')
  }
  expect((await rehearsed(directory)).ok).toBe(true)
  expect(await leftOvers(directory)).toEqual([])
})

test('a second rehearsal is refused while one runs, and leaves the copy of the first alone', async () => {
  const directory = await temporaryDirectory()
  await spawnRelay(directory)
  if (isPostgres) {
    const client = new Client(inject('postgres').adminUrl)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('SELECT pg_advisory_lock(8200457002)')
  } else {
    onTestFinished(lockDirectory(join(directory, 'rehearsal.lock'), 0))
    mkdirSync(join(directory, 'rehearsal'))
  }
  const { code, stderr } = await rehearse(directory)
  expect([code, stderr]).toEqual([1, 'relay: another rehearsal is running\n'])
  if (!isPostgres) expect(await leftOvers(directory)).toEqual(['rehearsal'])
})

test('data of a later version are left to that version', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  relay.kill('SIGKILL')
  await relay.exited
  if (isPostgres) {
    const { name } = await databaseOf(directory)
    await admin(
      inject('postgres').adminUrl.replace(/postgres$/, name),
      'UPDATE relay_schema SET version = 99',
    )
  } else {
    const { default: Database } = await import('better-sqlite3-multiple-ciphers')
    const db = new Database(join(directory, 'relay.db'))
    db.pragma('user_version = 99')
    db.close()
  }
  expect((await rehearse(directory)).stderr).toContain('of another version of the relay')
})

test.runIf(isPostgres)('a database of that name that no rehearsal made is never dropped', async () => {
  const directory = await temporaryDirectory()
  await spawnRelay(directory)
  const { name } = await databaseOf(directory)
  await asAdmin(`CREATE DATABASE ${name}_rehearsal`)
  onTestFinished(() => admin(inject('postgres').adminUrl, `DROP DATABASE ${name}_rehearsal`))
  const { code, stderr } = await rehearse(directory)
  expect(code).toBe(1)
  expect(stderr).toContain('that no rehearsal made')
  expect(await leftOvers(directory)).toEqual([`${name}_rehearsal`])
})

test.runIf(isPostgres)(
  'a user who may not create databases is told what to do, and a wrong key is found',
  async () => {
    const directory = await temporaryDirectory()
    await spawnRelay(directory)
    const { code, stderr } = await rehearse(directory, [], {})
    expect(code).toBe(1)
    expect(stderr).toContain('CREATEDB')
    const { url } = await databaseOf(directory)
    const other = join(directory, 'other-key')
    makeKeyFile(other)
    const wrong = await runRelay(
      await temporaryDirectory(),
      ['rehearse-restore', `--key-file=${other}`],
      '',
      { ...scratch(), RELAY_DATABASE: url },
    )
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('the key file is not the one')])
    expect(await leftOvers(directory)).toEqual([])
  },
)

test.runIf(!isPostgres)(
  'files of a stopped relay are not touched, and what cannot be restored is found',
  async () => {
    const directory = await temporaryDirectory()
    const relay = await spawnRelay(directory)
    await postMany(relay.url, 20)
    // What it committed last is in its log alone.
    relay.kill('SIGKILL')
    await relay.exited
    const files = ['relay.db', 'secrets.json', 'epoch-guard', 'relay.db-wal'].map((name) =>
      join(directory, name),
    )
    const contents = () => files.map((file) => readFileSync(file, 'latin1'))
    const before = contents()
    expect((await rehearsed(directory)).ok).toBe(true)
    expect(contents()).toEqual(before)

    // A command closes the store: all of it is in the file then.
    expect((await runRelay(directory, ['status'])).code).toBe(0)
    const [database = '', secrets = ''] = files
    writeFileSync(
      secrets,
      readFileSync(secrets, 'utf8').replace(OFFICE.inboxKey, 'another-inbox-key-of-ribera'),
    )
    const other = await rehearse(directory)
    expect(other.code).toBe(1)
    expect(other.stdout).toContain('the secrets of office 1 are not those of the database')
    expect(other.stdout).toContain('CANNOT be trusted')
    const full = await rehearse(directory, ['--min-free-mb=900000'])
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('no room for a copy')])
    const bytes = readFileSync(database)
    bytes.fill(7, 4096 * 3, 4096 * 8)
    writeFileSync(database, bytes)
    const damaged = await rehearse(directory)
    expect(damaged.code).toBe(1)
    expect(damaged.stderr).toContain('malformed')
    expect(await leftOvers(directory)).toEqual([])
  },
)
