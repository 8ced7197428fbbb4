import { lazy, Suspense, useEffect } from 'react'
import { useOpenPanel } from '../../ui-state/panels.ts'

const loadPalette = () => import('../palette/palette.tsx')
const loadShortcutSheet = () => import('./shortcut-sheet.tsx')
const loadAddResource = () => import('../resources/add-resource-dialog.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const ShortcutSheet = lazy(() => loadShortcutSheet().then((module) => ({ default: module.ShortcutSheet })))
const AddResourceDialog = lazy(() =>
  loadAddResource().then((module) => ({ default: module.AddResourceDialog })),
)

/** The dialogs that open over any page. They load once the first screen is up, and open at once from then on. */
export function Panels() {
  const open = useOpenPanel()
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadPalette()
      void loadShortcutSheet()
      void loadAddResource()
    }, 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'add-resource' && <AddResourceDialog />}
    </Suspense>
  )
}
