import { Puzzle } from 'lucide-react'
import { createPortal } from 'react-dom'
import { waitingLine, waitingText as text } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTopDialog } from '../../design/layers.ts'
import { type ApprovalRequest, openApproval, requestKey } from '../../ui-state/extension-state.ts'
import { WaitingBanner } from '../frame/waiting-banner.tsx'
import { useSetAside } from './use-approvals.ts'
import './extension.css'

const lineOf = (aside: readonly ApprovalRequest[]) => waitingLine(aside.map(({ browser }) => browser))

/** Extensions that wait while their dialog is closed: over every page. */
export function WaitingExtensions() {
  const aside = useSetAside()
  const [first] = aside
  if (!first) return null
  return (
    <WaitingBanner
      icon={Puzzle}
      words={lineOf(aside)}
      see={text.see}
      onSee={() => openApproval(requestKey(first))}
    />
  )
}

/** The same over a dialog, which makes the banner inert. What is being done in it goes on. */
export function WaitingOverDialog() {
  const aside = useSetAside()
  const dialog = useTopDialog()
  const [first] = aside
  if (!first || !dialog) return null
  return createPortal(
    <div className="waiting-over" data-floating>
      <Icon of={Puzzle} />
      <span>{lineOf(aside)}</span>
      <Button size="low" onClick={() => openApproval(requestKey(first))}>
        {text.see}
      </Button>
    </div>,
    dialog,
  )
}
