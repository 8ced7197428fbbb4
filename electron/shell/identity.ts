import type { App } from 'electron'
import { shellTexts } from '#shared/text/shell.ts'

/** The same as the installer's: Windows groups windows, and lets notifications through, by it. */
const APP_ID = 'es.ventanilla.desktop'

/** Who the system says that we are. */
export function identify(app: Pick<App, 'setName' | 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  app.setName(shellTexts.title)
  // It exists on Windows alone.
  if (platform === 'win32') app.setAppUserModelId(APP_ID)
}
