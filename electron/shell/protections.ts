import type { App, Event, Session, WebPreferences, Shell } from 'electron'
import { isLoopback } from '#shared/domain/service-address.ts'
import { isClientLink } from '#shared/domain/client-messages.ts'
import type { Log } from '../core/runtime/log.ts'

/** Scheme and host of the pages of our windows. With a single host there is a single origin. */
export const APP_SCHEME = 'app'
const APP_HOST = 'ventanilla'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** True for an address of our own pages. The address is parsed, never compared by prefix. */
export function isOurUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}

/**
 * Restricts every window to our own pages, and prevents it from opening other windows. Applies to every future
 * `webContents`.
 */
export function guardContents(app: Pick<App, 'on'>, log: Log): void {
  const refuse = (what: string) => log.warn(`shell: refused ${what}`)

  app.on('web-contents-created', (_created, contents) => {
    const blockNavigation = (event: Event<{ url: string; isMainFrame: boolean }>) => {
      // The page may reload itself. It has no frames.
      if (event.isMainFrame && isOurUrl(event.url)) return
      event.preventDefault()
      refuse('a navigation')
    }
    contents.on('will-navigate', blockNavigation)
    contents.on('will-frame-navigate', blockNavigation)
    contents.on('will-redirect', blockNavigation)
    contents.setWindowOpenHandler(() => {
      refuse('a window')
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
      refuse('an embedded page')
    })
  })
}

export interface PageDeps {
  session: Session
  preload: string
  devTools: boolean
}

/** Preferences of every window. Each line has a test that fails without it, even if it is Electron's default. */
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
  // Disabled: dictionaries would be downloaded, and the typed text contains plates and names.
  spellcheck: false,
})

/**
 * Opens a page in the user's browser. The core has checked the address. This function checks the scheme again,
 * because the system would start a program for any other scheme.
 */
export async function openExternal(shell: Pick<Shell, 'openExternal'>, address: string): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return false
  return tryOpenExternal(shell, url.href)
}

/**
 * Opens a text for a client in the mail program or WhatsApp. Only the two kinds of links of
 * `shared/domain/client-messages.ts` are accepted. Other headers of `mailto:` would attach a file or add recipients.
 */
export const openClientLink = async (shell: Pick<Shell, 'openExternal'>, link: string): Promise<boolean> =>
  isClientLink(link) && tryOpenExternal(shell, link)

const tryOpenExternal = (shell: Pick<Shell, 'openExternal'>, url: string): Promise<boolean> =>
  shell.openExternal(url).then(
    () => true,
    () => false,
  )
