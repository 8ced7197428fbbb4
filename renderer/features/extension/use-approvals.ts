import { useEffect, useRef, useCallback } from 'react'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import { type ApprovalEnd, endedLine, waitingLine } from '#shared/text/frame.ts'
import { topDialog, topLayer } from '../../design/layers.ts'
import { useClient } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import {
  answerGiven,
  type ApprovalRequest,
  approvalsNow,
  openApproval,
  putApprovalAside,
  requestKey,
  useApprovals,
} from './extension-state.ts'
import { showToast } from '../../app/toasts.ts'
import { APPROVAL_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import { isActing, isTyping } from '../../app/shortcuts.ts'

/** Ends without an answer, after which the extension has to ask again. */
const UNANSWERED: ReadonlySet<ApprovalEnd> = new Set(['expired', 'over'])
const NONE: ExtensionState = { waiting: [], approved: [] }

/** Requests that may be answered, oldest first. */
export function usePending(): readonly ApprovalRequest[] {
  const { waiting } = useSlice('extension') ?? NONE
  return useAt((now) => pendingOf(waiting, now))
}

/** Pending requests whose dialog waits for the user to open it. */
export function useSetAside(): readonly ApprovalRequest[] {
  const aside = useApprovals((state) => state.aside)
  return usePending().filter((request) => aside.includes(requestKey(request)))
}

/** Opens the dialog of a new request, or announces that the request waits. */
export function useArrivals(pending: readonly ApprovalRequest[]) {
  const mayInterrupt = useInterruption()
  useEffect(() => {
    const { opens, waits } = arrivalsOf(pending, approvalsNow(), mayInterrupt())
    if (opens) openApproval(requestKey(opens))
    for (const request of waits) putApprovalAside(requestKey(request))
    // The attention line behind a dialog is inert, and so is its live region.
    if (waits.length > 0 && topDialog()) announce(waitingLine(waits.map(({ browser }) => browser)))
  }, [pending, mayInterrupt])
}

/** Shows a toast when a request ends: answered here, answered in another window, or given up. */
export function useEndings(pending: readonly ApprovalRequest[]) {
  const { approved } = useSlice('extension') ?? NONE
  const { now } = useClient()
  const before = useRef<readonly ApprovalRequest[]>([])
  useEffect(() => {
    const still = new Set(pending.map(requestKey))
    const ended = before.current.filter((request) => !still.has(requestKey(request)))
    before.current = pending
    for (const request of ended) {
      const end = endOf(request, approved, answerGiven(requestKey(request)), now())
      showToast(endedLine[end](request.browser), UNANSWERED.has(end) ? 'failed' : 'done')
    }
  }, [pending, approved, now])
}

const hasExpired = ({ askedAt }: ApprovalRequest, now: number) => now - askedAt >= APPROVAL_TIMEOUT_MS

/**
 * Requests that can still be answered, oldest first. This PC's clock counts too, because the core may report the end
 * late.
 */
export const pendingOf = (waiting: readonly ApprovalRequest[], now: number): readonly ApprovalRequest[] =>
  waiting.filter((request) => !hasExpired(request, now)).toSorted((a, b) => a.askedAt - b.askedAt)

interface Known {
  /** Request whose dialog is open. */
  open: string | null
  aside: readonly string[]
}

/**
 * Decides about new requests. The oldest opens if it interrupts nothing and no other is open. The others wait for the
 * user: a dialog that followed another could open under the same press.
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

/** End of a request that is no longer pending, as far as this window knows. */
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

/**
 * Tells whether a dialog may open by itself now. It may not open over a dialog or a menu, while the user types in a
 * field, or while a submission can still be undone. A field that only has the focus does not count: Consulta's field
 * always has it. Neither does a field in a window behind another.
 */
function useInterruption(): () => boolean {
  /** Field in which the user has typed since it got the focus. */
  const typedIn = useRef<EventTarget | null>(null)
  useEffect(() => {
    const rememberTyped = ({ target }: Event) => {
      typedIn.current = target
    }
    const forget = () => {
      typedIn.current = null
    }
    addEventListener('input', rememberTyped, { capture: true })
    addEventListener('focusin', forget)
    addEventListener('blur', forget)
    return () => {
      removeEventListener('input', rememberTyped, { capture: true })
      removeEventListener('focusin', forget)
      removeEventListener('blur', forget)
    }
  }, [])
  return useCallback(() => {
    const { activeElement } = document
    const isTypedIn = isTyping(activeElement) && typedIn.current === activeElement && document.hasFocus()
    return topLayer().depth === 0 && !isTypedIn && !isActing('leaving.undo')
  }, [])
}
