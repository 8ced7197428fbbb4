import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BRIDGE_PATH, createWebBridge } from './bridge.ts'
import { createClient } from './replica/client.ts'
import { openRoute, startRouting } from './ui-state/route.ts'
import { startRouteMemory } from './ui-state/route-memory.ts'
import { startShortcuts } from './ui-state/shortcuts.ts'

const webSocketUrl = new URL(BRIDGE_PATH, location.href)
webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

const bridge = createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin })
const client = createClient(bridge)
startRouting()
// A notification, a second start of Ventanilla or a link may ask to go somewhere. Listened to before the socket
// can have opened: a route is told once.
bridge.on('route', ({ route }) => openRoute(route))
startRouteMemory()
startShortcuts()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App client={client} />)
