import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BRIDGE_PATH, createWebBridge } from './bridge.ts'
import { createClient } from './replica/client.ts'
import { startRouting } from './ui-state/route.ts'
import { startRouteMemory } from './ui-state/route-memory.ts'
import { startShortcuts } from './ui-state/shortcuts.ts'

const webSocketUrl = new URL(BRIDGE_PATH, location.href)
webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'

const client = createClient(createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin }))
startRouting()
startRouteMemory()
startShortcuts()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App client={client} />)
