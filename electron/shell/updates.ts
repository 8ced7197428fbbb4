import { dirname } from 'node:path'
import type { AppUpdater, CancellationToken, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import { CHANNEL_NAMES, electronFeedName, type UpdateChannel } from '#shared/update-feed/format.ts'
import type { ResolveProxy } from '../core/api/dispatchers.ts'
import { readSignedFeed, type UpdateSource } from '../core/features/updates/signed-feed.ts'
import { type UpdateEngine, UpdateError } from '../core/features/updates/update-engine.ts'
import { type UpdateServer, createUpdateServer } from '../core/features/updates/update-server.ts'
import { mayWrite } from '../core/runtime/directories.ts'
import { readUpdateSource } from '../packaged-edition.ts'

/** Used subset of electron-updater. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'disableWebInstaller'
  | 'isUserWithinRollout'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'on'
  | 'off'
>

export interface ElectronUpdatesDeps {
  /** Loads electron-updater: at the first download, and only in a packaged application. */
  load: () => Promise<{ updater: Updater; newToken: () => CancellationToken }>
  server: Pick<UpdateServer, 'read'>
  source: UpdateSource
  owner: UpdatesState['owner']
  platform: NodeJS.Platform
  arch: string
}

const CODES: Readonly<Record<string, ConstructorParameters<typeof UpdateError>[0]>> = {
  ERR_CHECKSUM_MISMATCH: 'archive-damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'other-signature',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'not-there',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'feed-damaged',
}

/**
 * Updates of the Electron edition. Our own code reads and verifies the signed feed. Then electron-updater downloads
 * and installs the version. It checks the publisher's signature only on Windows and macOS. The signature of the feed
 * is checked everywhere.
 */
export function createElectronUpdates(deps: ElectronUpdatesDeps): UpdateEngine {
  const { load, server, source, owner, platform, arch } = deps
  let channel: UpdateChannel = 'stable'
  let loaded: ReturnType<typeof load> | undefined
  let ready: string | null = null
  let updater: Updater | null = null

  async function prepare({
    feed,
  }: UpdateSource): Promise<{ updater: Updater; newToken: () => CancellationToken }> {
    const parts = await (loaded ??= load())
    updater = parts.updater
    Object.assign(updater, {
      autoDownload: false,
      autoInstallOnAppQuit: true,
      disableWebInstaller: true,
      logger: null,
      // Our own code decides about a staged rollout, equally for both editions.
      isUserWithinRollout: () => true,
    })
    updater.setFeedURL({ provider: 'generic', url: feed, channel: CHANNEL_NAMES[channel] })
    // Setting a channel allows downgrades, so forbid them again.
    updater.allowDowngrade = false
    return parts
  }

  return {
    owner,
    source,
    async fetchFeed(from, ofChannel, signal) {
      channel = ofChannel
      const feed = await readSignedFeed(server, from, electronFeedName(channel, platform, arch), signal)
      // The feed is signed but describes another edition or channel: whoever controls the server put it under this
      // name.
      if (feed.edition !== 'electron' || feed.channel !== channel)
        throw new UpdateError('feed-damaged', `of ${feed.edition} ${feed.channel}`)
      return feed
    },
    async fetch(from, feed, { onProgress }, signal) {
      const { updater: own, newToken } = await prepare(from)
      const token = newToken()
      const cancel = () => token.cancel()
      const progress = ({ transferred }: ProgressInfo) => onProgress(transferred)
      signal.addEventListener('abort', cancel, { once: true })
      own.on('download-progress', progress)
      try {
        signal.throwIfAborted()
        const found = await own.checkForUpdates()
        if (!found?.isUpdateAvailable || !isSame(found.updateInfo, feed))
          throw new UpdateError(
            'other-signature',
            'electron-updater read another feed than the one that is signed',
          )
        await own.downloadUpdate(token)
        ready = feed.version
      } catch (error) {
        if (signal.aborted || error instanceof UpdateError) throw error
        throw explainError(error)
      } finally {
        signal.removeEventListener('abort', cancel)
        own.off('download-progress', progress)
      }
    },
    getSize: ({ files, path }) => (files.find(({ url }) => url === path) ?? files[0])?.size ?? 0,
    // Electron keeps its archive open, so the files that a window requests are still there.
    getReplacement: () => null,
    getReadyVersion: () => ready,
    cancelNext() {
      ready = null
      if (updater) updater.autoInstallOnAppQuit = false
    },
    // Installs without questions, and starts the application again.
    restart: () => updater?.quitAndInstall(true, true),
  }
}

/** True if every file that electron-updater may download is in the signed feed, with the same content. */
const isSame = (info: UpdateInfo, feed: Feed): boolean =>
  info.version === feed.version &&
  info.files.length > 0 &&
  info.files.every((file) => feed.files.some(({ url, sha512 }) => url === file.url && sha512 === file.sha512))

function explainError(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = CODES[code]
  if (known) return new UpdateError(known, code, { cause: error })
  if (error instanceof Error && 'syscall' in error) return error
  return new UpdateError('cut', code || 'unknown', { cause: error })
}

/** Owner of the updates of a packaged application. On Linux, only an AppImage is a file of the user. */
export function ownerOf(
  isPackaged: boolean,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  canWrite: () => boolean,
): UpdatesState['owner'] {
  if (!isPackaged) return 'sources'
  if (platform === 'linux') return env['APPIMAGE'] === undefined ? 'package' : 'self'
  return platform === 'win32' && !canWrite() ? 'administrator' : 'self'
}

/** Updates of a packaged application. electron-updater is loaded with the first download. */
export function createPackagedUpdates(resolveProxy: ResolveProxy): UpdateEngine {
  return createElectronUpdates({
    async load() {
      const { autoUpdater, CancellationToken } = await import('electron-updater')
      return { updater: autoUpdater, newToken: () => new CancellationToken() }
    },
    server: createUpdateServer({ resolveProxy }),
    source: readUpdateSource(process.resourcesPath),
    owner: ownerOf(true, process.platform, process.env, () => mayWrite(dirname(process.execPath))),
    platform: process.platform,
    arch: process.arch,
  })
}
