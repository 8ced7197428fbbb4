import { extensionText as text } from '#shared/text/extension.ts'
import { openPanel, openPopup } from '../open-pages.ts'
import { putRequest } from '../requests.ts'

const LOOK_UP = 'look-up'
const SCAN = 'scan'
/** Longer selections are cut: a page selected whole is for the list of the page. */
const MAX_TEXT = 20_000

/** Context menu and command keys. What they ask is taken by the page that they open. */
export function startMenus(api: typeof chrome): void {
  // Kept by the browser between starts: made again only when the extension changes.
  api.runtime.onInstalled.addListener(() => {
    api.contextMenus.removeAll(() => {
      api.contextMenus.create({ id: LOOK_UP, title: text.menu.lookUp, contexts: ['selection'] })
      api.contextMenus.create({ id: SCAN, title: text.menu.scan, contexts: ['page', 'selection'] })
    })
  })

  const scan = (tab: chrome.tabs.Tab | undefined) => {
    if (tab?.id === undefined || tab.id < 0) return
    // Before anything is awaited: after it, the browser no longer takes it for the answer to a press.
    const opened = openPanel(api, tab.windowId)
    void putRequest(api.storage.session, { to: 'panel', tabId: tab.id, at: Date.now() })
    // Where it cannot be opened the browser's own menu still does, and the request waits for it.
    void opened.catch(() => {})
  }

  api.contextMenus.onClicked.addListener(({ menuItemId, selectionText }, tab) => {
    if (menuItemId === SCAN) return scan(tab)
    if (menuItemId !== LOOK_UP) return
    // Firefox, too, opens it in answer to the press alone. The popup takes the request whenever it comes.
    const opened = openPopup(api)
    const selected = (selectionText ?? '').slice(0, MAX_TEXT)
    void putRequest(api.storage.session, { to: 'popup', text: selected, at: Date.now() })
    void opened.catch(() => {})
  })
  api.commands.onCommand.addListener((command, tab) => {
    if (command === SCAN) scan(tab)
  })
}
