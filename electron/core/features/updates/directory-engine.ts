import { createHash } from 'node:crypto'
import { constants, accessSync, readFileSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { FeedFile, Feed } from '#shared/update-feed/feed.ts'
import { MAX_UNPACKED_BYTES, webFeedName, type FeedPlatform } from '#shared/update-feed/format.ts'
import { mayChange, type Installation } from './installation.ts'
import { resolveAddress, readSignedFeed, type UpdateSource } from './signed-feed.ts'
import { unpackVersion } from './unpack.ts'
import { describeError, UpdateError, type UpdateEngine } from './update-engine.ts'
import type { UpdateServer } from './update-server.ts'

interface DownloadOptions {
  server: Pick<UpdateServer, 'open'>
  address: URL
  file: FeedFile
  /** Directory of unfinished downloads. */
  staging: string
  onProgress: (received: number) => void
  signal: AbortSignal
}

/** Free space to leave in addition to the update, so that it does not fill the disk. */
const SPARE_BYTES = 64 * 1024 * 1024
/** Assumed ratio of unpacked content to download size, if the feed does not give the content size. */
const USUAL_RATIO = 4

/** @throws UpdateError `no-room` if the disk lacks space for the rest of the download and its content */
async function requireRoom(directory: string, file: FeedFile, received: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const needed = file.size - received + (file.unpackedSize ?? file.size * USUAL_RATIO) + SPARE_BYTES
  if (bavail * bsize < needed) throw new UpdateError('no-room', `${needed} bytes needed`)
}

/**
 * Downloads a file, and resumes an interrupted download. Size and SHA-512 are checked as the data arrive. A wrong
 * file is removed.
 * @returns path of the file
 */
async function download(options: DownloadOptions): Promise<string> {
  const { file, staging } = options
  await mkdir(staging, { recursive: true, mode: 0o700 })
  // The name comes from the content, so a partial download of another file is never continued.
  const name = `${Buffer.from(file.sha512, 'base64').toString('hex').slice(0, 32)}.part`
  for (const other of await readdir(staging)) {
    if (other !== name) await rm(join(staging, other), { recursive: true, force: true })
  }
  const path = join(staging, name)
  const kept = await readKeptBytes(path, file.size)
  await requireRoom(staging, file, kept)
  try {
    await receiveFile(path, options)
  } catch (error) {
    if (error instanceof UpdateError && error.code === 'archive-damaged') await rm(path, { force: true })
    throw error
  }
  return path
}

/** Appends the missing bytes to the partial file, and checks the whole file. */
async function receiveFile(path: string, options: DownloadOptions): Promise<void> {
  const { server, address, file, onProgress, signal } = options
  const part = await open(path, APPEND, 0o600)
  try {
    let hash = createHash('sha512')
    let received = 0
    const kept = part.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })
    for await (const chunk of kept as AsyncIterable<Uint8Array>) {
      hash.update(chunk)
      received += chunk.byteLength
    }
    onProgress(received)
    if (received < file.size) {
      const { from, body } = await server.open(address, received, signal)
      if (from === 0 && received > 0) {
        await part.truncate(0)
        hash = createHash('sha512')
        received = 0
      }
      try {
        for await (const chunk of body) {
          received += chunk.byteLength
          if (received > file.size) throw new UpdateError('archive-damaged', `more than ${file.size} bytes`)
          hash.update(chunk)
          await part.appendFile(chunk)
          onProgress(received)
        }
      } catch (error) {
        if (signal.aborted || error instanceof UpdateError || isOfDisk(error)) throw error
        throw new UpdateError('cut', describeError(error), { cause: error })
      }
    }
    if (received < file.size) throw new UpdateError('cut', `${received} of ${file.size} bytes`)
    if (hash.digest('base64') !== file.sha512) throw new UpdateError('archive-damaged', 'another SHA-512')
    await part.sync()
  } finally {
    await part.close()
  }
}

/** Like `a+`, but never follows a link: the bytes would be written to its target. Windows has no such flag. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/**
 * Number of bytes from an earlier attempt. Removes a file that cannot be from an earlier attempt: a link, a second
 * name of another file, or a file that is too large.
 */
