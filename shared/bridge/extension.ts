import * as z from 'zod'
import { BROWSERS } from '../host-protocol/protocol.ts'
import { command, none } from './primitives.ts'

const id = z.string().min(1).max(64)
const browser = z.enum(BROWSERS)

/** Browsers that ask for approval or have it, one for each browser profile. */
export const extensionSchema = z.object({
  waiting: z.array(
    z.object({
      id,
      browser,
      /** Words that the extension also shows, for the user to compare. */
      words: z.tuple([z.string(), z.string(), z.string()]),
      askedAt: z.number(),
    }),
  ),
  approved: z.array(
    z.object({
      id,
      browser,
      approvedAt: z.number(),
      /** `null`: not seen since the approval. */
      lastSeenAt: z.number().nullable(),
      connected: z.boolean(),
    }),
  ),
})
export type ExtensionState = z.infer<typeof extensionSchema>

/** Reasons that the entry of the native host could not be written to or removed from a browser's configuration. */
export const ENTRY_FAILURES = ['unwritable', 'no-home', 'elsewhere', 'unsupported-path', 'registry'] as const
export type EntryFailure = (typeof ENTRY_FAILURES)[number]

/** Browser of this PC, and whether it knows the native host. */
const hostBrowserSchema = z.object({
  browser,
  /** True if this user has started the browser and so has its folder. */
  found: z.boolean(),
  /** `other`: the entry leads to another installation. */
  host: z.enum(['installed', 'missing', 'other']),
})
export type HostBrowser = z.infer<typeof hostBrowserSchema>

/** Rows of the contract: the browser extension. The panel may not call them. */
export const extensionCommands = {
  'extension.approve': command(z.object({ id }), none),
  'extension.refuse': command(z.object({ id }), none),
  /** Revokes the approval: the connection ends, and the browser has to ask again. */
  'extension.revoke': command(z.object({ id }), none),
  'extension.browsers': command(none, z.object({ rows: z.array(hostBrowserSchema) })),
  /** Writes the entry of the native host in a browser. */
  'extension.install': command(z.object({ browser }), z.object({ rows: z.array(hostBrowserSchema) })),
  'extension.uninstall': command(z.object({ browser }), z.object({ rows: z.array(hostBrowserSchema) })),
} as const
