import type { App, Event } from 'electron'
import type { Log } from '../core/runtime/log/log.ts'
import { isOurUrl } from './origin.ts'

/**
 * Restricts every window to our own pages and keeps it from opening others, whatever page is in it. Applies
 * to every future `webContents`, so that no window is without it.
 */
export function guardContents(app: Pick<App, 'on'>, log: Log): void {
  const refuse = (what: string) => log.warn(`shell: refused ${what}`)

  app.on('web-contents-created', (_created, contents) => {
    const stay = (event: Event<{ url: string; isMainFrame: boolean }>) => {
      // The page may reload itself; it has no frames.
      if (event.isMainFrame && isOurUrl(event.url)) return
      event.preventDefault()
      refuse('a navigation')
    }
    contents.on('will-navigate', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
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
