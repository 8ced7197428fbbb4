import { chmodSync, chownSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { examine } from './support/doctor.ts'
import { startMailServer } from './support/outside.ts'
import { runRelay, spawnRelay } from './support/process.ts'
import { call, OFFICE, post, postMany, temporaryDirectory } from './support/relay.ts'

const ROOMY = ['--min-free-mb=0']

/** The data of a relay that has taken some events and was stopped. */
async function stoppedRelay(): Promise<string> {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  await postMany(relay.url, 200)
  relay.kill('SIGTERM')
  await relay.exited
  return directory
}

test('a relay that was stopped has nothing wrong, and the doctor changes nothing', async () => {
  const directory = await stoppedRelay()
  const content = () =>
    ['relay.db', 'secrets.json', 'epoch-guard'].map((name) => readFileSync(join(directory, name), 'latin1'))
  const before = content()
  const { wrong, of } = await examine(directory, ROOMY)
  expect(wrong).toEqual([])
  expect(of('running relay')).toMatchObject({ outcome: 'skipped', detail: 'no relay runs on this directory' })
  expect(of('offices')).toMatchObject({ outcome: 'fine' })
  expect(content()).toEqual(before)
  const said = await runRelay(directory, ['doctor', ...ROOMY])
  expect([said.code, said.stdout]).toEqual([0, expect.stringMatching(/^fine {5}data directory: .*\n/)])
})

test('a relay that runs is asked, and its way from outside is tried by a canary on a stream', async () => {
  const directory = await temporaryDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await spawnRelay(directory, [`--port=${port}`, `--public-url=${url}`])
  const { wrong, of } = await examine(directory, [...ROOMY, `--public-url=${url}`])
  expect(wrong).toEqual([])
  for (const check of ['running relay', 'canary', 'stream'])
    expect(of(check)).toMatchObject({ check, outcome: 'fine' })
  expect(of('event loop')?.detail).toMatch(/\d m?s late/)
})

test('an office that was closed is not tried from outside, and another one is', async () => {
  const directory = await temporaryDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { exited, ...relay } = await spawnRelay(directory, [`--port=${port}`, `--public-url=${url}`])
  expect((await call(`${url}/v1/office`, 'DELETE', OFFICE.adminToken)).status).toBe(204)
  const closed = await examine(directory, [...ROOMY, `--public-url=${url}`])
  expect(closed.wrong).toEqual([])
  expect(closed.of('public address')).toMatchObject({ outcome: 'skipped' })
  relay.kill('SIGTERM')
  await exited

  await runRelay(directory, ['init', 'Gestoría Segunda'])
  await spawnRelay(directory, [`--port=${port}`, `--public-url=${url}`])
  const { wrong, of } = await examine(directory, [...ROOMY, `--public-url=${url}`])
  expect(wrong).toEqual([])
  expect(of('canary')).toMatchObject({ outcome: 'fine' })
})

const ANOTHER = 'another user’s'
/** What can be wrong with a directory, how it comes about, and the check that finds it. */
const DAMAGE: Record<string, { spoil: (directory: string) => void; args?: string[]; check: string }> = {
  [ANOTHER]: {
    spoil: (directory) => chownSync(join(directory, 'relay.db'), 65_534, 65_534),
    check: 'data directory',
  },
  'readable by others': { spoil: (directory) => chmodSync(directory, 0o755), check: 'data directory' },
  'secrets readable by others': {
    spoil: (directory) => chmodSync(join(directory, 'secrets.json'), 0o644),
    check: 'data directory',
  },
  'a full disk': { spoil: () => {}, args: ['--min-free-mb=900000'], check: 'free space' },
  'secrets that are lost': {
    spoil: (directory) => rmSync(join(directory, 'secrets.json')),
    check: 'secrets',
  },
  'secrets that are damaged': {
    spoil: (directory) => writeFileSync(join(directory, 'secrets.json'), '{', { mode: 0o600 }),
    check: 'secrets',
  },
  'secrets of other data': {
    spoil(directory) {
      const file = join(directory, 'secrets.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(OFFICE.adminToken, 'token-of-other-data-there'))
    },
    check: 'offices',
  },
  'no database': { spoil: (directory) => rmSync(join(directory, 'relay.db')), check: 'database' },
  'a database that is none': {
    spoil: (directory) => writeFileSync(join(directory, 'relay.db'), 'x'.repeat(8_192)),
    check: 'database',
  },
  'a damaged database': {
    spoil(directory) {
      const file = join(directory, 'relay.db')
      const bytes = readFileSync(file)
      // Pages of events: the first ones have the schema.
      bytes.fill(7, bytes.length - 4096 * 6, bytes.length - 4096)
      writeFileSync(file, bytes)
    },
    check: 'database',
  },
  'a later version’s database': {
    spoil(directory) {
      const db = new Database(join(directory, 'relay.db'))
      db.pragma('user_version = 99')
      db.close()
    },
    check: 'database',
  },
  'a guard that is lost': { spoil: (directory) => rmSync(join(directory, 'epoch-guard')), check: 'epoch' },
}

/** Only root gives files away. */
const damage = Object.entries(DAMAGE).filter(([name]) => name !== ANOTHER || process.getuid?.() === 0)

test.each(damage)('%s: found, with what to do', async (_name, { spoil, args = [], check }) => {
  const directory = await stoppedRelay()
  spoil(directory)
  expect((await examine(directory, [...ROOMY, ...args])).wrong).toEqual([check])
})

test('an older copy that was put back is said, before the relay is started on it', async () => {
  const directory = await stoppedRelay()
  const copy = join(await temporaryDirectory(), 'copy.db')
  copyFileSync(join(directory, 'relay.db'), copy)
  const relay = await spawnRelay(directory)
  await postMany(relay.url, 1, 'later')
  relay.kill('SIGTERM')
  await relay.exited
  copyFileSync(copy, join(directory, 'relay.db'))
  const { wrong, of } = await examine(directory, ROOMY)
  expect(wrong).toEqual(['epoch'])
  expect(of('epoch')?.detail).toContain('fewer events')
})

test('events that were taken and that no PC has seen are found, and can be read', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  expect((await examine(directory, ROOMY)).of('unreadable events')).toMatchObject({ outcome: 'fine' })
  expect((await runRelay(directory, ['quarantine'])).stdout).toContain('could be read')
  await post(relay.url, '{"event":"procedure.status_changed","data":{"id":5,\t"note":"\u202Ebad"}}')
  const { wrong, of } = await examine(directory, ROOMY)
  expect(wrong).toEqual(['unreadable events'])
  expect(of('unreadable events')?.detail).toContain('without event or data.id')
  const seen = await runRelay(directory, ['quarantine'])
  expect(seen.stdout).toMatch(/^\S+Z {2}\d+ bytes {2}without event or data\.id\n {2}\{"event":"procedure/)
  expect(seen.stdout).toContain('"id":5,\\u0009"note":"\\u202ebad"')
  expect((await runRelay(directory, ['status'])).stdout).toContain('WARNING: 1 of the last seven days')
})

test('no directory, and one without an office, say what to do', async () => {
  const directory = await temporaryDirectory()
  expect((await examine(join(directory, 'nothing'))).wrong).toEqual(['data directory'])
  await runRelay(directory, ['status'])
  expect((await examine(directory, ROOMY)).wrong).toEqual(['offices'])
})

test('a relay that takes no events, or does not answer, is found', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory, ['--min-free-mb=900000'])
  const { wrong, of } = await examine(directory, ROOMY)
  expect(wrong).toEqual(['running relay'])
  expect(of('running relay')?.detail).toContain('the disk is low')
  relay.kill('SIGSTOP')
  expect((await examine(directory, ROOMY)).wrong).toEqual(['running relay'])
  relay.kill('SIGCONT')
})

test('a mail server is signed in to, and one that refuses or is not there is found', async () => {
  const directory = await stoppedRelay()
  const { port, mails } = await startMailServer({ user: { name: 'relay', password: 'right' } })
  const ask = (address: string) =>
    examine(directory, [...ROOMY, '--mail-from=relay@example.com'], { RELAY_SMTP: address })
  expect((await ask(`smtp://relay:right@127.0.0.1:${port}`)).of('mail server')).toMatchObject({
    outcome: 'fine',
  })
  expect(mails).toEqual([])
  const refused = await ask(`smtp://relay:secret@127.0.0.1:${port}`)
  expect(refused.wrong).toEqual(['mail server'])
  expect(refused.of('mail server')?.detail).not.toContain('secret')
  expect((await ask(`smtp://127.0.0.1:${await freePort()}`)).wrong).toEqual(['mail server'])
})
