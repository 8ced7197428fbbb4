/**
 * Limits, names and signatures of the update feed. The reader of the feed is a module of its own, which is loaded when
 * a feed is read.
 */

export const MAX_FEED_BYTES = 64 * 1024
/** Maximum bytes of a download. The lightweight edition has less than 45 MB, and Electron's three times as much. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024

/** Platforms of the lightweight edition, as named in packages. */
export const FEED_PLATFORMS = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64'] as const
export type FeedPlatform = (typeof FEED_PLATFORMS)[number]

export const CHANNELS = ['stable', 'beta'] as const
export type UpdateChannel = (typeof CHANNELS)[number]

/** Names of the channels in feeds. electron-updater looks for `latest` by default. */
export const CHANNEL_NAMES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' }

/**
 * Name of the lightweight edition's feed. It differs from the names that electron-updater looks for (`latest.yml`,
 * `latest-linux.yml`, `latest-mac.yml`).
 */
export const webFeedName = (channel: UpdateChannel, platform: FeedPlatform): string =>
  `${CHANNEL_NAMES[channel]}-web-${platform}.yml`

/** Name of the feed that electron-updater looks for on a platform (its `Provider.getChannelFilePrefix`). */
export function electronFeedName(channel: UpdateChannel, platform: string, arch: string): string {
  const suffix =
    platform === 'linux' ? `-linux${arch === 'x64' ? '' : `-${arch}`}` : platform === 'darwin' ? '-mac' : ''
  return `${CHANNEL_NAMES[channel]}${suffix}.yml`
}

/** Name of the file with a feed's signatures, beside the feed. */
export const signatureName = (feedName: string): string => `${feedName}.sig`

/**
 * Signature of a feed: one line `ed25519 <key id> <base64>`. A feed may have several, so that a key can be replaced.
 * Installations that know either key accept a feed signed with both.
 */
export interface FeedSignature {
  keyId: string
  /** Base64. */
  signature: string
}

export const MAX_SIGNATURE_BYTES = 4 * 1024
const MAX_SIGNATURES = 8
const LINE = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/

/** Lines of other kinds are ignored, because a later version may add one. */
export const readSignatures = (text: string): FeedSignature[] =>
  text
    .split('\n', MAX_SIGNATURES * 2)
    .flatMap((line) => {
      const [, keyId, signature] = LINE.exec(line.trim()) ?? []
      return keyId !== undefined && signature !== undefined ? [{ keyId, signature }] : []
    })
    .slice(0, MAX_SIGNATURES)

export const writeSignatures = (signatures: readonly FeedSignature[]): string =>
  signatures.map(({ keyId, signature }) => `ed25519 ${keyId} ${signature}\n`).join('')
