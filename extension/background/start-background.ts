import { PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import { type ContentRequest, isContentEvent } from '../messages.ts'
import { openPopup } from '../open-pages.ts'
import { putRequest } from '../requests.ts'
import { createBadge } from './badge.ts'
import { browserName } from './browser-name.ts'
import { startMenus } from './menus.ts'
import { createNativeConnection, type NativeConnection } from './native-connection.ts'
import { openNativePort } from './native-port.ts'
import { createPagePorts } from './page-ports.ts'
import { createSecret } from './secret.ts'

/** Of a profile that was let in: only then is the application looked for without anyone looking, for the badge. */
const WAS_APPROVED = 'approved'

/** Wires the background. Every listener is added at once: the browser starts it for an event that it then delivers. */
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
    // The panel follows its page by itself; without it, a mark opens its plate.
    if (message.type !== 'content.pressed' || pages.isOpen('panel')) return
    void putRequest(api.storage.session, { to: 'popup', text: message.vrm, at: Date.now() }).then(() =>
      openPopup(api),
    )
  })
}

/** What is drawn in pages goes with the permission, whoever still looks at them. */
async function clearMarks(api: typeof chrome): Promise<void> {
  for (const { id } of await api.tabs.query({}))
    if (id !== undefined) {
      const request: ContentRequest = { type: 'content.clear' }
      // Most tabs have no content script.
      void Promise.resolve(api.tabs.sendMessage(id, request)).catch(() => {})
    }
}
