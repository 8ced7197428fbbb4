import { PROTOCOL_VERSION, type Browser } from '#shared/host-protocol/protocol.ts'
import { type ContentRequest, isContentEvent } from '../messages.ts'
import { openPopup, openPanel, putRequest } from '../requests.ts'
import { extensionText as text } from '#shared/text/extension.ts'
import type { Connection } from './connection-state.ts'
import { createNativeConnection, type NativeConnection, openNativePort } from './native-connection.ts'
import { hostCommands } from '#shared/host-protocol/messages.ts'
import {
  type PageAnswer,
  type PageName,
  type PagePush,
  type PageRequest,
  PAGES,
  type RequestResult,
} from '../page-messages.ts'

/**
 * Key for "this browser profile was approved". Only then does the browser's start open the connection, so that the
 * badge is shown without an open page.
 */
const WAS_APPROVED = 'approved'

/**
 * Wires the background. Every listener is added synchronously, because the browser starts the background to deliver
 * an event at once.
 */
export function startBackground(api: typeof chrome): void {
  const secret = createSecret(api.storage.local)
  const showBadge = createBadge(api.action)
  let approved: boolean | null = null
  const connection: NativeConnection = createNativeConnection({
    open: openNativePort(api.runtime),
    hello: async () => ({
      protocol: PROTOCOL_VERSION,
      extension: api.runtime.getManifest().version,
      browser: browserName(navigator),
      secret: await secret(),
    }),
    onView: (view) => {
      showBadge(view.connection)
      remember(view.connection.kind)
      if (view.connection.kind === 'locked' || view.connection.kind === 'not-approved') void clearMarks(api)
      pages.push({ topic: 'connection', payload: view })
    },
    onTopic: (topic, payload) => pages.push({ topic, payload } as Parameters<typeof pages.push>[0]),
  })
  const pages = createPagePorts(api.runtime, () => connection)
  startMenus(api)

  const remember = (kind: string) => {
    const now = kind === 'approved' || kind === 'locked' ? true : kind === 'not-approved' ? false : approved
    if (now === approved) return
    approved = now
    void api.storage.local.set({ [WAS_APPROVED]: now })
  }

  const connectIfApproved = async () => {
    if ((await api.storage.local.get(WAS_APPROVED))[WAS_APPROVED] === true) connection.connect()
  }
  api.runtime.onStartup.addListener(() => void connectIfApproved())
  api.runtime.onInstalled.addListener(() => void connectIfApproved())

  api.runtime.onMessage.addListener((message, sender) => {
    if (sender.id !== api.runtime.id || !isContentEvent(message)) return
    // An open panel handles the press itself. Otherwise the popup opens with the plate.
    if (message.type !== 'content.pressed' || pages.isOpen('panel')) return
    void putRequest(api.storage.session, { to: 'popup', text: message.vrm, at: Date.now() }).then(() =>
      openPopup(api),
    )
  })
}

/** Clears the marks of all tabs. Marks must disappear with the approval, whichever pages are open. */
async function clearMarks(api: typeof chrome): Promise<void> {
  for (const { id } of await api.tabs.query({}))
    if (id !== undefined) {
      const request: ContentRequest = { type: 'content.clear' }
      // Most tabs have no content script.
      void Promise.resolve(api.tabs.sendMessage(id, request)).catch(() => {})
    }
}

const MAX_SHOWN = 99
/** `--accent` of the light theme, which is legible on a light and on a dark toolbar (tokens.css). */
const ACCENT = '#1746b4'

/** Shows the number of unread changes on the extension's icon. Shows nothing while the number is unknown. */
function createBadge(action: typeof chrome.action): (connection: Connection) => void {
  let shown: number | null = null
  return (connection) => {
    const unread = connection.kind === 'approved' ? (connection.unread ?? 0) : 0
    if (unread === shown) return
    shown = unread
    const words = unread === 0 ? '' : unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
    void action.setBadgeText({ text: words })
    void action.setTitle({ title: unread === 0 ? text.name : `${text.name}: ${text.unread(unread)}` })
    if (unread === 0) return
    void action.setBadgeBackgroundColor({ color: ACCENT })
    void action.setBadgeTextColor({ color: '#ffffff' })
  }
}

interface Agent {
  userAgent: string
  userAgentData?: { brands: readonly { brand: string }[] }
}

/** Browser that the extension runs in, for the list of approved ones. */
export function browserName({ userAgent, userAgentData }: Agent): Browser {
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  const brands = userAgentData?.brands.map(({ brand }) => brand) ?? []
  if (brands.includes('Microsoft Edge')) return 'edge'
  return brands.includes('Google Chrome') ? 'chrome' : 'chromium'
}

