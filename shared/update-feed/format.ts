/** Limits of what a server of updates may send. Apart from the feed's reader, which is loaded when one is read. */
export const MAX_FEED_BYTES = 64 * 1024
/** The download of an edition is below 45 MB; Electron's is three times that. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024

/** Platforms of the lightweight edition, as in the names of packages. */
export const FEED_PLATFORMS = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64'] as const
export type FeedPlatform = (typeof FEED_PLATFORMS)[number]

export const CHANNELS = ['stable', 'beta'] as const
export type UpdateChannel = (typeof CHANNELS)[number]

/** Names of the channels in feeds; electron-updater looks for `latest` unless told another. */
export const CHANNEL_NAMES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' }

/**
 * Name of the lightweight edition's feed. Beside those of electron-updater (`latest.yml`, `latest-linux.yml`,
 * `latest-mac.yml`) it is none that this would look for.
 */
export const webFeedName = (channel: UpdateChannel, platform: FeedPlatform): string =>
  `${CHANNEL_NAMES[channel]}-web-${platform}.yml`

/** Name of the feed that electron-updater looks for on this platform (its `Provider.getChannelFilePrefix`). */
export function electronFeedName(channel: UpdateChannel, platform: string, arch: string): string {
  const suffix =
    platform === 'linux' ? `-linux${arch === 'x64' ? '' : `-${arch}`}` : platform === 'darwin' ? '-mac' : ''
  return `${CHANNEL_NAMES[channel]}${suffix}.yml`
}

/** File beside a feed with its signatures. */
export const signatureName = (feedName: string): string => `${feedName}.sig`

/**
 * Signatures of a feed: one line each, `ed25519 <key id> <base64>`. Several, so that a key can be replaced: signed with
 * both, the feed is accepted by installations that know either.
 */
export interface FeedSignature {
  keyId: string
  /** Base64. */
  signature: string
}

export const MAX_SIGNATURE_BYTES = 4 * 1024
const MAX_SIGNATURES = 8
const LINE = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/

/** Lines of other kinds are left out: a later version may add one. */
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
