import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { migrations } from '#relay/store/sqlite/migrations.ts'
import { alarmWire } from '#shared/api/relay-alarm.ts'
import { examine } from './support/doctor.ts'
import { runRelay } from './support/process.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'
import { databaseOf, isPostgres } from './support/store.ts'

vi.setConfig({ testTimeout: 300_000 })

test.skipIf(isPostgres)(
  'a database of the version before opens, and what its PCs had confirmed does not wait',
  async () => {
    const directory = await temporaryDirectory()
    const db = new Database(join(directory, 'relay.db'))
    db.exec(migrations[0] ?? '')
    db.pragma('user_version = 1')
    const columns = 'name, head, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms'
    db.prepare(`INSERT INTO office (${columns}) VALUES (?, 3, x'01', x'02', 'X', x'03', 'enforce', 0)`).run(
      OFFICE.name,
    )
    db.exec(`INSERT INTO device VALUES ('d1', 1, 'PC 1', x'04', 1, 0, NULL, 2, NULL)`)
    db.close()
    const { url } = await startRelay({ directory })
    const answer = await call(`${url}/v1/office/alarm`, 'GET', OFFICE.adminToken)
    expect(alarmWire.parse(await answer.json())).toMatchObject({ waiting: 1, confirmedAt: null })
  },
)

const officeNamed = (name: string) => ({
  ...OTHER,
  name: `Gestoría ${name}`,
  adminToken: `admin-token-of-office-${name}`,
  inboxKey: `inbox-key-of-the-office-${name}`,
})
/** Offices as a live move of an earlier version may have left them at the upgrade. */
const [MOVED, HALF, COMING] = ['moved', 'half', 'coming'].map(officeNamed) as [
  typeof OTHER,
  typeof OTHER,
  typeof OTHER,
]
const THERE = 'https://there.example.com'

/** Removes what later versions have added. */
const REMOVALS = `
  ALTER TABLE office DROP COLUMN left_ms;
  DROP TABLE record;
  ALTER TABLE device DROP COLUMN record_acked;
  ${['head', 'floor', 'count', 'bytes'].map((name) => `ALTER TABLE office DROP COLUMN record_${name};`).join('')}`

/** Makes the data those of the version that moved offices while they were in use. */
async function asBefore(directory: string): Promise<void> {
  const changes = `
    UPDATE office SET state = 'moving', moved_to = '${THERE}' WHERE name = '${OFFICE.name}';
    UPDATE office SET state = 'moved', moved_to = '${THERE}' WHERE name = '${MOVED.name}';
    UPDATE office SET state = 'incoming' WHERE name = '${HALF.name}';
    UPDATE office SET state = 'incoming', moved_to = '${THERE}' WHERE name = '${COMING.name}';`
  if (!isPostgres) {
    const db = new Database(join(directory, 'relay.db'))
    db.exec(`${changes}${REMOVALS}
      CREATE TABLE move_in (token_hash BLOB PRIMARY KEY, expires_ms INTEGER NOT NULL, office_id INTEGER UNIQUE,
        state TEXT NOT NULL, positions TEXT NOT NULL DEFAULT '{}') STRICT, WITHOUT ROWID;
      INSERT INTO move_in VALUES (x'01', 1, 3, 'receiving', '{"event":"3"}');`)
    db.pragma('user_version = 4')
    db.close()
    // Changed by hand, the file would be taken for a copy.
    rmSync(join(directory, 'database-stamp'))
    return
  }
  const client = new Client((await databaseOf(directory)).url)
  await client.connect()
  await client.query(
    `${changes}${REMOVALS}
    INSERT INTO move_in VALUES ('\\x01', 1, 3, 'receiving', '{"event":"3"}');
    UPDATE relay_schema SET version = 4;`,
  )
  await client.end()
}

test('an office in the middle of a live move at the upgrade is closed and whole, and goes on at a word', async () => {
  const directory = await temporaryDirectory()
  const before = await startRelay({ directory, offices: [OFFICE, OTHER, MOVED, HALF, COMING] })
  for (const id of ['a', 'b', 'c'])
    for (const office of [OFFICE, HALF]) {
      const answer = await post(before.url, JSON.stringify(eventOf(`${id} of ${office.name}`)), office)
      expect(answer.status).toBe(200)
    }
  const pc = await pairDevice(before.url, 'PC 1')
  const { epoch } = await pageOf(before.url)
  await before.stop()
  await asBefore(directory)

  const after = await startRelay({ directory, offices: [] })
  await after.relay.offices.finishInterrupted()
  const answers: [string, typeof OTHER, number][] = [
    ['leaving', OFFICE, 503],
    ['moved', MOVED, 503],
    ['half received', HALF, 404],
    ['coming back', COMING, 503],
    ['never moved', OTHER, 200],
  ]
  for (const [what, office, status] of answers)
    expect([what, (await post(after.url, JSON.stringify(eventOf('late')), office)).status]).toEqual([
      what,
      status,
    ])
  expect((await call(`${after.url}/v1/events`, 'GET', pc.token)).status).toBe(503)
  // Nothing is kept of what was received in part: its rows go, and its secrets.
  expect(await after.relay.store.secrets.offices()).toHaveLength(4)
  await after.relay.store.writer.write('sweep', { now: Date.now() })
  await after.stop()

  const { wrong, of } = await examine(directory, ['--min-free-mb=0'])
  expect(wrong).toEqual(['left offices'])
  expect(of('left offices')?.advice).toContain('--abandon-move')
  const file = join(await temporaryDirectory(), 'office')
  const exporting = (...more: string[]) => runRelay(directory, ['export', file, ...more])
  const refused = await exporting(`--office=${OFFICE.name}`)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`to ${THERE}: if that relay`)])
  const elsewhere = await exporting(`--office=${MOVED.name}`)
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining(`is at ${THERE}: export it there`),
  ])
  expect((await exporting(`--office=${OFFICE.name}`, '--abandon-move')).code).toBe(0)
  expect((await runRelay(directory, ['import', file, '--min-free-mb=0'])).code).toBe(0)

  const back = await startRelay({ directory, offices: [] })
  expect((await post(back.url, JSON.stringify(eventOf('d')))).status).toBe(200)
  expect(await pageOf(back.url, '', pc.token)).toMatchObject({ epoch, head: 4 })
  expect((await allEvents(back.url)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})
