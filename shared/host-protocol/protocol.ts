/**
 * Version of the messages. It grows when an older end could not understand a change
 * (shared/host-protocol/PROTOCOL.md).
 */
export const PROTOCOL_VERSION = 1
/** Maximum bytes of one message without its length. A browser accepts no more from a native host. */
export const MAX_FRAME_BYTES = 1_048_576
/** Name of the native host in the browser's registry. */
export const HOST_NAME = 'es.ventanilla.host'
/** Timeout of a request of the extension. */
export const REQUEST_TIMEOUT_MS = 15_000
/** Timeout of an approval. After it the extension has to ask again. */
export const APPROVAL_TIMEOUT_MS = 5 * 60_000
/** Plates of one batch. */
export const MAX_BATCH = 1_000

export const BROWSERS = ['chrome', 'chromium', 'edge', 'firefox'] as const
export type Browser = (typeof BROWSERS)[number]

/**
 * Errors of an answer. The list is closed, so that each error has its text.
 *
 * The native host answers `not-running` (the application is closed) and `not-answering` (the application does not
 * prove itself in time).
 * The application answers all other codes. `wrong-version` names the end to update. `unavailable`: the application
 * starts or stops, or its data cannot be read.
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

/** Keys that the extension suggests to the browser. The user can change them there. */
export const EXTENSION_KEYS = { lookUp: 'Alt+Shift+V', scan: 'Alt+Shift+M' } as const
