import type { UpdateFailure, UpdateFailureCode } from '#shared/bridge/updates.ts'

/** A step of an update that failed for a reason the screen has words for. */
export class UpdateError extends Error {
  readonly code: UpdateFailureCode

  constructor(code: UpdateFailureCode, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'UpdateError'
    this.code = code
  }
}

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const NO_RIGHTS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Failure for the screen; what was not foreseen is `unknown`. */
export function updateFailure(error: unknown): UpdateFailure {
  if (error instanceof UpdateError) return { code: error.code, detail: error.message }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_ROOM.has(code)) return { code: 'no-room', detail: code }
  if (NO_RIGHTS.has(code)) return { code: 'no-rights', detail: code }
  return { code: 'unknown', detail: error instanceof Error ? error.message : String(error) }
}
