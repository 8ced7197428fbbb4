import { useLayoutEffect } from 'react'
import type { Settings } from '#shared/bridge/settings.ts'
import { useSlice } from '../replica/use-replica.ts'
import { setSingleKeys } from './shortcuts.ts'

const REMEMBERED = 'ventanilla.appearance'
type Look = Pick<Settings, 'theme' | 'density'>

function remembered(): Look | null {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as Look | null
  } catch {
    return null
  }
}

function apply({ theme, density }: Look) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  dataset.density = density
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = titleBarMedia(theme, index === 0 ? 'light' : 'dark')
}

/** Media query of the `theme-color` of one scheme. The theme that the user chose overrides the system's. */
function titleBarMedia(theme: Look['theme'], scheme: 'light' | 'dark'): string {
  if (theme === 'system') return `(prefers-color-scheme: ${scheme})`
  return theme === scheme ? 'all' : 'not all'
}

/** Sets theme and density on `<html>`. Stores both in this browser too, so that a dark window does not open white. */
export function useAppearance() {
  const settings = useSlice('settings')
  // A layout effect runs before the first paint.
  useLayoutEffect(() => {
    const look = settings ?? remembered()
    if (look) apply(look)
    if (!settings) return
    setSingleKeys(settings.singleKeys)
    try {
      localStorage.setItem(REMEMBERED, JSON.stringify({ theme: settings.theme, density: settings.density }))
    } catch {
      // Without storage the first paint follows the system. Nothing else is lost.
    }
  }, [settings])
}
