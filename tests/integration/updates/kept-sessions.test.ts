import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { forgetKeptSessions, keepSessions, readKeptSessions } from '#electron/web/kept-sessions.ts'
import { createSessions } from '#electron/web/sessions.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

const NOW = 1_795_000_000_000
let dataDir: string
const path = () => join(dataDir, 'restart.json')

beforeEach(async () => {
  dataDir = await temporaryDirectory()
})
afterAll(removeTemporaryDirectories)

function entered() {
  const sessions = createSessions()
  const id = sessions.enter(sessions.createEntry(null, () => undefined).token) ?? ''
  return { sessions, id }
}

test('a session goes on in the next process, and its secret is in no file', async () => {
  const { sessions, id } = entered()
  await keepSessions(dataDir, sessions.hashes(), NOW)
  expect(await readFile(path(), 'utf8')).not.toContain(id)
  if (process.platform !== 'win32') expect((await stat(path())).mode & 0o777).toBe(0o600)
  const next = createSessions(Date.now, readKeptSessions(dataDir, NOW + 2_000))
  expect(next.isOpen(id)).toBe(true)
  expect(next.isOpen(sessions.hashes()[0] ?? '')).toBe(false)
  forgetKeptSessions(dataDir)
  expect(existsSync(path())).toBe(false)
  expect(readKeptSessions(dataDir, NOW + 2_000)).toEqual([])
})

test('a version on trial that is undone leaves the session to the version before', async () => {
  const { sessions, id } = entered()
  await keepSessions(dataDir, sessions.hashes(), NOW)
  const onTrial = createSessions(Date.now, readKeptSessions(dataDir, NOW + 2_000))
  expect(onTrial.isOpen(id)).toBe(true)
  // As long as a trial lasts, and the start after it.
  expect(createSessions(Date.now, readKeptSessions(dataDir, NOW + 90_000)).isOpen(id)).toBe(true)
})

test.each([NOW - 1, NOW + 180_000])('none goes on at another time: %i', async (now) => {
  const { sessions } = entered()
  await keepSessions(dataDir, sessions.hashes(), NOW)
  expect(readKeptSessions(dataDir, now)).toEqual([])
})

test('a file of anything else lets nobody in', async () => {
  await writeFile(path(), '{"at":1,"sessions":["x"]}')
  expect(readKeptSessions(dataDir, 2)).toEqual([])
})
