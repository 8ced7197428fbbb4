import { lazy, Suspense, useEffect } from 'react'
import { useOpenPanel } from '../../ui-state/panels.ts'

const loadPalette = () => import('../palette/palette.tsx')
const loadShortcutSheet = () => import('./shortcut-sheet.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const ShortcutSheet = lazy(() => loadShortcutSheet().then((module) => ({ default: module.ShortcutSheet })))

/** The dialogs that open over any page. They load once the first screen is up, and open at once from then on. */
export function Panels() {
  const open = useOpenPanel()
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadPalette()
      void loadShortcutSheet()
    }, 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  )
}
