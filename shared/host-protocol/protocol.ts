/** Version of the messages; it grows when an older end could not understand them (shared/host-protocol/PROTOCOL.md). */
export const PROTOCOL_VERSION = 1
/** Bytes of one message, without its length: what a browser takes from a native host at most. */
export const MAX_FRAME_BYTES = 1_048_576
/** The name of the native host, in the browser's registry of them. */
export const HOST_NAME = 'es.ventanilla.host'
/** An answer that takes longer is given up by the extension. */
export const REQUEST_TIMEOUT_MS = 15_000
/** How long an approval is waited for; after that the extension has to ask again. */
export const APPROVAL_TIMEOUT_MS = 5 * 60_000
/** Plates of one batch. */
export const MAX_BATCH = 1_000

export const BROWSERS = ['chrome', 'chromium', 'edge', 'firefox'] as const
export type Browser = (typeof BROWSERS)[number]

/**
 * Errors of an answer. The list is closed, so that each has its text.
 *
 * From the native host: `not-running` (the application is closed), `not-answering` (it does not prove itself in time).
 * From the application: `wrong-version` (with the end to update), `not-approved`, `locked`, `rate-limited`,
 * `invalid-request`, `too-large`, `not-found`, `unavailable` (starting, stopping, or its data cannot be read), `failed`.
 */
export const HOST_ERRORS = [
  'not-running',
  'not-answering',
  'wrong-version',
  'not-approved',
  'locked',
  'rate-limited',
  'invalid-request',
  'too-large',
  'not-found',
  'unavailable',
  'failed',
] as const
export type HostErrorCode = (typeof HOST_ERRORS)[number]

/** Id of the extension in Chrome and Edge, which its public key fixes (extension/manifest.ts). */
export const CHROME_ID = 'ofdmoeodbjhcpnkhidlebkmpajmciijk'
/** Id of the extension in Firefox. */
export const FIREFOX_ID = 'ventanilla@ventanilla.es'

/** Keys that the extension suggests to the browser, where the user changes them. */
export const EXTENSION_KEYS = { lookUp: 'Alt+Shift+V', scan: 'Alt+Shift+M' } as const
