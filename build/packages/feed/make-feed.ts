import {
  createPublicKey,
  generateKeyPairSync,
  createPrivateKey,
  sign,
  type KeyObject,
  createHash,
} from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile, mkdir, readFile } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { keyIdOf, type UpdateSource } from '#electron/core/features/updates/signed-feed.ts'
import { UPDATE_SOURCE_FILE } from '#electron/packaged-edition.ts'
import { readFeed, writeFeed, type Feed } from '#shared/update-feed/feed.ts'
import {
  CHANNEL_NAMES,
  CHANNELS,
  FEED_PLATFORMS,
  signatureName,
  webFeedName,
  type FeedPlatform,
  type UpdateChannel,
  type FeedSignature,
  writeSignatures,
} from '#shared/update-feed/format.ts'
import { isVersion } from '#shared/update-feed/version.ts'
import publicKeys from './public-keys.json' with { type: 'json' }

/** Makes an Ed25519 key pair. The private key stays with the publisher, and is never committed. */
export function newKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: rawPublicKey(privateKey).toString('base64'),
  }
}

/** @param privateKey PEM (PKCS#8) */
export function signFeed(feed: Uint8Array, privateKey: string): FeedSignature {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not one of Ed25519')
  return { keyId: keyIdOf(rawPublicKey(key)), signature: sign(null, feed, key).toString('base64') }
}

export const publicKeyOf = (privateKey: string): string =>
  rawPublicKey(createPrivateKey(privateKey)).toString('base64')

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')

/** Address and keys of the updates of packages (build/packages/feed/README.md). */
export const UPDATE_SOURCE: UpdateSource = {
  feed: 'https://updates.ventanilla.example/',
  keys: publicKeys,
}

/**
 * Writes the source of updates into a package: into `versions/<version>` of the lightweight edition, into `resources`
 * of Electron's. Without this file a package gets no updates.
 */
export const writeUpdateSource = (directory: string, source: UpdateSource = UPDATE_SOURCE): Promise<void> =>
  writeFile(join(directory, UPDATE_SOURCE_FILE), `${JSON.stringify(source, null, 2)}\n`)

export interface MakeFeedOptions {
  /** Archive of updates: `ventanilla-<version>-<platform>.tar.zst`. */
  archive: string
  outDir: string
  channel: UpdateChannel
  /** PEM of each key that signs the feed. */
  keys: readonly string[]
  releaseDate: Date
  releaseNotes?: string
  stagingPercentage?: number
}

/**
 * Writes the feed of an archive, and its signatures beside the feed.
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
 * Signs a feed of electron-builder, after adding its channel and edition. electron-updater ignores these lines.
 * @throws for a file name that electron-updater does not request, and for a file that is not a feed
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
