import { type ApplicationScene, createFakeApplication } from './fake-application.ts'
import { fakeEvent, type FakePort, later, portPair } from './fake-events.ts'
import { createFakePage, type PageScene } from './fake-page.ts'
import { fakeStorage } from './fake-storage.ts'

export interface Scene {
  application?: ApplicationScene
  page?: PageScene
  /** Tab in front, when it is not the page's. */
  activeTab?: number
  session?: Record<string, unknown>
  local?: Record<string, unknown>
}

const ID = 'ofdmoeodbjhcpnkhidlebkmpajmciijk'
export const TAB = 7

/**
 * The browser's side of the extension, in memory: what its pages and its background see of each other, of a tab and of
 * the native host. It behaves as the browser does (messages are copies, and come later; a port that ends tells the other
 * end); it checks nothing of how it is used.
 */
export function createFakeChrome(scene: Scene, startBackground: (api: typeof chrome) => void) {
  const application = createFakeApplication(scene.application ?? {})
  const storage = { local: fakeStorage(scene.local), session: fakeStorage(scene.session) }
  const onMessage = { background: fakeEvent<[unknown, unknown]>(), page: fakeEvent<[unknown, unknown]>() }
  const tabs = {
    onActivated: fakeEvent<[{ tabId: number; windowId: number }]>(),
    onUpdated: fakeEvent<[number, object]>(),
    onRemoved: fakeEvent<[number]>(),
  }
  const badge = { text: '', title: '' }
  const opened: string[] = []
  const ports = new Set<FakePort>()
  let active = scene.activeTab ?? TAB
  let onConnect = fakeEvent<[FakePort]>()
  let isBackgroundUp = false

  const page = createFakePage(scene.page ?? {}, (frameId, event) =>
    later(() => {
      const sender = { id: ID, tab: { id: TAB }, frameId }
      startIfDown()
      onMessage.background.emit(structuredClone(event), sender)
      onMessage.page.emit(structuredClone(event), sender)
    }),
  )

  const runtime = {
    id: ID,
    getURL: (path: string) => `${location.origin}/${path}`,
    getManifest: () => ({ version: '0.1.0' }),
    onStartup: fakeEvent(),
    onInstalled: fakeEvent(),
    openOptionsPage: async () => void opened.push('options'),
    lastError: undefined,
  }
  const shared = {
    storage,
    action: {
      setBadgeText: async ({ text }: { text: string }) => void (badge.text = text),
      setTitle: async ({ title }: { title: string }) => void (badge.title = title),
      setBadgeBackgroundColor: async () => {},
      setBadgeTextColor: async () => {},
      openPopup: async () => void opened.push('popup'),
    },
    commands: {
      onCommand: fakeEvent(),
      getAll: async () => [
        { name: '_execute_action', shortcut: 'Alt+Mayús+V' },
        { name: 'scan', shortcut: 'Alt+Mayús+M' },
      ],
    },
    contextMenus: { onClicked: fakeEvent(), create: () => {}, removeAll: (done: () => void) => done() },
    scripting: {
      executeScript: ({ target, ...what }: { target: { tabId: number }; files?: string[] }) =>
        target.tabId === TAB ? page.execute(what) : Promise.reject(new Error('Cannot access contents.')),
    },
    sidePanel: { open: async () => void opened.push('panel') },
    tabs: {
      ...tabs,
      query: async (query: { active?: boolean }) =>
        query.active ? [{ id: active, windowId: 1 }] : [{ id: TAB, windowId: 1 }],
      update: async (tabId: number) => activate(tabId),
      create: async ({ url }: { url: string }) => void opened.push(url),
      sendMessage: (tabId: number, request: never, options?: { frameId?: number }) =>
        tabId === TAB ? page.hear(request, options?.frameId) : Promise.reject(new Error('No receiver.')),
    },
    windows: { create: async () => void opened.push('window') },
  }

  const activate = (tabId: number) => {
    active = tabId
    later(() => void tabs.onActivated.emit({ tabId, windowId: 1 }))
  }

  /** The browser starts the background for an event, and stops it when it likes. */
  const startIfDown = () => {
    if (isBackgroundUp) return
    isBackgroundUp = true
    onConnect = fakeEvent()
    onMessage.background = fakeEvent()
    startBackground({
      ...shared,
      runtime: {
        ...runtime,
        onConnect,
        onMessage: onMessage.background,
        connectNative: () => {
          const port = application.connect()
          ports.add(port)
          return port
        },
      },
    } as never)
  }

  const api = {
    ...shared,
    runtime: {
      ...runtime,
      onMessage: onMessage.page,
      connect: ({ name }: { name: string }) => {
        const [mine, its] = portPair(name, { id: ID, url: location.href })
        ports.add(its)
        later(() => {
          startIfDown()
          onConnect.emit(its)
        })
        return mine
      },
    },
  }
  return {
    api: api as unknown as typeof chrome,
    application,
    page,
    badge,
    opened,
    activate,
    /** The tab loads something: perhaps another page. */
    load: () => later(() => void tabs.onUpdated.emit(TAB, { status: 'loading' })),
    stopBackground() {
      isBackgroundUp = false
      onConnect = fakeEvent()
      for (const port of ports) port.disconnect()
      ports.clear()
    },
  }
}
export type FakeChrome = ReturnType<typeof createFakeChrome>
