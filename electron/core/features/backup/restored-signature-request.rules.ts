import { appError } from '#shared/bridge/result.ts'
import type { SignatureRequestRecord } from './draft-records.ts'

/**
 * A signature request restored on a PC that does not know it. The service has no drafts of them, and no way
 * to ask whether one was made: a request that may have been sent after the copy is uncertain, and only the
 * user decides. One still being edited stays so.
 */
export function restoredSignatureRequest(row: SignatureRequestRecord['row']) {
  const isSettled = row.state === 'editing' || row.state === 'sent'
  return {
    ...row,
    state: isSettled ? row.state : ('uncertain' as const),
    error: isSettled ? null : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
  }
}
