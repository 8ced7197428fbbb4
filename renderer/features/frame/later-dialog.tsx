import type { ReactNode } from 'react'
import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { showToast } from '../../ui-state/toasts.ts'

/** Dialog whose chunk loads when first opened. If the chunk fails to load, shows a toast and the page stays usable. */
export function LaterDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const giveUp = () => {
    onClose()
    showToast(brokenText.panel, 'failed')
  }
  return <ErrorBoundary onError={giveUp}>{children}</ErrorBoundary>
}
