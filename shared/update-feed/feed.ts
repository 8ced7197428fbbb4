import { dump, load, CORE_SCHEMA } from 'js-yaml'
import * as z from 'zod'
import { CHANNELS, FEED_PLATFORMS, MAX_ARCHIVE_BYTES, MAX_UNPACKED_BYTES } from './format.ts'
import { isVersion, MAX_VERSION } from './version.ts'

/** SHA-512 in base64, as electron-updater writes it. */
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)
/** File beside the feed: the name cannot lead elsewhere. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,199}$/)

const fileSchema = z.object({
  url: fileName,
  sha512,
  size: z.int().min(1).max(MAX_ARCHIVE_BYTES),
  /** Size of its content, a field of ours. */
  unpackedSize: z.int().min(1).max(MAX_UNPACKED_BYTES).optional(),
})

/**
 * Feed of a channel: `UpdateInfo` of electron-updater 6 (of builder-util-runtime) with three fields of ours, which it
 * ignores. They bind the signature to the feed's edition, platform and channel.
 */
export const feedSchema = z.object({
  version: z.string().max(MAX_VERSION).refine(isVersion),
  files: z.array(fileSchema).min(1).max(16),
  path: fileName,
  sha512,
  releaseDate: z.iso.datetime(),
  /** Percentage of the installations that may take the update. */
  stagingPercentage: z.number().min(0).max(100).optional(),
  releaseNotes: z.string().max(20_000).nullish(),
  edition: z.enum(['web', 'electron']).optional(),
  platform: z.enum(FEED_PLATFORMS).optional(),
  channel: z.enum(CHANNELS).optional(),
})
export type Feed = z.infer<typeof feedSchema>
export type FeedFile = Feed['files'][number]

/**
 * Reads a feed after its signature was checked.
 * @returns `null` for an invalid feed
 */
export function readFeed(text: string): Feed | null {
  try {
    // This schema has no timestamps, so that dates stay text.
    const parsed = feedSchema.safeParse(load(text, { schema: CORE_SCHEMA }))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Text of a feed, which electron-updater can also read. */
export const writeFeed = (feed: Feed): string => dump(feedSchema.parse(feed), { lineWidth: -1, noRefs: true })
