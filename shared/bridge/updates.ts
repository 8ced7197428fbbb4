import * as z from 'zod'
import { command, none } from './primitives.ts'

/** What runs: for Ajustes › Acerca de. */
export const aboutSchema = z.object({
  version: z.string(),
  /** Date of the commit that was built, in milliseconds; `null` where the build did not know it. */
  committedAt: z.number().nullable(),
  host: z.enum(['web', 'electron']),
  /** Package that brought it; `null` from the sources. */
  package: z.enum(['deb', 'archive', 'windows', 'electron']).nullable(),
  system: z.object({ platform: z.string(), release: z.string(), arch: z.string() }),
  node: z.string(),
  electron: z.string().nullable(),
  /** Of the host's own window; a browser knows its own. */
  chromium: z.string().nullable(),
  dataDirectory: z.string(),
})
export type About = z.infer<typeof aboutSchema>

/** What a host says of itself. */
export type AboutHost = Pick<About, 'host' | 'package' | 'committedAt'>

/** Reasons why no update was found, fetched or unpacked. Each has its words in `shared/text/about.ts`. */
export const UPDATE_FAILURES = [
  /** This build names no feed, or no key to check it with. */
  'no-feed',
  /** The address is neither https nor of this PC. */
  'address',
  'unreachable',
  'proxy',
  /** The server answered, and has no such file. */
  'not-there',
  'unsigned',
  /** Signed, and by none of the keys of this build. */
  'other-signature',
  'feed-damaged',
  /** Older than one that this installation was offered before. */
  'feed-older',
  /** Broken off; what was received is kept. */
  'cut',
  /** Whole, and not what the feed describes. */
  'archive-damaged',
  /** Holds what no archive of ours does. */
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
  /** What is new, one line each. */
  notes: z.array(z.string()),
  /** Of the download. */
  bytes: z.number(),
})
export type UpdateOffer = z.infer<typeof updateOfferSchema>

export const updatesSchema = z.object({
  /** What runs. */
  version: z.string(),
  /**
   * Who changes the files of this installation: the application `self`, the `package` manager, an `administrator`
   * (this user may not write there), or nobody, when it runs from its `sources`.
   */
  owner: z.enum(['self', 'package', 'administrator', 'sources']),
  mode: z.enum(['automatic', 'ask', 'off']),
  channel: z.enum(['stable', 'beta']),
  /** Set by an administrator. */
  fixed: z.array(z.enum(['mode', 'channel', 'feed'])),
  /** Address that the feed is read from; '' for none. */
  feed: z.string(),
  /** Last time that the feed was read. */
  lastLookAt: z.number().nullable(),
  /**
   * `found`: not downloaded yet. `ready`: starts with the next start. `waiting`: restarts once nothing is being sent.
   */
  phase: z.enum(['idle', 'looking', 'found', 'downloading', 'unpacking', 'ready', 'waiting', 'restarting']),
  /**
   * Version whose files were put in the place of those of the running one, by a package manager or an administrator:
   * whatever this one has not loaded yet may be gone.
   */
  replacedBy: z.string().nullable(),
  offer: updateOfferSchema.nullable(),
  /** Bytes of the offer received. */
  received: z.number(),
  failure: updateFailureSchema.nullable(),
  /** A version that did not start, and was undone. It is not tried again by itself. */
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

/** Rows of the contract: updates of the application. Not for the panel. */
export const updateCommands = {
  /** Reads the feed now. Answers once it is read; the outcome is on the slice. */
  'updates.look': command(none, none),
  /** Downloads what was found, an undone version too. */
  'updates.download': command(none, none),
  /** Stops the download. What was received is kept for the next time. */
  'updates.cancel': command(none, none),
  /** Restarts into the version that is ready, once nothing is being sent. */
  'updates.restart': command(none, none),
  /** Does not restart by itself any more. */
  'updates.stay': command(none, none),
  /** The user has read that a version was undone. */
  'updates.dismiss-undone': command(none, none),
} as const
