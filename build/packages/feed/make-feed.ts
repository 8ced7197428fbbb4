import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { readFeed, writeFeed, type Feed } from '#shared/update-feed/feed.ts'
import {
  CHANNEL_NAMES,
  CHANNELS,
  FEED_PLATFORMS,
  signatureName,
  webFeedName,
  type FeedPlatform,
  type UpdateChannel,
} from '#shared/update-feed/names.ts'
import { writeSignatures } from '#shared/update-feed/signature-file.ts'
import { isVersion } from '#shared/update-feed/version.ts'
import { signFeed } from './key-pair.ts'

export interface MakeFeedOptions {
  /** Archive of updates: `ventanilla-<version>-<platform>.tar.zst`. */
  archive: string
  outDir: string
  channel: UpdateChannel
  /** PEM of each key that signs. */
  keys: readonly string[]
  releaseDate: Date
  releaseNotes?: string
  stagingPercentage?: number
}

/**
 * Writes the feed of an archive, and its signatures beside it.
 * @returns path of the feed
 */
export async function makeFeed(options: MakeFeedOptions): Promise<string> {
  const { archive, outDir, channel, keys, releaseNotes, stagingPercentage } = options
  const name = basename(archive)
  const { version, platform } = readArchiveName(name)
  const { sha512, size, unpackedSize } = await measure(archive)
  const feed: Feed = {
    version,
    files: [{ url: name, sha512, size, unpackedSize }],
    path: name,
    sha512,
    releaseDate: options.releaseDate.toISOString(),
    ...(releaseNotes !== undefined && { releaseNotes }),
    ...(stagingPercentage !== undefined && { stagingPercentage }),
    edition: 'web',
    platform,
    channel,
  }
  await mkdir(outDir, { recursive: true })
  const path = join(outDir, webFeedName(channel, platform))
  await writeFile(path, writeFeed(feed))
  await signFile(path, keys)
  return path
}

/**
 * Signs a feed of electron-builder's, once it says what it is for: electron-updater passes over these lines.
 * @throws for a file that electron-updater would not look for, and for one that is no feed
 */
export async function signElectronFeed(feedPath: string, keys: readonly string[]): Promise<void> {
  const name = basename(feedPath)
  const channel = CHANNELS.find((one) => new RegExp(`^${CHANNEL_NAMES[one]}(?:-linux|-mac|\\.)`).test(name))
  const text = await readFile(feedPath, 'utf8')
  const feed = readFeed(text)
  if (!channel || !feed) throw new Error(`not a feed of electron-builder: ${name}`)
  if (feed.edition === undefined)
    await writeFile(feedPath, `${text.trimEnd()}\nedition: electron\nchannel: ${channel}\n`)
  await signFile(feedPath, keys)
}

async function signFile(feedPath: string, keys: readonly string[]): Promise<void> {
  const bytes = await readFile(feedPath)
  await writeFile(signatureName(feedPath), writeSignatures(keys.map((key) => signFeed(bytes, key))))
}

export function readArchiveName(name: string): { version: string; platform: FeedPlatform } {
  const [, version = '', platform] = /^ventanilla-(.+)-([a-z0-9]+-[a-z0-9]+)\.tar\.zst$/.exec(name) ?? []
  const known = FEED_PLATFORMS.find((one) => one === platform)
  if (!known || !isVersion(version)) throw new Error(`not an archive of updates: ${name}`)
  return { version, platform: known }
}

async function measure(path: string): Promise<{ sha512: string; size: number; unpackedSize: number }> {
  const hash = createHash('sha512')
  let size = 0
  const bytes = createReadStream(path)
  bytes.on('data', (chunk) => {
    hash.update(chunk)
    size += chunk.length
  })
  let unpackedSize = 0
  for await (const chunk of bytes.pipe(createZstdDecompress()) as AsyncIterable<Uint8Array>)
    unpackedSize += chunk.byteLength
  return { sha512: hash.digest('base64'), size, unpackedSize }
}
