import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { closePanel, useOpenPanel } from '../../ui-state/panels.ts'
import { showToast } from '../../ui-state/toasts.ts'

const Palette = later(async () => (await import('../palette/palette.tsx')).Palette)
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const AddResourceDialog = later(
  async () => (await import('../resources/add-resource-dialog.tsx')).AddResourceDialog,
)
const PANELS = [Palette, ShortcutSheet, AddResourceDialog]

function giveUp() {
  closePanel()
  showToast(brokenText.panel, 'failed')
}

/** The dialogs that open over any page. */
export function Panels() {
  const open = useOpenPanel()
  useLoadSoon(PANELS)
  return (
    <ErrorBoundary resetKey={open} onError={giveUp}>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'add-resource' && <AddResourceDialog />}
    </ErrorBoundary>
  )
}
