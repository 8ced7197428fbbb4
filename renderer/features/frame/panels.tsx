import { later, useLoadSoon } from '../../design/later.tsx'
import { useOpenPanel } from '../../ui-state/panels.ts'

const Palette = later(async () => (await import('../palette/palette.tsx')).Palette)
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const AddResourceDialog = later(
  async () => (await import('../resources/add-resource-dialog.tsx')).AddResourceDialog,
)
const PANELS = [Palette, ShortcutSheet, AddResourceDialog]

/** The dialogs that open over any page. */
export function Panels() {
  const open = useOpenPanel()
  useLoadSoon(PANELS)
  return (
    <>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'add-resource' && <AddResourceDialog />}
    </>
  )
}
