import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { addReturn, keepRestart, newRestart } from '#electron/web/restart.ts'
import { BUILD_MS, ensureBuilt } from '../shell/ensure-built.ts'
import { startInstalled, type InstalledApplication } from '#tests/fakes/installed-application.ts'

let installed: InstalledApplication
beforeAll(ensureBuilt, BUILD_MS)
afterEach(() => installed.remove())

const there = async (path: string, is: boolean) => {
  await expect.poll(() => existsSync(path)).toBe(is)
}

async function keepWindows(dataDir: string): Promise<void> {
  const restart = newRestart('v0123456789abcdef.localhost:20000')
  addReturn(restart, null)
  await keepRestart(dataDir, restart, Date.now())
}

/** Makes the store of the demonstration one of another version. */
async function setSchema(dataDir: string, version: number): Promise<void> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the store cannot be opened')
  const db = openDatabase(path, found.key)
  db.pragma(`user_version = ${version}`)
  db.close()
}

test('a version on trial that cannot open the store leaves the windows to the version before', async () => {
  installed = await startInstalled('0.1.0', 'http://127.0.0.1:9')
  const { dataDir, installDir } = installed
  const kept = join(dataDir, 'restart.json')
  const trial = join(installDir, 'trial')
  await there(join(dataDir, 'demo', 'ventanilla.db'), true)
  await installed.stop()

  await setSchema(dataDir, 999)
  await keepWindows(dataDir)
  await writeFile(trial, '0.1.0\n')
  await installed.runOnce('0.1.0')
  expect(existsSync(trial)).toBe(true)
  expect(existsSync(kept)).toBe(true)
})

test('a version on trial that works takes the windows once it is confirmed', async () => {
  installed = await startInstalled('0.1.0', 'http://127.0.0.1:9')
  const { dataDir, installDir } = installed
  const kept = join(dataDir, 'restart.json')
  const trial = join(installDir, 'trial')
  await installed.stop()

  await keepWindows(dataDir)
  await writeFile(trial, '0.1.0\n')
  const ended = installed.runOnce('0.1.0')
  await there(trial, false)
  await there(kept, false)
  await installed.stop()
  await ended
})
