import type { App } from 'electron'
import { shellTexts } from '#shared/text/hosts.ts'

/** The same as the installer's: Windows uses it to group windows and to allow notifications. */
export const APP_ID = 'es.ventanilla.desktop'

/**
 * With it Windows starts us for a click on a notification left by an earlier run. It never changes, and is
 * the one in the installer's shortcut: one per run would lead nowhere afterwards.
 */
export const TOAST_ACTIVATOR = '{67332360-43EA-4426-BB1C-0AFC09ADB756}'

/** Sets the application's identity for the system. */
export function identify(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  app.setName(shellTexts.title)
  // These exist on Windows alone.
  if (platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}
