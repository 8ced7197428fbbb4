import { useEffect, useRef } from 'react'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import { type ApprovalEnd, endedLine, waitingLine } from '#shared/text/app-extension.ts'
import { topDialog } from '../../design/top-dialog.ts'
import { useClient } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import {
  answerGiven,
  type ApprovalRequest,
  approvalsNow,
  openApproval,
  putApprovalAside,
  requestKey,
  useApprovals,
} from '../../ui-state/extension-state.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { arrivalsOf, endOf, pendingOf } from './approval-flow.ts'
import { useInterruption } from './use-interruption.ts'

/** Nothing came of it, and the extension has to ask again. */
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

/** Opens the dialog of a request that arrives, or announces that it waits. */
export function useArrivals(pending: readonly ApprovalRequest[]) {
  const mayInterrupt = useInterruption()
  useEffect(() => {
    const { opens, waits } = arrivalsOf(pending, approvalsNow(), mayInterrupt())
    if (opens) openApproval(requestKey(opens))
    for (const request of waits) putApprovalAside(requestKey(request))
    // The banner behind a dialog is inert, and so is its live region.
    if (waits.length > 0 && topDialog()) announce(waitingLine(waits.map(({ browser }) => browser)))
  }, [pending, mayInterrupt])
}

/** Says how a request ended: answered here or in another window, or given up. */
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
