import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { SIGNABLE } from '#shared/domain/signature-requests/fields.ts'
import type { Client } from '../../replica/client.ts'
import { startSignatureRequest } from './start-signature-request.ts'

/** Usual next step. */
export type NextStep = 'remind' | 'again' | 'pdf'

export function nextOf({ status, late }: Pick<SignatureRow, 'status' | 'late'>): NextStep | null {
  if (status === 'signed') return 'pdf'
  if (canGoAgain(status)) return 'again'
  return late && status === 'sent' ? 'remind' : null
}

/** True if it ended unsigned. */
export const canGoAgain = (status: string): boolean => status === 'rejected' || status === 'expired'

/** Starts a new request from this one: the service resends none. */
export const sendAgain = (client: Client, { id, document }: Pick<SignatureRow, 'id' | 'document'>) => {
  const same = SIGNABLE.find((one) => one === document)
  return startSignatureRequest(client, { from: id, ...(same && { document: same }) })
}
