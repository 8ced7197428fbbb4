import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import Database from 'better-sqlite3-multiple-ciphers'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { noOtherUser, startStranger, type Stranger } from '#tests/fakes/stranger.ts'

const ACCOUNT = 'account-0123456789ab'
const why = noOtherUser()
if (why !== null) console.warn(`not tried as another user: ${why}`)

let parent: string
let dataDir: string
const strangers: Stranger[] = []

/** A data directory readable by every user of the PC, as left by an earlier version or a copy. */
beforeEach(async () => {
  parent = await temporaryDirectory()
  dataDir = join(parent, 'data')
  await mkdir(join(dataDir, ACCOUNT, 'documents'), { recursive: true })
  await writeFile(join(dataDir, 'accounts.json'), 'accounts')
  await writeFile(join(dataDir, ACCOUNT, 'ventanilla.db'), 'store')
  const db = new Database(join(dataDir, 'instance.lock'))
  db.exec('CREATE TABLE t (a)')
  db.close()
  await writeFile(join(parent, 'elsewhere'), '')
  await symlink(join(parent, 'elsewhere'), join(dataDir, 'link'))
  for (const path of [parent, dataDir, join(dataDir, ACCOUNT), join(dataDir, ACCOUNT, 'documents')])
    await chmod(path, 0o755)
  for (const name of ['accounts.json', 'instance.lock', `${ACCOUNT}/ventanilla.db`, '../elsewhere'])
    await chmod(join(dataDir, name), 0o644)
})
afterEach(async () => {
  await Promise.all(strangers.splice(0).map((stranger) => stranger.stop()))
})
afterAll(removeTemporaryDirectories)

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
async function told(...args: string[]): Promise<unknown> {
  const stranger = startStranger(args)
  strangers.push(stranger)
  return stranger.told()
}

test('each start closes the directory and what is in it to other users', async () => {
  lockDirectory(dataDir)?.release()
  const modes = [
    '',
    ACCOUNT,
    `${ACCOUNT}/documents`,
    'accounts.json',
    'instance.lock',
    `${ACCOUNT}/ventanilla.db`,
  ]
  expect(await Promise.all(modes.map((name) => modeOf(join(dataDir, name))))).toEqual([
    '700',
    '700',
    '700',
    '600',
    '600',
    '600',
  ])
  // A link's target is not ours to change.
  expect(await modeOf(join(parent, 'elsewhere'))).toBe('644')
})

test('a start that finds the directory taken leaves the lock of the other one alone', async () => {
  const lock = lockDirectory(dataDir)
  expect(lockDirectory(dataDir)).toBeNull()
  const other = startStranger(['lock', join(dataDir, 'instance.lock')], { ownUser: true })
  strangers.push(other)
  expect(await other.told()).toBe('SQLITE_BUSY')
  lock?.release()
})

test.skipIf(why !== null)('another user reads nothing, and no lock of theirs prevents a start', async () => {
  const files = ['accounts.json', `${ACCOUNT}/ventanilla.db`].map((name) => join(dataDir, name))
  expect(await told('read', ...files)).toEqual(['accounts', 'store'])
  lockDirectory(dataDir)?.release()
  expect(await told('read', ...files)).toEqual(['EACCES', 'EACCES'])
  expect(await told('lock', join(dataDir, 'instance.lock'))).toBe('SQLITE_CANTOPEN')
  const lock = lockDirectory(dataDir)
  expect(lock).not.toBeNull()
  lock?.release()
})
