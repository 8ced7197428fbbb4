import type { Session, WebPreferences } from 'electron'

export interface PageDeps {
  session: Session
  preload: string
  devTools: boolean
}

/** Preferences of every window. Each line has a test that fails without it, even where it is Electron's default. */
export const webPreferences = ({ session, preload, devTools }: PageDeps): WebPreferences => ({
  preload,
  session,
  devTools,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Its dictionaries come over the network, and the typed text is plates and names.
  spellcheck: false,
})
