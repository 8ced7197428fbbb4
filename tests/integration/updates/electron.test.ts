import { EventEmitter } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CancellationToken, type UpdateInfo } from 'electron-updater'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { createUpdateServer } from '#electron/core/features/updates/update-server.ts'
import { updateFailure } from '#electron/core/features/updates/update-engine.ts'
import { createElectronUpdates, ownerOf, type Updater } from '#electron/shell/updates.ts'
import { type Feed, writeFeed } from '#shared/update-feed/feed.ts'
import { writeSignatures } from '#shared/update-feed/format.ts'
import { signElectronFeed, signFeed } from '../../../build/packages/feed/make-feed.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { OTHER_KEY, SIGNING_KEY } from '#tests/fakes/installed-versions.ts'
import { startUpdateServer, type UpdateServerFixture } from '#tests/fakes/update-server.ts'

const never = new AbortController().signal
const SHA = Buffer.alloc(64, 1).toString('base64')
const OTHER_SHA = Buffer.alloc(64, 2).toString('base64')
let web: UpdateServerFixture
const client = createUpdateServer({ resolveProxy: async () => null })
let loads: number

beforeAll(async () => {
  web = await startUpdateServer()
})
beforeEach(() => {
  web.files.clear()
  loads = 0
})
afterAll(async () => {
  await client.close()
  await web.close()
  await removeTemporaryDirectories()
})

/** Stand-in for electron-updater, which reads the feed with its own parser. @param sees what is served to it */
class FakeUpdater extends EventEmitter {
  allowDowngrade = true
  autoInstallOnAppQuit = false
  feed: unknown
  installs: unknown[] = []
  sees: () => Buffer | undefined
  constructor(sees: () => Buffer | undefined) {
    super()
    this.sees = sees
  }
  setFeedURL(feed: unknown) {
    this.feed = feed
  }
  async checkForUpdates() {
    const url = new URL(web.url)
    const updateInfo: UpdateInfo = parseUpdateInfo(String(this.sees()), 'latest.yml', url)
    return { isUpdateAvailable: true, updateInfo }
  }
  async downloadUpdate(token: CancellationToken) {
    this.emit('download-progress', { transferred: 40 })
    if (token.cancelled) throw new Error('cancelled')
    return ['x']
  }
  quitAndInstall(...args: unknown[]) {
    this.installs.push(args)
  }
}

const exeFeed = (sha512: string, of: Partial<Feed> = {}): string => {
  const name = 'Ventanilla-Setup-1.2.0.exe'
  return writeFeed({
    version: '1.2.0',
    files: [{ url: name, sha512, size: 90 }],
    path: name,
    sha512,
    releaseDate: '2026-11-20T09:00:00.000Z',
    ...of,
  })
}

const ELECTRON = { edition: 'electron', channel: 'stable' } as const

function publishExe(sha512: string, key = SIGNING_KEY.privateKey, of: Partial<Feed> = ELECTRON): void {
  const text = exeFeed(sha512, of)
  web.files.set('latest.yml', Buffer.from(text))
  web.files.set('latest.yml.sig', Buffer.from(writeSignatures([signFeed(Buffer.from(text), key)])))
}

function updates(sees = () => web.files.get('latest.yml')) {
  const updater = new FakeUpdater(sees)
  const source = { feed: web.url, keys: [SIGNING_KEY.publicKey] }
  const engine = createElectronUpdates({
    load: async () => {
      loads++
      return { updater: updater as unknown as Updater, newToken: () => new CancellationToken() }
    },
    server: client,
    source,
    owner: 'self',
    platform: 'win32',
    arch: 'x64',
  })
  return { engine, updater, source }
}
const watch = { onProgress: () => undefined, onUnpacking: () => undefined }

