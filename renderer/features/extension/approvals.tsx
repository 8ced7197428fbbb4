import { waitingText } from '#shared/text/frame.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { putApprovalAside, requestKey, useApprovals } from '../../ui-state/extension-state.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { useArrivals, useEndings, usePending } from './use-approvals.ts'
import { WaitingOverDialog } from './waiting-notice.tsx'

const ApprovalDialog = later(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)
const PARTS = [ApprovalDialog]

/** Browsers that ask for an approval, over any page and any dialog. */
export function Approvals() {
  useLoadSoon(PARTS)
  const pending = usePending()
  useArrivals(pending)
  useEndings(pending)
  const open = useApprovals((state) => state.open)
  const request = pending.find((one) => requestKey(one) === open)
  if (!request) return <WaitingOverDialog />
  const key = requestKey(request)
  const giveUp = () => {
    putApprovalAside(key)
    showToast(waitingText.broken, 'failed')
  }
  return (
    <ErrorBoundary key={key} onError={giveUp}>
      <ApprovalDialog request={request} others={pending.filter((one) => one !== request)} />
    </ErrorBoundary>
  )
}
