import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PANEL_BRIDGE_PATH, openBridge } from './bridge.ts'
import { startRefusingFiles } from './design/file-drop.tsx'
import { startFocusRestorer } from './design/focus-restorer.ts'
import { startLockActivity } from './features/lock/feature.ts'
import { PanelApp, createPanelHost } from './features/quick-lookup/feature.ts'
import { createClient } from './replica/client.ts'
import { startReportingErrors } from './report-errors.ts'
import { startShortcuts } from './app/shortcuts.ts'

// Page of the quick-lookup panel, in both hosts. It loads no code of the other pages.
const { bridge, isInShell } = await openBridge(PANEL_BRIDGE_PATH)
startReportingErrors(bridge)
const client = createClient(bridge)
const host = createPanelHost(client, isInShell)
startShortcuts()
startFocusRestorer()
startRefusingFiles()
startLockActivity(client)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <PanelApp client={client} host={host} />
    </StrictMode>,
  )
