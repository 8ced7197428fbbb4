/**
 * Requests of a menu or a mark to a page of the extension. The opened page reads its request once. Requests are
 * stored for the browser session.
 */

export type PendingRequest =
  /** Request to the popup: the plates in this text. */
  | { to: 'popup'; text: string; at: number }
  /** Request to the panel: the plates of this tab. */
  | { to: 'panel'; tabId: number; at: number }

type Area = Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>
const requestKey = (to: PendingRequest['to']) => `request-${to}`
/** A page that opens later than this, in ms, was opened for another reason. */
const MAX_AGE_MS = 10_000

export const putRequest = (session: Area, request: PendingRequest): Promise<void> =>
  session.set({ [requestKey(request.to)]: request })

/** @returns null if there is no recent request */
export async function takeRequest<T extends PendingRequest['to']>(
  session: Area,
  to: T,
): Promise<Extract<PendingRequest, { to: T }> | null> {
  const key = requestKey(to)
  const request = (await session.get(key))[key] as Extract<PendingRequest, { to: T }> | undefined
  if (!request) return null
  // The removal is not awaited: the popup would show nothing until then.
  void session.remove(key)
  return Date.now() - request.at < MAX_AGE_MS ? request : null
}

/** True if a change of the session's storage is a request to this page, which is already open. */
export const isRequestTo = (
  to: PendingRequest['to'],
  changes: Record<string, chrome.storage.StorageChange>,
) => changes[requestKey(to)]?.newValue !== undefined

interface Sidebar {
  open(): Promise<void>
}

/**
 * Opens the side panel of a window, which Firefox calls a sidebar. Call it synchronously in the handler of a press:
 * the browser refuses any other call.
 */
export function openPanel(api: typeof chrome, windowId: number): Promise<void> {
  const { sidebarAction } = api as { sidebarAction?: Sidebar }
  return sidebarAction ? sidebarAction.open() : api.sidePanel.open({ windowId })
}

const POPUP = { width: 376, height: 600 }

/** Opens the popup, or the same page in a small window if the browser refuses to open the popup. */
export async function openPopup(api: typeof chrome): Promise<void> {
  try {
    await api.action.openPopup()
  } catch {
    await api.windows.create({ type: 'popup', url: api.runtime.getURL('popup.html'), ...POPUP })
  }
}
