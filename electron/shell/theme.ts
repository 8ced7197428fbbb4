import type { NativeTheme } from 'electron'
import type { Router } from '../core/bridge/router.ts'
import { followSettings } from './follow-settings.ts'

type ThemeName = NativeTheme['themeSource']

/** `--bg-window` of renderer/design/tokens.css: a test compares them. */
export const BACKGROUND = { light: '#eef0f3', dark: '#0d1014' } as const

export interface Theme {
  /** Colour behind the page until it paints. */
  background(): string
  chosen(): ThemeName
}

/** Makes the frame and its menus follow the theme chosen for the page. */
export function createTheme(
  nativeTheme: NativeTheme,
  remembered: ThemeName,
  router: Pick<Router, 'subscribe'>,
): Theme {
  nativeTheme.themeSource = remembered
  followSettings(router, ({ theme }) => {
    nativeTheme.themeSource = theme
  })
  return {
    background: () => BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    chosen: () => nativeTheme.themeSource,
  }
}
