import type { IpcMainEvent, WebContents } from 'electron'
import type { Router } from '../core/bridge/router.ts'
import { APP_ORIGIN } from './origin.ts'

/** A window whose page may call the core. */
export interface TrustedWindow {
  contents(): WebContents | null
  /** The core, with the rights of this window. */
  router: Router
}

/** Window of a message, or `null` for a page that is not ours. */
export type SenderOf = (event: Pick<IpcMainEvent, 'senderFrame'>) => TrustedWindow | null

/**
 * Accepts the main frame of our windows, with our own page in it: an embedded page, or a window navigated
 * elsewhere, has the same preload and none of the rights.
 */
export function createSenderOf(windows: readonly TrustedWindow[]): SenderOf {
  return ({ senderFrame }) => {
    // Null after a navigation; a destroyed frame throws on any access.
    if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return null
    if (senderFrame.origin !== APP_ORIGIN) return null
    return windows.find((window) => window.contents()?.mainFrame === senderFrame) ?? null
  }
}
