import { appError } from '#shared/bridge/result.ts'
import type { SignatureRequestRecord } from './records.ts'

/**
 * A request to sign out of a copy, on a PC that does not know it. There is no draft of one at the service, nor a way to
 * ask whether it was made: whatever could have been sent after the copy was made is uncertain, and only the person
 * decides. What was still being typed is typed on.
 */
export function restoredSignatureRequest(row: SignatureRequestRecord['row']) {
  const isSettled = row.state === 'editing' || row.state === 'sent'
  return {
    ...row,
    state: isSettled ? row.state : ('uncertain' as const),
    error: isSettled ? null : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
  }
}
