import type { ReactNode } from 'react'
import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { showToast } from '../../ui-state/toasts.ts'

/** A dialog that loads with its first opening. Where it cannot, a toast says so and the page goes on. */
export function LaterDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const giveUp = () => {
    onClose()
    showToast(brokenText.panel, 'failed')
  }
  return <ErrorBoundary onError={giveUp}>{children}</ErrorBoundary>
}
