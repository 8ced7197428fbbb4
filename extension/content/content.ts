import { isContentRequest } from '../messages.ts'
import { createPageSession } from './page-session.ts'

declare global {
  // Only this extension's scripts see this global: each extension has its own globals in a page.
  var ventanillaSession: object | undefined
}

/** A second injection changes nothing: the first one stays, with its marks. */
if (globalThis.ventanillaSession === undefined) {
  const session = createPageSession(document, (event) => {
    // The extension was updated or removed, so this script can no longer send events.
    if (chrome.runtime?.id === undefined) session.end()
    // The promise rejects if neither panel nor background listens.
    else void chrome.runtime.sendMessage(event).catch(() => undefined)
  })
  globalThis.ventanillaSession = session
  chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
    if (sender.id !== chrome.runtime.id || !isContentRequest(message)) return
    const value = session.handle(message)
    if (value !== undefined) answer(value)
  })
}