describe('updates of the Electron edition', () => {
  test('are what the signed feed says, downloaded and installed by electron-updater', async () => {
    publishExe(SHA)
    const { engine, updater, source } = updates()
    const feed = await engine.fetchFeed(source, 'stable', never)
    expect(loads).toBe(0)
    await engine.fetch(source, feed, watch, never)
    expect(updater).toMatchObject({
      allowDowngrade: false,
      autoInstallOnAppQuit: true,
      feed: { provider: 'generic', url: web.url, channel: 'latest' },
    })
    expect(engine.getReadyVersion()).toBe('1.2.0')
    engine.restart()
    expect(updater.installs).toEqual([[true, true]])
    engine.cancelNext()
    expect(updater.autoInstallOnAppQuit).toBe(false)
  })

  test('signed by another are not even given to it', async () => {
    publishExe(SHA, OTHER_KEY.privateKey)
    const { engine, source } = updates()
    await expect(engine.fetchFeed(source, 'stable', never)).rejects.toMatchObject({ code: 'other-signature' })
    expect(loads).toBe(0)
  })

  test.each([
    ['the other edition', { edition: 'web', channel: 'stable' }],
    ['another channel', { edition: 'electron', channel: 'beta' }],
    ['nobody says which', {}],
  ] as const)('are refused from a signed feed that is of %s', async (_name, of) => {
    publishExe(SHA, SIGNING_KEY.privateKey, of)
    const { engine, source } = updates()
    await expect(engine.fetchFeed(source, 'stable', never)).rejects.toMatchObject({ code: 'feed-damaged' })
    expect(loads).toBe(0)
  })

  test('are signed as the feed that electron-builder wrote, with the edition and the channel in it', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'latest.yml')
    await writeFile(path, exeFeed(SHA))
    await signElectronFeed(path, [SIGNING_KEY.privateKey])
    // Again, for instance with another key.
    await signElectronFeed(path, [SIGNING_KEY.privateKey])
    for (const name of ['latest.yml', 'latest.yml.sig'])
      web.files.set(name, await readFile(join(directory, name)))
    const { engine, source } = updates()
    expect(await engine.fetchFeed(source, 'stable', never)).toMatchObject({ version: '1.2.0', ...ELECTRON })
    await writeFile(join(directory, 'other.yml'), exeFeed(SHA))
    await expect(signElectronFeed(join(directory, 'other.yml'), [])).rejects.toThrow('other.yml')
  })

  test('are not downloaded when it reads another feed than the signed one', async () => {
    publishExe(SHA)
    const { engine, source } = updates(() =>
      Buffer.from(String(web.files.get('latest.yml')).replaceAll(SHA, OTHER_SHA)),
    )
    const feed = await engine.fetchFeed(source, 'stable', never)
    const failed = engine.fetch(source, feed, watch, never).catch(updateFailure)
    expect(await failed).toMatchObject({ code: 'other-signature' })
    expect(engine.getReadyVersion()).toBeNull()
  })

  test('are cancelled', async () => {
    publishExe(SHA)
    const { engine, source, updater } = updates()
    const feed = await engine.fetchFeed(source, 'stable', never)
    const cancelling = new AbortController()
    updater.on('download-progress', () => cancelling.abort())
    await expect(engine.fetch(source, feed, watch, cancelling.signal)).rejects.toThrow('cancelled')
    expect(engine.getReadyVersion()).toBeNull()
  })

  test.each([
    [false, 'win32', {}, true, 'sources'],
    [true, 'win32', {}, true, 'self'],
    [true, 'win32', {}, false, 'administrator'],
    [true, 'darwin', {}, false, 'self'],
    [true, 'linux', {}, true, 'package'],
    [true, 'linux', { APPIMAGE: '/home/ana/Ventanilla.AppImage' }, false, 'self'],
  ] as const)('packaged %s on %s: whose files they are', (isPackaged, platform, env, mayWrite, owner) => {
    expect(ownerOf(isPackaged, platform, env, () => mayWrite)).toBe(owner)
  })
})
