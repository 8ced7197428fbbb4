import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#renderer/app.tsx'
import { startRefusingFiles } from '#renderer/design/file-drop.tsx'
import { startFocusRestorer } from '#renderer/design/focus-restorer.ts'
import { startLockActivity } from '#renderer/features/lock/lock-activity.ts'
import { PanelApp } from '#renderer/features/quick-lookup/panel-app.tsx'
import { createPanelHost } from '#renderer/features/quick-lookup/panel-host.ts'
import { createClient } from '#renderer/replica/client.ts'
import { announce } from '#renderer/app/announcer.tsx'
import { openRoute, startRouting, startRouteMemory } from '#renderer/app/route.ts'
import { startShortcuts } from '#renderer/app/shortcuts.ts'
import { showToast } from '#renderer/app/toasts.ts'
import { FakeBridge } from './fake-bridge.ts'
import { seededLatency } from './latency.ts'
import { NOW, scenes } from './scenes.ts'

const asked = new URL(location.href).searchParams
const name = asked.get('state') ?? sessionStorage.getItem('state') ?? 'first-run'
// Real addresses have no query: routing drops it, and a reload must find the same state.
sessionStorage.setItem('state', name)

const makeScene = scenes[name] ?? scenes['first-run']
if (!makeScene) throw new Error('there is no such state')
const { route, ...scene } = makeScene()
// The gallery's switch; the tests wear the dark theme without a new visit.
const theme = asked.get('theme') ?? sessionStorage.getItem('theme')
sessionStorage.setItem('theme', theme ?? 'light')
scene.slices.settings.theme = theme === 'dark' ? 'dark' : 'light'

let now = NOW
window.setNow = (at) => {
  now = at
}
// The test's seed (seeded-test.ts), unless the address has another.
const seed = Number(asked.get('seed') ?? window.seed ?? 1)
window.bridge = new FakeBridge(scene, () => now, seededLatency(seed, window.slower))
const client = createClient(window.bridge, () => now)
startRouting()
// Only a first visit opens the scene's route: a reload keeps the present one.
if (asked.has('state')) openRoute(route, { replace: true })
startRouteMemory()
startShortcuts()
startFocusRestorer()
startRefusingFiles()
startLockActivity(client)
window.client = client
window.loadAxe = async () => (await import('axe-core')).default
window.readList = async (file, signal) => {
  const { readListFile } = await import('#renderer/features/plate-lists/read-list-file.ts')
  return readListFile(file, signal)
}
window.say = (words) => {
  showToast(words)
  announce(words)
}

/** The panel as a window of the desktop, which shows it once its page listens. */
function panelOf({ clipboard }: NonNullable<typeof scene.panel>) {
  const host = createPanelHost(client, true)
  window.bridge.emit('panel', { clipboard })
  return <PanelApp client={client} host={host} />
}
createRoot(document.getElementById('root')!).render(
  <StrictMode>{scene.panel ? panelOf(scene.panel) : <App client={client} />}</StrictMode>,
)
