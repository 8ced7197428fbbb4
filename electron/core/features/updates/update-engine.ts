import type { UpdateFailure, UpdateFailureCode, UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import type { UpdateChannel } from '#shared/update-feed/format.ts'
import type { UpdateSource } from './signed-feed.ts'

/** Failure of an update step, with a reason that the screen can explain. */
export class UpdateError extends Error {
  readonly code: UpdateFailureCode

  constructor(code: UpdateFailureCode, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'UpdateError'
    this.code = code
  }
}

/** Code of a system error, or else the name of the error, for the detail of an `UpdateError`. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const NO_RIGHTS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Failure for the screen. An unexpected error becomes `unknown`. */
export function updateFailure(error: unknown): UpdateFailure {
  if (error instanceof UpdateError) return { code: error.code, detail: error.message }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_ROOM.has(code)) return { code: 'no-room', detail: code }
  if (NO_RIGHTS.has(code)) return { code: 'no-rights', detail: code }
  return { code: 'unknown', detail: error instanceof Error ? error.message : String(error) }
}

/** Updates of one edition. Every method rejects with an `UpdateError`, or when its signal aborts. */
export interface UpdateEngine {
  /** Program that changes the files of this installation. */
  readonly owner: UpdatesState['owner']
  /** Default source of this build. An administrator may set another address. */
  readonly source: UpdateSource
  /** Reads the signed feed of a channel. */
  fetchFeed(source: UpdateSource, channel: UpdateChannel, signal: AbortSignal): Promise<Feed>
  /** Downloads and checks the version of the feed, and prepares it for the next start. */
  fetch(
    source: UpdateSource,
    feed: Feed,
    watch: { onProgress: (received: number) => void; onUnpacking: () => void },
    signal: AbortSignal,
  ): Promise<void>
  /** Size of the download in bytes. */
  getSize(feed: Feed): number
  /** Version that the next start uses. */
  getReadyVersion(): string | null
  /** Version that another process installed over the running version. It runs after the next start. */
  getReplacement(): string | null
  /** Cancels the version that is ready for the next start. */
  cancelNext(): void
  /** Ends the application and starts the prepared version. */
  restart(): void
}
