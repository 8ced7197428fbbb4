import * as z from 'zod'

/**
 * Result of a call across a boundary (worker, bridge, sidecar). Such a call never throws. The list of codes is
 * closed, so that every error has a text (`shared/text/errors.ts`).
 */
export const ERROR_CODES = [
  // input
  'invalid-plate',
  'invalid-request',
  'file-unreadable',
  'file-too-large',
  // network and service
  'unreachable',
  'timeout',
  'service-failed',
  'rate-limited',
  'unauthorized',
  'not-found',
  'rejected',
  'redirect-refused',
  'bad-answer',
  'wrong-plate',
  'answer-too-large',
  'answer-too-deep',
  'report-stalled',
  'service-stopped',
  'proxy-refused',
  'proxy-login',
  'not-a-pdf',
  // accounts and money
  'bad-address',
  'bad-key',
  'wrong-service',
  'unknown-account',
  'no-account',
  'key-missing',
  'address-changed',
  'recent-report',
  'already-requested',
  'too-many-watches',
  // opening procedures
  'draft-changed',
  'contact-exists',
  'draft-busy',
  'too-late',
  'not-a-draft',
  'procedure-incomplete',
  'procedure-duplicate',
  'procedure-rejected',
  'procedure-conflict',
  'send-interrupted',
  // their documents
  'document-empty',
  'document-not-accepted',
  'document-too-large',
  'document-changed',
  'document-lost',
  'document-rejected',
  'too-many-documents',
  'bad-link',
  // signature requests
  'signing-incomplete',
  'signing-rejected',
  'bad-extra',
  // documents, incidents and storage
  'procedure-over',
  'not-solvable',
  'incident-gone',
  'attachment-open',
  'paper-gone',
  'not-a-paper',
  'no-room-for-papers',
  'no-simulator',
  'backup-unreadable',
  'backup-newer',
  'backup-other-account',
  'backup-gone',
  'backup-folder',
  'calendar-folder',
  'person-busy',
  // the relay
  'relay-none',
  'relay-revoked',
  'relay-not-admin',
  'relay-code',
  'relay-refused',
  /** The relay knows no sealed events. */
  'relay-too-old',
  'relay-pairing-old',
  /** This PC lacks the key of the office's events. */
  'relay-key-missing',
  'sharing-full',
  /** The service has part of the draft, or a document of it cannot travel. */
  'handover-begun',
  'handover-too-large',
  'handover-off',
  /** It was collected or taken back. */
  'handover-over',
  'handover-damaged',
  /** A PC has no key, or nobody has compared its words. */
  'relay-pc-unknown',
  /** Another PC changed it meanwhile. */
  'relay-changed',
  /** An administrator fixed the value (`managed.ts`). */
  'managed',
  // the lock
  'locked',
  'wrong-pin',
  'too-many-pins',
  // the keychain
  'keychain-locked',
  'keychain-unavailable',
  'keychain-damaged',
  'passphrase-wrong',
  'passphrase-short',
  'nothing-persists',
  // the browsers
  'entry-not-written',
  // programs of this PC
  'no-program',
  // this PC
  'store-locked',
  'store-lost',
  'store-failed',
  'store-newer',
  'store-stopped',
  'disk-full',
  'bridge-lost',
  'cancelled',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export const appErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  /** True if a later retry can end differently. */
  retryable: z.boolean(),
  /** Text for support. If it is the service's own message, it is quoted unchanged. Never a secret. */
  detail: z.string().optional(),
  /** HTTP status of a `rejected` request: two refusals of one step may mean different things. */
  status: z.number().optional(),
  /** Wait requested by the service (`Retry-After`), in milliseconds. */
  retryAfterMs: z.number().optional(),
})
export type AppError = z.infer<typeof appErrorSchema>

export type Result<T, E = AppError> = { ok: true; value: T } | { ok: false; error: E }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error })

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'unreachable',
  'timeout',
  'service-failed',
  'rate-limited',
  'bad-answer',
  'wrong-plate',
  'report-stalled',
  'service-stopped',
  'proxy-refused',
  'not-a-pdf',
  'not-a-paper',
  'wrong-service',
  'key-missing',
  'keychain-locked',
  'keychain-unavailable',
  'passphrase-wrong',
  'store-locked',
  'store-stopped',
  'disk-full',
  // Retryable after unlocking.
  'locked',
  'bridge-lost',
])

/** Error with this code, and the code's own `retryable`. */
export function appError(code: ErrorCode, extra: Omit<Partial<AppError>, 'code'> = {}): AppError {
  return { code, retryable: RETRYABLE.has(code), ...extra }
}