async function readKeptBytes(path: string, maxBytes: number): Promise<number> {
  const found = await lstat(path).catch(() => null)
  if (!found) return 0
  if (found.isFile() && found.nlink === 1 && found.size <= maxBytes) return found.size
  await rm(path, { recursive: true, force: true })
  return 0
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'write'

export interface DirectoryEngineDeps {
  installation: Installation
  package: 'deb' | 'archive' | 'windows'
  platform: FeedPlatform
  source: UpdateSource
  server: UpdateServer
  /** Ends the application and makes the launcher start the prepared version. */
  restart: () => void
}

/** Files that every version of the lightweight edition has. */
const REQUIRED = ['package.json', 'edition.json', join('out', 'main', 'web.js')]

/** Updates of the lightweight edition. Each version has its own directory (docs/decisions/0016). */
export function createDirectoryEngine(deps: DirectoryEngineDeps): UpdateEngine {
  const { installation, platform, server } = deps
  const { installDir } = installation
  const staging = join(installDir, 'staging')

  return {
    owner: deps.package === 'deb' ? 'package' : mayChange(installDir) ? 'self' : 'administrator',
    source: deps.source,
    async fetchFeed(source, channel, signal) {
      const feed = await readSignedFeed(server, source, webFeedName(channel, platform), signal)
      // The signature of the feed is valid, but the feed describes another edition. Someone who controls the server
      // put it under this name.
      if (feed.edition !== 'web' || feed.platform !== platform || feed.channel !== channel)
        throw new UpdateError('feed-damaged', `of ${feed.edition} ${feed.platform} ${feed.channel}`)
      return feed
    },
    async fetch(source, feed, { onProgress, onUnpacking }, signal) {
      const file = findFile(feed)
      const address = resolveAddress(source.feed, file.url)
      const archive = await download({ server, address, file, staging, onProgress, signal })
      onUnpacking()
      const target = await installation.createDraftDirectory(feed.version)
      const maxBytes = file.unpackedSize ?? MAX_UNPACKED_BYTES
      try {
        await unpackVersion({ archive, version: feed.version, target, maxBytes, signal })
        requireVersion(target, feed.version, platform)
        await recordPackage(target, deps.package)
        signal.throwIfAborted()
        await installation.markReady(feed.version)
      } catch (error) {
        await rm(target, { recursive: true, force: true })
        // Delete the archive, because it would be refused again.
        if (error instanceof UpdateError) await rm(archive, { force: true })
        throw error
      }
      await rm(staging, { recursive: true, force: true })
    },
    getSize: (feed) => findFile(feed).size,
    getReadyVersion: () => installation.next() ?? installation.getReplacement(),
    getReplacement: () => installation.getReplacement(),
    cancelNext: () => installation.cancelNext(),
    restart: deps.restart,
  }
}

function findFile({ files, path }: Feed): FeedFile {
  const file = files.find(({ url }) => url === path) ?? files[0]
  if (!file) throw new UpdateError('feed-damaged', 'no file')
  return file
}

const manifestSchema = z.object({ version: z.string() })
const editionSchema = z.object({ platform: z.string() })

/** Records which package installed this PC. The archive is the same for all packages. */
async function recordPackage(directory: string, name: DirectoryEngineDeps['package']): Promise<void> {
  const path = join(directory, 'edition.json')
  const edition = JSON.parse(readFileSync(path, 'utf8')) as object
  await writeFile(path, JSON.stringify({ ...edition, package: name }), { flush: true })
}

/** Checks that the archive contains this version, for this platform, with every file that its start needs. */
function requireVersion(directory: string, version: string, platform: FeedPlatform): void {
  const node = platform.startsWith('win32') ? 'node.exe' : 'node'
  try {
    for (const path of [...REQUIRED, node]) accessSync(join(directory, path))
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
    const edition = editionSchema.parse(JSON.parse(readFileSync(join(directory, 'edition.json'), 'utf8')))
    if (manifest.version !== version || edition.platform !== platform)
      throw new Error(`holds ${manifest.version} for ${edition.platform}`)
  } catch (error) {
    throw new UpdateError('archive-refused', error instanceof Error ? error.message : 'incomplete', {
      cause: error,
    })
  }
}
