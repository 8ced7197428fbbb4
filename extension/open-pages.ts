/** Opening the extension's own pages, in the one way that each browser has. */

interface Sidebar {
  open(): Promise<void>
}

/**
 * The side panel of a window, which Firefox calls a sidebar. Called at once by the handler of a press: the browser lets
 * nothing else open it.
 */
export function openPanel(api: typeof chrome, windowId: number): Promise<void> {
  const { sidebarAction } = api as { sidebarAction?: Sidebar }
  return sidebarAction ? sidebarAction.open() : api.sidePanel.open({ windowId })
}

const POPUP = { width: 376, height: 600 }

/** The popup, or the same page in a small window where the browser does not open it. */
export async function openPopup(api: typeof chrome): Promise<void> {
  try {
    await api.action.openPopup()
  } catch {
    await api.windows.create({ type: 'popup', url: api.runtime.getURL('popup.html'), ...POPUP })
  }
}
