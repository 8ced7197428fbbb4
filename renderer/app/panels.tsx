import type { ReactNode } from 'react'
import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { later, useLoadSoon } from '../design/later.tsx'
import { useSlice } from '../replica/use-replica.ts'
import { closePanel, useOpenPanel } from './panel-state.ts'
import { showToast } from './toasts.ts'

const Approvals = later(async () => (await import('../features/extension/approvals.tsx')).Approvals)
const Palette = later(async () => (await import('../features/palette/palette.tsx')).Palette)
const QuickLookupDialog = later(
  async () => (await import('../features/quick-lookup/quick-lookup-dialog.tsx')).QuickLookupDialog,
)
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const AddResourceDialog = later(
  async () => (await import('../features/resources/add-resource-dialog.tsx')).AddResourceDialog,
)
const HelpPanel = later(async () => (await import('../features/help/help-panel.tsx')).HelpPanel)
const ReleasePanel = later(async () => (await import('../features/help/help-panel.tsx')).ReleasePanel)
const PANELS = [Palette, QuickLookupDialog, ShortcutSheet, AddResourceDialog, HelpPanel, ReleasePanel]

function giveUp() {
  closePanel()
  showToast(brokenText.panel, 'failed')
}

/** Dialogs that open over any page. */
export function Panels() {
  const open = useOpenPanel()
  const loaded = useLoadSoon(PANELS)
  const isQuick = open === 'quick-lookup'
  return (
    <ErrorBoundary resetKey={open} onError={giveUp}>
      {open === 'palette' && <Palette />}
      {(loaded || isQuick) && <QuickLookupDialog open={isQuick} />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'add-resource' && <AddResourceDialog />}
      {open === 'help' && <HelpPanel />}
      {open === 'releases' && <ReleasePanel />}
    </ErrorBoundary>
  )
}

/**
 * Dialog for a browser that asks for an approval. It watches the user's typing, so its chunk loads before any browser
 * asks.
 */
export function ApprovalPanel() {
  const waiting = useSlice('extension')?.waiting.length ?? 0
  const showFailure = () => waiting > 0 && showToast(brokenText.panel, 'failed')
  return (
    <ErrorBoundary resetKey={waiting} onError={showFailure}>
      <Approvals />
    </ErrorBoundary>
  )
}

/** Dialog whose chunk loads when first opened. If the chunk fails to load, a toast appears and the page stays usable. */
export function LaterDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const closeWithToast = () => {
    onClose()
    showToast(brokenText.panel, 'failed')
  }
  return <ErrorBoundary onError={closeWithToast}>{children}</ErrorBoundary>
}