const LOOK_UP = 'look-up'
const SCAN = 'scan'
/** Longer selections are cut, in characters. For a whole page the user has the list of the page. */
const MAX_TEXT = 20_000

/** Context menu and shortcuts of the extension. Each stores a request, which the opened page reads. */
function startMenus(api: typeof chrome): void {
  // The browser stores the menus. They are created again only when the extension changes.
  api.runtime.onInstalled.addListener(() => {
    api.contextMenus.removeAll(() => {
      api.contextMenus.create({ id: LOOK_UP, title: text.menu.lookUp, contexts: ['selection'] })
      api.contextMenus.create({ id: SCAN, title: text.menu.scan, contexts: ['page', 'selection'] })
    })
  })

  const scan = (tab: chrome.tabs.Tab | undefined) => {
    if (tab?.id === undefined || tab.id < 0) return
    // Open the panel before the first await: after an await, the browser no longer counts the call as an answer to a
    // press.
    const opened = openPanel(api, tab.windowId)
    void putRequest(api.storage.session, { to: 'panel', tabId: tab.id, at: Date.now() })
    // If the panel cannot be opened from here, the user can open it with the browser's own menu. The request waits
    // for the panel.
    void opened.catch(() => {})
  }

  api.contextMenus.onClicked.addListener(({ menuItemId, selectionText }, tab) => {
    if (menuItemId === SCAN) return scan(tab)
    if (menuItemId !== LOOK_UP) return
    // Firefox too opens the popup only as a direct answer to a press. The popup reads the request even if it arrives
    // later.
    const opened = openPopup(api)
    const selected = (selectionText ?? '').slice(0, MAX_TEXT)
    void putRequest(api.storage.session, { to: 'popup', text: selected, at: Date.now() })
    void opened.catch(() => {})
  })
  api.commands.onCommand.addListener((command, tab) => {
    if (command === SCAN) scan(tab)
  })
}

const KEY = 'secret'
const BYTES = 32

/** Secret that identifies this browser profile to the application: 256 random bits, created once. */
export function createSecret(
  storage: Pick<chrome.storage.StorageArea, 'get' | 'set'>,
): () => Promise<string> {
  let secret: Promise<string> | null = null
  const read = async () => {
    const kept = (await storage.get(KEY))[KEY]
    if (typeof kept === 'string' && /^[\w-]{43}$/.test(kept)) return kept
    const made = base64Url(crypto.getRandomValues(new Uint8Array(BYTES)))
    await storage.set({ [KEY]: made })
    return made
  }
  return () => {
    // Only one read at a time: two secrets would be two browsers for the application.
    secret ??= read().catch((error: unknown) => {
      secret = null
      throw error
    })
    return secret
  }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

interface PagePorts {
  push(message: PagePush): void
  isOpen(page: PageName): boolean
}

/** Ports of the extension's own pages. While a page has a port, a lost connection is retried. */
export function createPagePorts(
  runtime: typeof chrome.runtime,
  connection: () => NativeConnection,
): PagePorts {
  const ports = new Map<chrome.runtime.Port, PageName>()
  const origin = runtime.getURL('')

  const answer = async (port: chrome.runtime.Port, { id, command, args }: PageRequest) => {
    const result = await dispatch(connection(), command, args)
    const message: PageAnswer = { id, ...result }
    // The page may have closed meanwhile.
    if (ports.has(port)) port.postMessage(message)
  }

  runtime.onConnect.addListener((port) => {
    const name = PAGES.find((page) => page === port.name)
    // Content scripts run beside the page's own code, so they may not send requests to the application.
    if (name === undefined || port.sender?.url?.startsWith(origin) !== true) return port.disconnect()
    ports.set(port, name)
    const leave = connection().look()
    port.onDisconnect.addListener(() => {
      ports.delete(port)
      leave()
    })
    port.onMessage.addListener((message: PageRequest) => void answer(port, message))
    port.postMessage({ topic: 'connection', payload: connection().view() } satisfies PagePush)
  })

  return {
    push: (message) => {
      for (const port of ports.keys()) port.postMessage(message)
    },
    isOpen: (page) => [...ports.values()].includes(page),
  }
}

async function dispatch(
  connection: NativeConnection,
  command: PageRequest['command'],
  args: unknown,
): Promise<RequestResult> {
  if (command === 'host.start') return connection.start()
  if (command === 'connection.retry') {
    connection.retry()
    return { ok: true, value: {} }
  }
  if (!Object.hasOwn(hostCommands, command) || command === 'hello')
    return { ok: false, error: { code: 'invalid-request' } }
  return connection.request(command, args as never)
}
