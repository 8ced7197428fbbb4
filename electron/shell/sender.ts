import type { IpcMainEvent, WebContents } from 'electron'
import { APP_ORIGIN } from './origin.ts'

/** True for messages of the one page that may call the core. */
export type SenderCheck = (event: Pick<IpcMainEvent, 'senderFrame'>) => boolean

/**
 * Accepts our window, its main frame, with our own page in it: an embedded page, or a window navigated
 * elsewhere, has the same preload and none of the rights.
 */
export function createSenderCheck(ours: () => WebContents | null): SenderCheck {
  return ({ senderFrame }) => {
    // Null after a navigation; a destroyed frame throws on any access.
    if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return false
    return senderFrame === ours()?.mainFrame && senderFrame.origin === APP_ORIGIN
  }
}
