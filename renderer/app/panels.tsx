import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { later, useLoadSoon } from '../design/later.tsx'
import { useSlice } from '../replica/use-replica.ts'
import {
  AddResourceDialog,
  Approvals,
  AttentionPanel,
  HelpPanel,
  Palette,
  QuickLookupDialog,
  ReleasePanel,
} from './frame-features.ts'
import { closePanel, useOpenPanel } from './panel-state.ts'
import { showToast } from './toasts.ts'

const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const PANELS = [
  Palette,
  QuickLookupDialog,
  ShortcutSheet,
  AddResourceDialog,
  HelpPanel,
  ReleasePanel,
  AttentionPanel,
]

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
      {open === 'attention' && <AttentionPanel />}
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
