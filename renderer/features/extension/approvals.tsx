import { Puzzle } from 'lucide-react'
import { createPortal } from 'react-dom'
import { waitingText, waitingLine } from '#shared/text/frame.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { putApprovalAside, requestKey, useApprovals, openApproval } from './extension-state.ts'
import { showToast } from '../../app/toasts.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTopDialog } from '../../design/layers.ts'
import { useArrivals, useEndings, usePending, useSetAside } from './use-approvals.ts'
import './extension.css'

const ApprovalDialog = later(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)
const PARTS = [ApprovalDialog]

/** Dialog for browsers that ask for an approval, over any page and any dialog. */
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

/**
 * Notice inside an open dialog for extensions that wait, because the dialog makes the attention line inert. The
 * user's work in the dialog continues.
 */
function WaitingOverDialog() {
  const aside = useSetAside()
  const dialog = useTopDialog()
  const [first] = aside
  if (!first || !dialog) return null
  return createPortal(
    <div className="waiting-over" data-floating>
      <Icon of={Puzzle} />
      <span>{waitingLine(aside.map(({ browser }) => browser))}</span>
      <Button size="low" onClick={() => openApproval(requestKey(first))}>
        {waitingText.see}
      </Button>
    </div>,
    dialog,
  )
}
