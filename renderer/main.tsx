import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BRIDGE_PATH, openBridge } from './bridge.ts'
import { startRefusingFiles } from './design/file-drop.tsx'
import { startFocusRestorer } from './design/focus-restorer.ts'
import { startLockActivity } from './features/lock/feature.ts'
import { clickedInAddress } from './notify/clicked.ts'
import { openPlace } from './features/quick-lookup/feature.ts'
import { createClient } from './replica/client.ts'
import { presentInHost } from './notify/notification-permission.ts'
import { startReportingErrors } from './report-errors.ts'
import { startRouting, startRouteMemory } from './app/route.ts'
import { startShortcuts } from './app/shortcuts.ts'

const { bridge, isInShell } = await openBridge(BRIDGE_PATH)
if (isInShell) presentInHost()
const reportError = startReportingErrors(bridge)
const client = createClient(bridge)
const clicked = clickedInAddress()
startRouting()
// A notification, a second start of Ventanilla or a link may request a route. The listener is added before the socket
// can open, because a route is sent only once.
bridge.on('route', (place) => openPlace(client, place))
startRouteMemory()
startShortcuts()
startFocusRestorer()
startRefusingFiles()
startLockActivity(client)

const root = document.getElementById('root')
if (root)
  createRoot(root, {
    onCaughtError(error) {
      reportError('render', error)
    },
  }).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
// The core gives this window a notification only after the window's first report, so none is missed.
void import('./notify/start-notify.ts').then(({ startNotify }) => startNotify(client, clicked))
