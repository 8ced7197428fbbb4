import type { App } from 'electron'
import { shellTexts } from '#shared/text/shell.ts'

/** The same as the installer's: Windows groups windows, and lets notifications through, by it. */
const APP_ID = 'es.ventanilla.desktop'

/**
 * By it Windows starts us for a click on a notification that an earlier run left. The same for ever, and the one in the
 * installer's shortcut: one of its own for each run would lead nowhere afterwards.
 */
const TOAST_ACTIVATOR = '{67332360-43EA-4426-BB1C-0AFC09ADB756}'

/** Who the system says that we are. */
export function identify(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  app.setName(shellTexts.title)
  // They exist on Windows alone.
  if (platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}
