import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createInstalledUpdates } from '#electron/web/installed-updates.ts'
import {
  addReturn,
  returnDestination,
  forgetRestart,
  keepRestart,
  newRestart,
  readRestart,
  createStopper,
} from '#electron/web/restart.ts'
import { createSessions } from '#electron/web/sessions.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { installVersion } from '#tests/fakes/installed-versions.ts'

const NOW = 1_795_000_000_000
const PLACE = { view: 'lookup', vrm: '1234BCD' } as const
let dataDir: string
const path = () => join(dataDir, 'restart.json')

beforeEach(async () => {
  dataDir = await temporaryDirectory()
})
afterAll(removeTemporaryDirectories)

/** A restart with a window in a place, a window anywhere and a panel. */
async function kept() {
  const restart = newRestart('v0123456789abcdef.localhost:20000')
  const tokens = [addReturn(restart, PLACE), addReturn(restart, null), addReturn(restart, { open: 'panel' })]
  await keepRestart(dataDir, restart, NOW)
  return tokens
}

/** Sessions of the process that reads it at that moment. */
function next(now: number) {
  const sessions = createSessions()
  const restart = readRestart(dataDir, now)
  for (const returning of restart?.returns ?? [])
    sessions.expect(returning.token, (token) => returnDestination(returning, token))
  return { sessions, restart }
}

test('each window enters the next process once, and finds its place', async () => {
  const [placed = '', anywhere = '', panel = ''] = await kept()
  const { sessions } = next(NOW + 2_000)
  const ids = [placed, anywhere, panel].map((token) => sessions.enter(token) ?? '')
  expect(ids.map((id) => sessions.beginsWithPanel(id))).toEqual([false, false, true])
  // The browser sends the cookie that it got last for all of them.
  expect(sessions.takeRoute(ids[1] ?? '')).toEqual(PLACE)
  expect(sessions.takeRoute(ids[1] ?? '')).toBeNull()
  expect(sessions.enter(placed)).toBeNull()
})

test('no secret of a window and no plate is in the file, which is of its owner alone', async () => {
  const [token = ''] = await kept()
  const text = await readFile(path(), 'utf8')
  expect(text).not.toContain(token)
  expect(text).not.toContain(PLACE.vrm)
  const { restart } = next(NOW)
  // The hash lets nobody in.
  expect(next(NOW).sessions.enter(restart?.returns[0]?.token ?? '')).toBeNull()
  if (process.platform !== 'win32') expect((await stat(path())).mode & 0o777).toBe(0o600)
  forgetRestart(dataDir)
  expect(existsSync(path())).toBe(false)
  expect(readRestart(dataDir, NOW)).toBeNull()
})

test('a version on trial that is undone leaves the windows to the version before', async () => {
  const [token = ''] = await kept()
  next(NOW + 2_000)
  // As long as a trial lasts, and the start after it.
  expect(next(NOW + 90_000).sessions.enter(token)).not.toBeNull()
})

test.each([NOW - 1, NOW + 180_000])('none comes at another time: %i', async (now) => {
  await kept()
  expect(readRestart(dataDir, now)).toBeNull()
})

test('a file of anything else lets nobody in', async () => {
  await writeFile(path(), '{"at":1,"host":"localhost:1","key":"x","returns":[]}')
  expect(readRestart(dataDir, 2)).toBeNull()
})

describe('a version that cannot be put in place', () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

  test('ends this process no less, and what goes on after it is started', async () => {
    const ended = Promise.withResolvers<number>()
    const stop = createStopper(silent, ended.resolve)
    stop.onStop(async (starter) => {
      await starter?.prepare()
    })
    stop.now({
      announce: () => undefined,
      prepare: () => Promise.reject(new Error('no room')),
      after: () => 76,
    })
    expect(await ended.promise).toBe(76)
  })

  test('is said by the start that follows, of the version before', async () => {
    const installDir = await installVersion('1.1.0')
    await installVersion('1.2.0', installDir)
    await writeFile(join(installDir, 'current'), '1.1.0\n')
    await writeFile(join(installDir, 'next'), '1.2.0\n')
    // Nothing can be renamed to it.
    await mkdir(join(installDir, 'previous', 'full'), { recursive: true })
    const updates = createInstalledUpdates({
      edition: {
        installDir,
        versionDir: join(installDir, 'versions', '1.1.0'),
        launcher: join(installDir, 'ventanilla'),
        package: 'archive',
        platform: 'linux-x64',
      },
      resolveProxy: async () => null,
      log: silent,
    })
    expect(updates.finishSwap(null)).toMatchObject({
      do: 'start',
      undone: null,
      failure: { code: 'unknown' },
    })
    expect(await readFile(join(installDir, 'current'), 'utf8')).toBe('1.1.0\n')
    await rm(installDir, { recursive: true })
  })
})
