import type { BrowserWindow, Dialog } from 'electron'
import { shellTexts as text } from '#shared/text/hosts.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { followSettings } from './follow-settings.ts'
import type { WindowMemoryFile } from './window-memory.ts'

export interface ClosingDeps {
  platform: NodeJS.Platform
  dialog: Pick<Dialog, 'showMessageBox'>
  router: Pick<Router, 'call' | 'subscribe'>
  memory: WindowMemoryFile
  /** Without a tray icon, a hidden window could not be brought back. */
  trayIsThere: () => boolean
  quit: () => void
  log: Log
}

export interface Closing {
  /** The user closes the window: hides it or ends the application, as they chose. */
  close(window: BrowserWindow): void
}

/**
 * Meaning of the window's close button. It hides the window while there is a way back to it: the tray icon,
 * or the Dock of macOS. Without one it ends the application, which is what closing says; minimising instead
 * would leave a window that cannot be closed.
 */
export function createClosing(deps: ClosingDeps): Closing {
  const { platform, dialog, router, memory, trayIsThere, quit, log } = deps
  const settings = followSettings(router)
  let isAsking = false

  /** Asks once, the first time. Elsewhere than in the Dock, a window that only hides is not expected. */
  async function askOnce(window: BrowserWindow): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: text.trayQuestion,
      detail: text.trayAdvice,
      buttons: [text.trayStay, text.trayQuit],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 0) {
      memory.write({ hidingExplained: true })
      return hide(window)
    }
    // A locked core refuses it: then the next closing asks again.
    const kept = await router.call('settings.update', { window: { onClose: 'quit' } })
    if (kept.ok) memory.write({ hidingExplained: true })
    quit()
  }

  return {
    close(window) {
      const isMac = platform === 'darwin'
      if (settings().window.onClose === 'quit' || !(isMac || trayIsThere())) return quit()
      if (isMac || memory.read().hidingExplained) return hide(window)
      if (isAsking) return
      isAsking = true
      askOnce(window)
        .catch((error: unknown) => {
          log.error('shell: the question about closing failed', error)
          hide(window)
        })
        .finally(() => (isAsking = false))
    },
  }
}

function hide(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  // On macOS, hiding a full-screen window leaves its space empty and black.
  if (!window.isFullScreen()) return window.hide()
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}
