import { accessSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Feed, FeedFile } from '#shared/update-feed/feed.ts'
import { MAX_UNPACKED_BYTES } from '#shared/update-feed/limits.ts'
import { webFeedName, type FeedPlatform } from '#shared/update-feed/names.ts'
import { download } from './download.ts'
import { mayChange, type Installation } from './installation.ts'
import { addressIn, readSignedFeed, type UpdateSource } from './signed-feed.ts'
import { unpackVersion } from './unpack.ts'
import type { UpdateEngine } from './update-engine.ts'
import { UpdateError } from './update-error.ts'
import type { UpdateServer } from './update-server.ts'

export interface DirectoryEngineDeps {
  installation: Installation
  package: 'deb' | 'archive' | 'windows'
  platform: FeedPlatform
  source: UpdateSource
  server: UpdateServer
  /** Ends the application and has the launcher start the version that is ready. */
  restart: () => void
}

/** What every version of the lightweight edition has. */
const REQUIRED = ['package.json', 'edition.json', join('out', 'main', 'web.js')]

/** Updates of the lightweight edition: a directory for each version (docs/decisions/0016). */
export function createDirectoryEngine(deps: DirectoryEngineDeps): UpdateEngine {
  const { installation, platform, server } = deps
  const { installDir } = installation
  const staging = join(installDir, 'staging')

  return {
    owner: deps.package === 'deb' ? 'package' : mayChange(installDir) ? 'self' : 'administrator',
    source: deps.source,
    async look(source, channel, signal) {
      const feed = await readSignedFeed(server, source, webFeedName(channel, platform), signal)
      // Signed, and for another: put under this name by whoever has the server.
      if (feed.edition !== 'web' || feed.platform !== platform || feed.channel !== channel)
        throw new UpdateError('feed-damaged', `of ${feed.edition} ${feed.platform} ${feed.channel}`)
      return feed
    },
    async fetch(source, feed, { onProgress, onUnpacking }, signal) {
      const file = fileOf(feed)
      const address = addressIn(source.feed, file.url)
      const archive = await download({ server, address, file, staging, onProgress, signal })
      onUnpacking()
      const target = await installation.draftOf(feed.version)
      const maxBytes = file.unpackedSize ?? MAX_UNPACKED_BYTES
      try {
        await unpackVersion({ archive, version: feed.version, target, maxBytes, signal })
        requireVersion(target, feed.version, platform)
        await recordPackage(target, deps.package)
        signal.throwIfAborted()
        await installation.keep(feed.version)
      } catch (error) {
        await rm(target, { recursive: true, force: true })
        // The same bytes would be refused again.
        if (error instanceof UpdateError) await rm(archive, { force: true })
        throw error
      }
      await rm(staging, { recursive: true, force: true })
    },
    sizeOf: (feed) => fileOf(feed).size,
    ready: () => installation.next() ?? installation.replacedBy(),
    replacedBy: () => installation.replacedBy(),
    forget: () => installation.forget(),
    restart: deps.restart,
  }
}

function fileOf({ files, path }: Feed): FeedFile {
  const file = files.find(({ url }) => url === path) ?? files[0]
  if (!file) throw new UpdateError('feed-damaged', 'no file')
  return file
}

const manifestSchema = z.object({ version: z.string() })
const editionSchema = z.object({ platform: z.string() })

/** The archive is the same for all: what installed this one stays on record. */
async function recordPackage(directory: string, name: DirectoryEngineDeps['package']): Promise<void> {
  const path = join(directory, 'edition.json')
  const edition = JSON.parse(readFileSync(path, 'utf8')) as object
  await writeFile(path, JSON.stringify({ ...edition, package: name }), { flush: true })
}

/** The archive holds what the feed says: this version, for this platform, and all that starts it. */
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
