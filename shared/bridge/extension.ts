import * as z from 'zod'
import { BROWSERS } from '../host-protocol/protocol.ts'
import { command, none } from './primitives.ts'

const id = z.string().min(1).max(64)
const browser = z.enum(BROWSERS)

/** A browser that asks to be let in, or was. One for each browser profile. */
export const extensionSchema = z.object({
  waiting: z.array(
    z.object({
      id,
      browser,
      /** Also on the extension's screen: the user compares them. */
      words: z.tuple([z.string(), z.string(), z.string()]),
      askedAt: z.number(),
    }),
  ),
  approved: z.array(
    z.object({
      id,
      browser,
      approvedAt: z.number(),
      /** `null`: not since it was approved. */
      lastSeenAt: z.number().nullable(),
      connected: z.boolean(),
    }),
  ),
})
export type ExtensionState = z.infer<typeof extensionSchema>

/** Why the entry of the native host could not be written in a browser's configuration, or removed from it. */
export const ENTRY_FAILURES = ['unwritable', 'no-home', 'elsewhere', 'unsupported-path', 'registry'] as const
export type EntryFailure = (typeof ENTRY_FAILURES)[number]

/** A browser of this PC, and whether it knows the native host. */
const hostBrowserSchema = z.object({
  browser,
  /** This user has started the browser, which then has a folder. An installed browser that was never started has none. */
  found: z.boolean(),
  /** `other`: its entry leads to another installation. */
  host: z.enum(['installed', 'missing', 'other']),
})
export type HostBrowser = z.infer<typeof hostBrowserSchema>

/** Rows of the contract: the browser extension. Not for the panel. */
export const extensionCommands = {
  'extension.approve': command(z.object({ id }), none),
  'extension.refuse': command(z.object({ id }), none),
  /** Takes the approval back: its connection ends, and it has to ask again. */
  'extension.revoke': command(z.object({ id }), none),
  'extension.browsers': command(none, z.object({ rows: z.array(hostBrowserSchema) })),
  /** Writes or removes the entry of the native host in a browser. */
  'extension.install': command(z.object({ browser }), z.object({ rows: z.array(hostBrowserSchema) })),
  'extension.uninstall': command(z.object({ browser }), z.object({ rows: z.array(hostBrowserSchema) })),
} as const
