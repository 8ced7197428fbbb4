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
