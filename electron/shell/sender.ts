import type { IpcMainEvent, WebContents } from 'electron'
import { APP_ORIGIN } from './origin.ts'

/** Whether a message comes from the one page that may speak to the core. */
export type SenderCheck = (event: Pick<IpcMainEvent, 'senderFrame'>) => boolean

/**
 * Our window, its main frame, and our own page in it: an embedded page, or a window that was led elsewhere, has
 * the same preload and none of the rights.
 */
export function createSenderCheck(ours: () => WebContents | null): SenderCheck {
  return ({ senderFrame }) => {
    // Null once it has gone elsewhere; a frame that is gone throws when it is asked anything.
    if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return false
    return senderFrame === ours()?.mainFrame && senderFrame.origin === APP_ORIGIN
  }
}
