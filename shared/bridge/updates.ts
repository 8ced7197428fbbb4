import * as z from 'zod'
import { command, none } from './primitives.ts'

/** Facts about the running application, for Ajustes › Acerca de. */
export const aboutSchema = z.object({
  version: z.string(),
  /** Date of the built commit in milliseconds. `null` if the build did not know it. */
  committedAt: z.number().nullable(),
  host: z.enum(['web', 'electron']),
  /** Package that installed the application. `null` when it runs from its sources. */
  package: z.enum(['deb', 'archive', 'windows', 'electron']).nullable(),
  system: z.object({ platform: z.string(), release: z.string(), arch: z.string() }),
  node: z.string(),
  electron: z.string().nullable(),
  /** Version of the host's own window. A browser knows its own version. */
  chromium: z.string().nullable(),
  dataDirectory: z.string(),
})
export type About = z.infer<typeof aboutSchema>

/** Facts that a host gives about itself. */
export type AboutHost = Pick<About, 'host' | 'package' | 'committedAt'>

/** Reasons why no update was found, downloaded or unpacked. Their texts are in `shared/text/about.ts`. */
export const UPDATE_FAILURES = [
  /** The build names no feed, or no key to check it with. */
  'no-feed',
  /** The address is neither https nor on this PC. */
  'address',
  'unreachable',
  'proxy',
  /** The server answered and has no such file. */
  'not-there',
  'unsigned',
  /** The signature is of none of the keys of this build. */
  'other-signature',
  'feed-damaged',
  /** The feed is older than an earlier one of this installation. */
  'feed-older',
  /** The download broke off. The received bytes are kept. */
  'cut',
  /** The download is whole and does not match the feed. */
  'archive-damaged',
  /** The archive has entries that none of our archives has. */
  'archive-refused',
  'no-room',
  'no-rights',
  'unknown',
] as const
export type UpdateFailureCode = (typeof UPDATE_FAILURES)[number]

const updateFailureSchema = z.object({
  code: z.enum(UPDATE_FAILURES),
  /** For support. */
  detail: z.string().optional(),
})
export type UpdateFailure = z.infer<typeof updateFailureSchema>

const updateOfferSchema = z.object({
  version: z.string(),
  releasedAt: z.number().nullable(),
  /** New features, one line each. */
  notes: z.array(z.string()),
  /** Bytes of the download. */
  bytes: z.number(),
})
export type UpdateOffer = z.infer<typeof updateOfferSchema>

export const updatesSchema = z.object({
  /** Running version. */
  version: z.string(),
  /**
   * Owner of the installed files: the application (`self`), the package manager, or an administrator if this user may
   * not write there. `sources`: nobody replaces them.
   */
  owner: z.enum(['self', 'package', 'administrator', 'sources']),
  mode: z.enum(['automatic', 'ask', 'off']),
  channel: z.enum(['stable', 'beta']),
  /** Settings that an administrator set. */
  fixed: z.array(z.enum(['mode', 'channel', 'feed'])),
  /** Address of the feed. Empty for none. */
  feed: z.string(),
  /** Last time that the feed was read. */
  lastLookAt: z.number().nullable(),
  /**
   * `found`: not downloaded yet. `ready`: the next start uses the new version. `waiting`: the restart waits until
   * nothing is being sent.
   */
  phase: z.enum(['idle', 'looking', 'found', 'downloading', 'unpacking', 'ready', 'waiting', 'restarting']),
  /**
   * Version that a package manager or an administrator installed over the running one. Files that are not loaded yet
   * may be gone.
   */
  replacedBy: z.string().nullable(),
  offer: updateOfferSchema.nullable(),
  /** Received bytes of the offered version. */
  received: z.number(),
  failure: updateFailureSchema.nullable(),
  /** Version that did not start and was undone. It is not tried again automatically. */
  undone: z.object({ version: z.string(), at: z.number() }).nullable(),
})
export type UpdatesState = z.infer<typeof updatesSchema>

/** State of a version that runs from its sources. */
export const noUpdates = (version: string): UpdatesState => ({
  version,
  owner: 'sources',
  mode: 'automatic',
  channel: 'stable',
  fixed: [],
  feed: '',
  lastLookAt: null,
  phase: 'idle',
  replacedBy: null,
  offer: null,
  received: 0,
  failure: null,
  undone: null,
})

/** Rows of the contract: updates of the application. The panel may not call them. */
export const updateCommands = {
  /** Reads the feed now, and answers when it was read. The outcome is in the slice. */
  'updates.look': command(none, none),
  /** Downloads the found version, even one that was undone. */
  'updates.download': command(none, none),
  /** Stops the download. The received bytes are kept. */
  'updates.cancel': command(none, none),
  /** Restarts into the ready version once nothing is being sent. */
  'updates.restart': command(none, none),
  /** Cancels the automatic restart. */
  'updates.stay': command(none, none),
  /** The user has read that a version was undone. */
  'updates.dismiss-undone': command(none, none),
} as const
