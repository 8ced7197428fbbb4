/**
 * The extension opens its own pages here, and passes each page the request of a menu or a mark. A request lasts as long
 * as the session and is read once.
 */

export type PendingRequest =
  /** To the popup: plates in this text. */
  | { to: 'popup'; text: string; at: number }
  /** To the panel: the plates of this tab. */
  | { to: 'panel'; tabId: number; at: number }

type Area = Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>
const requestKey = (to: PendingRequest['to']) => `request-${to}`
/** A page that opens later than this was opened for something else. */
const MAX_AGE_MS = 10_000

export const putRequest = (session: Area, request: PendingRequest): Promise<void> =>
  session.set({ [requestKey(request.to)]: request })

/** @returns null without a recent one */
export async function takeRequest<T extends PendingRequest['to']>(
  session: Area,
  to: T,
): Promise<Extract<PendingRequest, { to: T }> | null> {
  const key = requestKey(to)
  const request = (await session.get(key))[key] as Extract<PendingRequest, { to: T }> | undefined
  if (!request) return null
  // Not waited for: the popup would show nothing until then.
  void session.remove(key)
  return Date.now() - request.at < MAX_AGE_MS ? request : null
}

/** True if the change of the session's storage is a request to this page, which is open already. */
export const isRequestTo = (
  to: PendingRequest['to'],
  changes: Record<string, chrome.storage.StorageChange>,
) => changes[requestKey(to)]?.newValue !== undefined

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
