import type { ExtensionState } from '#shared/bridge/extension.ts'
import { APPROVAL_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import type { ApprovalEnd } from '#shared/text/app-extension.ts'
import { type ApprovalRequest, requestKey } from '../../ui-state/extension-state.ts'

const hasExpired = ({ askedAt }: ApprovalRequest, now: number) => now - askedAt >= APPROVAL_TIMEOUT_MS

/** Requests that still may be answered, oldest first. By this PC's clock too: the core may be late to say so. */
export const pendingOf = (waiting: readonly ApprovalRequest[], now: number): readonly ApprovalRequest[] =>
  waiting.filter((request) => !hasExpired(request, now)).toSorted((a, b) => a.askedAt - b.askedAt)

export interface Known {
  /** Request whose dialog is open. */
  open: string | null
  aside: readonly string[]
}

/**
 * What becomes of requests that are new: the oldest opens if nothing is interrupted and no other is open. The others
 * wait for the user: one that followed the answer of another would come up under the same hand.
 */
export function arrivalsOf(
  pending: readonly ApprovalRequest[],
  { open, aside }: Known,
  mayInterrupt: boolean,
): { opens: ApprovalRequest | null; waits: readonly ApprovalRequest[] } {
  const fresh = pending.filter((request) => {
    const key = requestKey(request)
    return key !== open && !aside.includes(key)
  })
  const isOpen = pending.some((request) => requestKey(request) === open)
  const opens = mayInterrupt && !isOpen ? (fresh[0] ?? null) : null
  return { opens, waits: fresh.filter((request) => request !== opens) }
}

/** How a request that is no longer pending ended, as far as this window knows. */
export function endOf(
  request: ApprovalRequest,
  approved: ExtensionState['approved'],
  answered: 'approve' | 'refuse' | undefined,
  now: number,
): ApprovalEnd {
  const isApproved = approved.some(({ id, approvedAt }) => id === request.id && approvedAt >= request.askedAt)
  if (isApproved) return answered === 'approve' ? 'approved' : 'approved-elsewhere'
  if (answered === 'refuse') return 'refused'
  return hasExpired(request, now) ? 'expired' : 'over'
}
