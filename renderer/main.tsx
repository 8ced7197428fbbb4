import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BRIDGE_PATH, createWebBridge, type Bridge } from './bridge.ts'
import { createIpcBridge, shellApi } from './bridge-ipc.ts'
import { startRefusingFiles } from './design/file-drop.tsx'
import { startFocusRestorer } from './design/focus-restorer.ts'
import { startLockActivity } from './features/lock/lock-activity.ts'
import { clickedInAddress } from './notify/clicked.ts'
import { startNotify } from './notify/start-notify.ts'
import { createClient } from './replica/client.ts'
import { presentInHost } from './ui-state/notification-permission.ts'
import { openRoute, startRouting } from './ui-state/route.ts'
import { startRouteMemory } from './ui-state/route-memory.ts'
import { startShortcuts } from './shortcuts/start-shortcuts.ts'

/**
 * Opens the bridge of the desktop window if its preload has left one in the page; otherwise, of a browser to its host.
 */
function openBridge(): Bridge {
  const shell = shellApi()
  if (shell) {
    presentInHost()
    return createIpcBridge(shell)
  }
  const webSocketUrl = new URL(BRIDGE_PATH, location.href)
  webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin })
}

const bridge = openBridge()
const client = createClient(bridge)
const clicked = clickedInAddress()
startRouting()
// A notification, a second start of Ventanilla or a link may request a route. Listened to before the socket can open: a
// route is sent once.
bridge.on('route', ({ route }) => openRoute(route))
startRouteMemory()
startShortcuts()
startFocusRestorer()
startRefusingFiles()
startNotify(client, clicked)
startLockActivity(client)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
