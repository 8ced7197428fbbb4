import type { ManagedUpdates } from '#shared/bridge/settings.ts'
import type { UpdateOffer, UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import { compareVersions, isVersion } from '#shared/update-feed/version.ts'

/** Result of comparing a feed with this installation. `replayed`: older than a feed that was offered before. */
export type FeedStanding = 'newer' | 'current' | 'replayed' | 'not-yet'

export interface FeedFacts {
  feed: Pick<Feed, 'version' | 'stagingPercentage'>
  /** Running version. */
  running: string
  /** Highest version that the feed of this channel has offered. */
  highest: string | null
  /** Place of this installation in a staged rollout, from 0 to below 100. */
  place: number
}

/**
 * Never goes back. The running version and older versions are not offered. A feed that is older than an earlier feed
 * is refused.
 */
export function compareFeed({ feed, running, highest, place }: FeedFacts): FeedStanding {
  if (highest !== null && compareVersions(feed.version, highest) < 0) return 'replayed'
  if (compareVersions(feed.version, running) <= 0) return 'current'
  return place < (feed.stagingPercentage ?? 100) ? 'newer' : 'not-yet'
}

/** The higher of two versions. */
export const chooseHigher = (a: string | null, b: string): string =>
  a === null || !isVersion(a) || compareVersions(a, b) < 0 ? b : a

const MAX_NOTES = 12
const MAX_NOTE = 300

export const toOffer = (feed: Feed, bytes: number): UpdateOffer => ({
  version: feed.version,
  releasedAt: Date.parse(feed.releaseDate),
  notes: (feed.releaseNotes ?? '')
    .split('\n')
    .map((line) => line.replace(/^[\s*•-]+/, '').trim())
    .filter((line) => line !== '')
    .slice(0, MAX_NOTES)
    .map((line) => line.slice(0, MAX_NOTE)),
  bytes,
})

export type UpdateChoices = Pick<UpdatesState, 'mode' | 'channel'>

/**
 * Effective choices. The administrator's choices override the user's.
 * @param isFixed true for a setting that users cannot change, even if its value is unreadable
 */
export function resolveChoices(
  own: UpdateChoices,
  managed: ManagedUpdates,
  feed: string,
  isFixed: (name: keyof ManagedUpdates) => boolean,
): UpdateChoices & Pick<UpdatesState, 'fixed' | 'feed'> {
  return {
    mode: managed.mode ?? own.mode,
    channel: managed.channel ?? own.channel,
    feed: managed.feed ?? feed,
    fixed: (['mode', 'channel', 'feed'] as const).filter(isFixed),
  }
}

const FIRST_LOOK_MS = 30_000
const LOOK_MS = 4 * 60 * 60_000
/** Delay after a failure, in milliseconds. It is an hour, because more requests do not help a server in trouble. */
const AGAIN_MS = 60 * 60_000

/** Milliseconds until the next check. `chance`, from 0 to 1, spreads the checks of the PCs of an office. */
export function computeNextLookMs(last: 'none' | 'well' | 'failed', chance: number): number {
  const base = last === 'none' ? FIRST_LOOK_MS : last === 'well' ? LOOK_MS : AGAIN_MS
  return Math.round(base * (0.75 + chance / 2))
}
