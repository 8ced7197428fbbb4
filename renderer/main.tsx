import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BRIDGE_PATH, createWebBridge, type Bridge } from './bridge.ts'
import { createIpcBridge, shellApi } from './bridge-ipc.ts'
import { startRefusingFiles } from './design/file-drop.tsx'
import { startFocusKeeper } from './design/focus-keeper.ts'
import { startLockActivity } from './features/lock/lock-activity.ts'
import { clickedInAddress } from './notify/clicked.ts'
import { startNotify } from './notify/start-notify.ts'
import { createClient } from './replica/client.ts'
import { presentInHost } from './ui-state/notification-permission.ts'
import { openRoute, startRouting } from './ui-state/route.ts'
import { startRouteMemory } from './ui-state/route-memory.ts'
import { startShortcuts } from './shortcuts/start-shortcuts.ts'

/** The desktop window's preload leaves a door in the page; without one this is a browser, and the host a server. */
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
// A notification, a second start of Ventanilla or a link may ask to go somewhere. Listened to before the socket
// can have opened: a route is told once.
bridge.on('route', ({ route }) => openRoute(route))
startRouteMemory()
startShortcuts()
startFocusKeeper()
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
