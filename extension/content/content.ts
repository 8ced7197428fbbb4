import { isContentRequest } from '../messages.ts'
import { createPageSession } from './page-session.ts'

declare global {
  // Seen by this extension's scripts only: each extension has its own globals in a page.
  var ventanillaSession: object | undefined
}

/** A later injection leaves the first in place, with its marks. */
if (globalThis.ventanillaSession === undefined) {
  const session = createPageSession(document, (event) => {
    // The extension was updated or removed: this script can tell it nothing any more.
    if (chrome.runtime?.id === undefined) session.end()
    // With neither panel nor background to hear it, there is no one to tell.
    else void chrome.runtime.sendMessage(event).catch(() => undefined)
  })
  globalThis.ventanillaSession = session
  chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
    if (sender.id !== chrome.runtime.id || !isContentRequest(message)) return
    const value = session.handle(message)
    if (value !== undefined) answer(value)
  })
}
